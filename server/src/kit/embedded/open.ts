import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { lockDirectory } from './lock.ts'

/** The embedded database while it runs: how to reach it, and how to close it. */
export interface Embedded {
  config: PoolConfig
  close(): Promise<void>
  /** Ends a statement that runs too long: the thread dies, the next connection waits for a new one. */
  restart(): Promise<void>
}

/** Opens the embedded database under `data_dir`, in a thread of its own, reached like any PostgreSQL. */
export async function openEmbedded(data_dir: string): Promise<Embedded> {
  fs.mkdirSync(data_dir, { recursive: true })
  const unlock = lockDirectory(data_dir)
  const directory = path.join(data_dir, 'database')
  fs.mkdirSync(directory, { recursive: true })
  const address = socketAddress()
  let worker: Worker
  try {
    worker = await startWorker(directory, address.listen)
  } catch (error) {
    unlock()
    throw error
  }
  return {
    config: {
      ...address.connect,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      connectionTimeoutMillis: 10_000,
    },
    async restart() {
      await worker.terminate()
      address.clean()
      worker = await startWorker(directory, address.listen)
    },
    async close() {
      const closed = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close')
      await closed
      address.clean()
      unlock()
    },
  }
}

function socketAddress() {
  if (process.platform === 'win32') {
    const port = 20_000 + (randomBytes(2).readUInt16BE() % 20_000)
    return {
      listen: { host: '127.0.0.1', port },
      connect: { host: '127.0.0.1', port },
      clean: () => undefined,
    }
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-'))
  return {
    listen: { path: path.join(folder, '.s.PGSQL.5432') },
    connect: { host: folder, port: 5432 },
    clean: () => fs.rmSync(path.join(folder, '.s.PGSQL.5432'), { force: true }),
  }
}

async function startWorker(directory: string, socket: object): Promise<Worker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { directory, socket } })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: { ready?: true; failed?: string }) => {
      if (message.ready) resolve()
      else
        reject(
          new Error(`The embedded database could not be opened: ${message.failed ?? 'no reason given'}.`),
        )
    })
    worker.once('error', reject)
  })
  return worker
}
