import net from 'node:net'
import { forbidden } from '@waybill/domain/kit/problem'

/**
 * Whether an IP address matches a list of addresses and networks. An IPv4 address in IPv6 notation is treated as
 * IPv4.
 */
export function isListed(address: string, list: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const family = net.isIP(plain)
  if (family === 0) return false
  const networks = new net.BlockList()
  for (const one of list) {
    const [start = '', bits] = one.split('/')
    const kind = net.isIP(start) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(start, Number(bits ?? (kind === 'ipv6' ? 128 : 32)), kind)
  }
  return networks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** Throws when a key is used from an address that is not in its list. An empty list allows every address. */
export function requireListed(address: string, list: readonly string[]): void {
  if (list.length > 0 && !isListed(address, list))
    throw forbidden(
      `This API key may not be used from ${address || 'here'}. Add the address to the key, or call from one of its addresses.`,
    )
}
