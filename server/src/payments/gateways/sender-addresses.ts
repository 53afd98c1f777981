import { resolve4 } from 'node:dns/promises'

/** How long addresses are remembered; milliseconds. */
const remembered_ms = 10 * 60_000

/**
 * Answers the IPv4 addresses that host names lead to, asked of the DNS at most every ten minutes. A name that is not
 * answered keeps the addresses it had; before it was ever answered it has none.
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
