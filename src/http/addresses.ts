import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The address of a caller, which distinguishes callers without another name (D75). Empty when there is no connection. */
export type AddressOf = (incoming: IncomingMessage | undefined) => string

/** Who calls, and whose connections carry the calls of others. */
export type Callers = { readonly addressOf: AddressOf; readonly isProxy: (address: string) => boolean }

/**
 * Reads addresses behind proxies: the sender of a request from one of `proxies` is the last address in X-Forwarded-For, which that proxy itself has
 * added. Other callers may write anything there.
 */
export function readCallers(proxies: readonly string[] = []): Callers {
  const trusted = new BlockList()
  for (const one of proxies) {
    const [address = '', bits] = one.split('/')
    const family = familyOf(address)
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) =>
    proxies.length > 0 && isIP(address) !== 0 && trusted.check(address, familyOf(address))
  const addressOf: AddressOf = incoming => {
    const own = incoming?.socket.remoteAddress ?? ''
    if (!isProxy(own)) return own
    // Several lines of a header form one list.
    const sent = incoming?.headers['x-forwarded-for']
    return (
      addressIn(
        String(sent ?? '')
          .split(',')
          .at(-1) ?? '',
      ) ?? own
    )
  }
  return { addressOf, isProxy }
}

/** Whether a text is valid for a proxy: an address, or a network as ADDRESS/BITS. */
export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}

// Some proxies add the port.
function addressIn(entry: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry.trim()) ?? []
  const address = inBrackets ?? beforePort ?? entry.trim()
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
