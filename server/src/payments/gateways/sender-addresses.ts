import { resolve4 } from 'node:dns/promises'

/** How long resolved addresses are cached, in ms. */
const remembered_ms = 10 * 60_000

/**
 * Returns a function that resolves `hosts` to IPv4 addresses, with DNS lookups at most every ten minutes. When a
 * lookup fails, the previous addresses of that host are used, or none.
 */
export function senderAddresses(
  hosts: readonly string[],
  resolve: (host: string) => Promise<string[]> = resolve4,
  elapsed: () => number = () => performance.now(),
): () => Promise<readonly string[]> {
  const known = new Map<string, string[]>()
  let until = -Infinity
  return async () => {
    if (elapsed() >= until) {
      until = elapsed() + remembered_ms
      await Promise.all(
        hosts.map(async (host) => known.set(host, await resolve(host).catch(() => known.get(host) ?? []))),
      )
    }
    return [...known.values()].flat()
  }
}
