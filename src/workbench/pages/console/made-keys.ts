import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { parseJson } from '../../../domain/texts.ts'
import { isSecure } from '../forms.ts'

/** How long the browser that created a TPP can show its key. */
export const MADE_MINUTES = 10
const COOKIE = 'sandbank-made'

const madeKeys = z.object({ tppId: z.string(), keyId: z.string(), privateKey: z.string(), certificate: z.string() })
export type MadeKeys = z.infer<typeof madeKeys>

/**
 * Passes the keys of a new TPP to the browser in a cookie, and the page after the redirect shows them: a reload creates no second TPP. The bank keeps
 * nothing, so another process may answer.
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

/** The keys of a TPP that this browser has just created. */
export function keysOf(c: HonoContext, { tppId }: { readonly tppId: string }): MadeKeys | undefined {
  const text = Buffer.from(getCookie(c, COOKIE) ?? '', 'base64url').toString()
  const keys = madeKeys.safeParse(parseJson(text)).data
  return keys?.tppId === tppId ? keys : undefined
}
