import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the ports that operating systems give to outgoing connections, which take and leave them all the time. */
const lowest = 12_000
const highest = 32_000

/** A port of this machine that nothing listens on now; found by chance, so that tests beside each other find others. */
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
