type Header = (name: string) => string | undefined

/**
 * The origin at which a caller has reached the bank, for addresses and commands that it is shown: https and another host where a proxy or
 * the page that calls says so. Nothing is allowed by it: a caller could say what it likes. Nothing where no Host is said.
 */
export function reachedAt(header: Header): string | undefined {
  const forwarded = firstOf(header('X-Forwarded-Host'))
  const host = forwarded !== undefined && HOST.test(forwarded) ? forwarded : header('Host')
  if (host === undefined) return undefined
  const isSafe = firstOf(header('X-Forwarded-Proto')) === 'https' || header('Origin') === `https://${host}`
  return `${isSafe ? 'https' : 'http'}://${host}`
}

const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

// Each proxy on the way adds its own.
function firstOf(value: string | undefined): string | undefined {
  return value?.split(',', 1)[0]?.trim().toLowerCase()
}

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
