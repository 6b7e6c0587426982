import { isRedirectUri, isWeb } from '../../domain/redirect-uris.ts'

/** Where a PSU goes after its decision, as a page names and permits it. */
export type Destination = {
  /** What the PSU reads: a host, or an app's scheme. */
  readonly label: string
  /** Where one goes without anything to report: the first page of a host. An app has none. */
  readonly home: string | undefined
  /** A source of CSP's form-action. */
  readonly source: string
}

/** Reads a TPP-Redirect-URI. `undefined` for one that must not be followed (D11), which the REST door refuses before. */
export function destinationOf(redirectUri: string): Destination | undefined {
  if (!isRedirectUri(redirectUri)) return undefined
  const { protocol, host, origin } = new URL(redirectUri)
  if (!isWeb(protocol)) return { label: protocol.slice(0, -1), home: undefined, source: protocol }
  // A callback may send the PSU on to another host of the TPP, and Chromium holds that to form-action, too.
  return { label: host, home: `${origin}/`, source: 'http: https:' }
}
