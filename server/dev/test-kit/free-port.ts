import { randomInt } from 'node:crypto'
import net from 'node:net'

/**
 * Below the ephemeral ports that operating systems use for outgoing connections, because those are taken and released
 * all the time.
 */
const lowest = 12_000
const highest = 32_000

/** Finds a free port of this machine. It is chosen at random, so that parallel tests get different ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
