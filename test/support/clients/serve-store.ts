import type { X509Certificate } from 'node:crypto'
import type { Security } from '../../../src/api/rest/checks.ts'
import { listen, type RunningServer } from '../../../src/api/server.ts'
import { createApp } from '../../../src/app.ts'
import { systemClockAndIds } from '../../../src/bank/context.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../src/platform/http/connections.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { templateAuthority } from '../harness/template.ts'

/** A server on a store that the test opened, for what `startBank` does not offer: other trust anchors, another clock, a restart. */
export async function serve(
  store: Store,
  anchors: readonly X509Certificate[],
  machineNow: () => Date = systemClockAndIds.machineNow,
  limits: ConnectionLimits = CONNECTION_LIMITS,
  changes: Partial<Security> = {},
): Promise<RunningServer & { readonly faults: readonly unknown[] }> {
  const faults: unknown[] = []
  const app = createApp({
    deps: { store, running: new Set(), ...systemDeps, machineNow },
    security: {
      certificates: createCertificateReader(anchors),
      keyId: 'tolerant',
      headers: 'strict',
      machineNow,
      ...changes,
    },
    certify: certifyWith(await templateAuthority(), machineNow),
    operator: { token: undefined, hosts: ['127.0.0.1'] },
    report: error => faults.push(error),
  })
  return { ...(await listen(app, { host: '127.0.0.1', port: 0, limits })), faults }
}
