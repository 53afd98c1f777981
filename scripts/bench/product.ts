import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'

/** What the measured process has used and sent since its start. */
export interface ServerFigures {
  statements: number
  /** How often it waited for the database. */
  round_trips: number
  /** Processor time of all its threads, in ms. */
  cpu_ms: number
  /** Memory in use, in bytes. */
  rss: number
}

/** A running product in a process of its own. */
export interface Product {
  url: string
  figures(): Promise<ServerFigures>
  stop(): Promise<void>
}

const api_port = Number(process.env.PORT ?? 3991)

export async function startProduct(env: NodeJS.ProcessEnv): Promise<Product> {
  const log = path.join(os.tmpdir(), 'waybill-bench.log')
  const child = fork(path.join(import.meta.dirname, 'server.ts'), [log, String(api_port)], { env })
  const over = once(child, 'exit')
  const failed = over.then(() => {
    throw new Error(`The product ended. Its log is ${log}.`)
  })
  failed.catch(() => undefined)
  await Promise.race([once(child, 'message'), failed])
  return {
    url: `http://127.0.0.1:${api_port}`,
    async figures() {
      child.send('figures')
      const [figures] = (await Promise.race([once(child, 'message'), failed])) as [ServerFigures]
      return figures
    },
    async stop() {
      child.kill('SIGTERM')
      await over
    },
  }
}
