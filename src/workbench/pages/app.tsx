import { Hono, type MiddlewareHandler } from 'hono'
import { DomainError } from '../../domain/errors.ts'
import { setAround } from './around.ts'
import { createActions } from './console/actions/actions-app.tsx'
import { readWorldAround } from './console/around.tsx'
import { createConsole, createFirstPage } from './console/console.tsx'
import { createConsoleLists } from './console/lists.tsx'
import { createRequests } from './console/requests.tsx'
import { createTppPage } from './console/tpp.tsx'
import { createTpps } from './console/tpps.tsx'
import { createDocs } from './docs/docs.tsx'
import { showFailure } from './failure.tsx'
import type { PagesOptions } from './options.ts'
import { createCallback } from './psu/callback.tsx'
import { createMyConsents } from './psu/my-consents.tsx'
import { createSca } from './psu/sca.tsx'

/** The pages for people: of the bank as a whole, and of each world below its base URL (D1). */
export function createPages(options: PagesOptions): Hono {
  const world = new Hono()
  const parts = [
    createFirstPage(options),
    createSca(options),
    createMyConsents(options),
    createCallback(options),
    createConsole(options),
    createActions(options),
    createConsoleLists(options),
    createTpps(options),
    createRequests(options),
    createTppPage(options),
  ]
  for (const part of parts) world.route('/', part)
  const app = new Hono()
  app.onError((error, c) => showFailure(c, error, options.report))
  app.use(frame(options))
  world.route('/', createDocs(options))
  app.route('/', world)
  app.route('/worlds/:world', world)
  app.route('/worlds/:world/', createFirstPage(options))
  return refuseOtherMethods(app)
}

/** Gives every page its frame, except the pages of a PSU, which have their own. */
function frame(options: PagesOptions): MiddlewareHandler {
  return (c, next) => {
    if (!/^(\/worlds\/[^/]*)?\/(sca|my)\//.test(c.req.path)) setAround(c, () => readWorldAround(c, options))
    return next()
  }
}

/** Every page answers other methods with 405 and the methods that it has (D12). */
function refuseOtherMethods(app: Hono): Hono {
  const methods = new Map<string, string[]>()
  for (const { path, method } of app.routes)
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method])
  for (const [path, known] of methods) {
    const allowed = known.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    app.all(path, c => {
      c.header('Allow', allowed)
      throw new DomainError('METHOD_NOT_ALLOWED', `${c.req.method} is not possible here: use ${allowed}.`)
    })
  }
  return app
}
