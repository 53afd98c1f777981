import type { AddressInfo, Server } from 'node:net'

/** Listens on the given port, or on a free one when it is taken. Returns the port. */
export async function listening(server: Server, host: string, port: number): Promise<number> {
  const listen = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, host, () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  try {
    return await listen(port)
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(0)
  }
}
