/**
 * D11: absolute, without fragment and control characters; http, https, or a private-use scheme, which is a domain name in reverse (RFC 8252, 7.1).
 * So no scheme that a browser itself gives a meaning is one, and none that could not have been registered. A host has no character that ends a directive of CSP. On the web a host is named behind
 * two slashes (RFC 9110, 4.2): `http:back` is absolute by its form, and a browser would still look for it below the page it is on.
 */
export function isRedirectUri(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(value) || value.includes('#')) return false
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  if (/[;,]/.test(host)) return false
  return isWeb(protocol) ? /^[a-z]+:\/\/[^/\\]/i.test(value) : REVERSED_DOMAIN.test(protocol)
}

// A top-level domain of letters, or the ASCII form of one in other letters, and the labels below it (RFC 1123, 2.1: they may begin with a digit).
const REVERSED_DOMAIN = /^(?:[a-z]{2,63}|xn--[a-z0-9-]*[a-z0-9])(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+:$/

/** Whether a scheme, written with its colon, leads to a web server; any other that a TPP may use opens an app. */
export function isWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
