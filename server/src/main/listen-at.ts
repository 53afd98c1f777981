import cluster from 'node:cluster'
import net from 'node:net'

/**
 * Whether the kernel gives each of several processes its share of connections. When one of them is killed, the clients
 * of its connections notice at once. Elsewhere the process that started them hands connections out.
 */
const isShared = cluster.isWorker && process.platform === 'linux'

/** Listens at an address. Throws an error with a sentence that names the variable of the port. */
export async function listenAt(server: net.Server, host: string, port: number, name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is already in use. Stop the other program, or set ${name} to a free port.`
          : `Could not listen on ${host}:${port}: ${error.message}.`
      reject(new Error(reason))
    })
    server.listen({ port, host, ...(isShared && { reusePort: true, exclusive: true }) }, () => resolve())
  })
}

/** Throws when another program uses a port: one that shares it with its own processes would share it with ours. */
export async function requireFreePort(host: string, port: number, name: string): Promise<void> {
  const server = net.createServer()
  await listenAt(server, host, port, name)
  await new Promise((resolve) => server.close(resolve))
}
