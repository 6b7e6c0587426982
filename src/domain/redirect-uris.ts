/**
 * D11: absolute, without fragment and control characters; http, https, or a private-use scheme, which has a dot (RFC 8252, 7.1).
 * So no scheme that a browser itself gives a meaning is one. A host has no character that ends a directive of CSP. On the web a host is named behind
 * two slashes (RFC 9110, 4.2): `http:back` is absolute by its form, and a browser would still look for it below the page it is on.
 */
export function isRedirectUri(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(value) || value.includes('#')) return false
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  if (/[;,]/.test(host)) return false
  return isWeb(protocol) ? /^[a-z]+:\/\/[^/\\]/i.test(value) : protocol.includes('.')
}

/** Whether a scheme, written with its colon, leads to a web server; any other that a TPP may use opens an app. */
export function isWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
