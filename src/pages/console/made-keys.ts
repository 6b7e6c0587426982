import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { parseJson } from '../../domain/texts.ts'
import { isSecure } from '../forms.ts'

/** How long the browser that made a TPP is shown its key. */
export const MADE_MINUTES = 10
const COOKIE = 'sandbank-made'

const madeKeys = z.object({ tppId: z.string(), keyId: z.string(), privateKey: z.string(), certificate: z.string() })
export type MadeKeys = z.infer<typeof madeKeys>

/**
 * Hands the keys of a TPP that was just made to its browser, which shows them when it follows the redirect: a page that was loaded again makes no second TPP. The
 * bank keeps nothing, so that it can be another process that answers.
 */
export function handKeys(c: HonoContext, path: string, keys: MadeKeys): void {
  const value = Buffer.from(JSON.stringify(keys)).toString('base64url')
  setCookie(c, COOKIE, value, {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(c),
    maxAge: MADE_MINUTES * 60,
  })
}

/** The keys of a TPP, where this browser has just made it. */
export function keysOf(c: HonoContext, { tppId }: { readonly tppId: string }): MadeKeys | undefined {
  const text = Buffer.from(getCookie(c, COOKIE) ?? '', 'base64url').toString()
  const keys = madeKeys.safeParse(parseJson(text)).data
  return keys?.tppId === tppId ? keys : undefined
}
