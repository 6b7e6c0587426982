/** D11: absolute, without fragment and control characters, and of no scheme that a browser would execute. */
export function isRedirectUri(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(value) || value.includes('#')) return false
  if (!URL.canParse(value)) return false
  const { protocol, host } = new URL(value)
  return !EXECUTABLE.has(protocol) && (host !== '' || !WEB.has(protocol))
}
const EXECUTABLE = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'about:'])
const WEB = new Set(['http:', 'https:'])
