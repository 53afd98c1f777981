/** Thread of the embedded database: opens the data directory and handles messages of the PostgreSQL protocol. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableNodeFS, durable_start_params } from './durable-fs.ts'
import type { FromThread, ToThread } from './open.ts'
import { speakTo } from './stream.ts'

const { directory } = workerData as { directory: string }

function send(message: FromThread): void {
  parentPort?.postMessage(message)
}

try {
  const database = await PGlite.create({
    fs: new DurableNodeFS(directory),
    startParams: durable_start_params,
    extensions: { pg_trgm },
  })
  const speak = speakTo(database)
  parentPort?.on('message', (message: ToThread) => {
    void (async () => {
      if (message !== 'close') return send({ id: message.id, answer: await speak(message.messages) })
      await database.exec('CHECKPOINT')
      await database.close()
      process.exit(0)
    })()
  })
  send({ ready: true })
} catch (error) {
  // An uncaught error would print PGlite's complete minified bundle.
  send({ failed: error instanceof Error ? error.message.slice(0, 300) : 'unknown error' })
  process.exit(1)
}
