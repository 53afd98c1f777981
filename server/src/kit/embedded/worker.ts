import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DurableNodeFS, durable_start_params } from './durable-fs.ts'

/** The embedded database's own thread: opens the data directory and speaks the PostgreSQL protocol on a socket. */
interface WorkerData {
  directory: string
  socket: { path: string } | { host: string; port: number }
}

const { directory, socket } = workerData as WorkerData

function tell(message: { ready: true } | { failed: string } | { closed: true }): void {
  parentPort?.postMessage(message)
}

try {
  const database = await PGlite.create({
    fs: new DurableNodeFS(directory),
    startParams: durable_start_params,
    extensions: { pg_trgm },
  })
  const server = new PGLiteSocketServer({ db: database, ...socket })
  await server.start()
  parentPort?.on('message', (message: unknown) => {
    if (message !== 'close') return
    void (async () => {
      await server.stop()
      await database.exec('CHECKPOINT')
      await database.close()
      tell({ closed: true })
      process.exit(0)
    })()
  })
  tell({ ready: true })
} catch (error) {
  // An uncaught error would print PGlite's whole minified bundle.
  tell({ failed: error instanceof Error ? error.message.slice(0, 300) : 'unknown error' })
  process.exit(1)
}
