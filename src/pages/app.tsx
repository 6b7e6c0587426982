import { Hono } from 'hono'
import type { Deps } from '../context.ts'
import { Landing } from './landing.tsx'

/** The pages for people: what this is and where everything is. */
export function createPages(_deps: Deps): Hono {
  const app = new Hono()
  app.get('/', c => c.html(<Landing base={new URL(c.req.url).origin} />))
  return app
}
