import { timingSafeEqual } from 'node:crypto'
import net from 'node:net'
import { digestOf } from '../kit/sealer.ts'

/** The caller of the metrics endpoint. */
export interface MetricsCaller {
  /** The address of the client, resolved through trusted proxies. */
  address: string
  /** The request came through a proxy that is not trusted, so `address` is that of the proxy. */
  is_forwarded: boolean
  token: string | null
}

/** Loopback and private networks. */
const private_networks = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
]

/** Builds a list from addresses and networks such as `10.2.0.0/16`. Throws an error that names an invalid entry. */
function listOf(texts: readonly string[]): net.BlockList {
  const list = new net.BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const version = net.isIP(address)
    const max = version === 6 ? 128 : 32
    const prefix = bits === undefined ? max : Number(bits)
    if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > max)
      throw new Error(`METRICS_ALLOW: ‘${text}’ is not an address or a network such as 10.2.0.0/16.`)
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/**
 * Returns a function that decides whether a caller may read the metrics: callers with the token of `METRICS_TOKEN`,
 * and addresses in `METRICS_ALLOW` (default: loopback and private networks). Throws when a setting is invalid.
 */
export function metricsGuard(
  env: Readonly<Record<string, string | undefined>>,
): (caller: MetricsCaller) => boolean {
  const { METRICS_TOKEN: token = '', METRICS_ALLOW: allowed } = env
  const named = allowed
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const list = listOf(named ?? private_networks)
  return ({ address, is_forwarded, token: given }) => {
    if (token !== '' && given !== null && isSame(token, given)) return true
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return (
      !is_forwarded && net.isIP(plain) !== 0 && list.check(plain, net.isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    )
  }
}

function isSame(token: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(token)), Buffer.from(digestOf(given)))
}
