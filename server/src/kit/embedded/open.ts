import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { lockDirectory } from './lock.ts'
import { poolOn } from './stream.ts'
import { keepWasmCode } from './wasm-code.ts'

/** A running embedded database: its pool configuration and a function to close it. */
export interface Embedded {
  config: PoolConfig
  close(): Promise<void>
}

/** Messages from the database thread: it is open, it failed to open, or the response to a message. */
export type FromThread = { ready: true } | { failed: string } | { id: number; answer: Uint8Array }

/** Messages to the database thread. */
export type ToThread = 'close' | { id: number; messages: Uint8Array }

interface Waiting {
  resolve(answer: Uint8Array): void
  reject(error: Error): void
  watchdog: NodeJS.Timeout
}

/** The embedded database has no `statement_timeout`; its thread is terminated after this many ms instead. */
const longest_statement_ms = 60_000

/**
 * Opens the embedded database under `dataDir` in its own thread, accessed like any PostgreSQL. A statement that runs
 * longer than `statement_ms` (default one minute) can only be ended by terminating the thread; it is rejected like a
 * statement that a server cancels. Committed data is on disk, and the next statement uses a reopened database.
 */
export async function openEmbedded(
  dataDir: string,
  { statement_ms = longest_statement_ms }: { statement_ms?: number } = {},
): Promise<Embedded> {
  fs.mkdirSync(dataDir, { recursive: true })
  const unlock = lockDirectory(dataDir)
  const directory = path.join(dataDir, 'database')
  fs.mkdirSync(directory, { recursive: true })
  const waiting = new Map<number, Waiting>()
  const givenUp = new WeakSet<Worker>()
  let requested = 0
  let closing = false

  const start = async (): Promise<Worker> => {
    const worker = await startThread(directory)
    worker.on('message', (message: FromThread) => {
      if (!('answer' in message)) return
      const one = waiting.get(message.id)
      waiting.delete(message.id)
      clearTimeout(one?.watchdog)
      one?.resolve(message.answer)
    })
    worker.once('exit', () => {
      if (!closing)
        giveUp(worker, new DatabaseLost('The embedded database stopped during this operation.', '57P01'))
    })
    return worker
  }

  /** Terminates a thread, unless already done: pending requests are rejected, later requests wait for a new thread. */
  const giveUp = (worker: Worker, error: DatabaseLost): void => {
    if (givenUp.has(worker)) return
    givenUp.add(worker)
    for (const one of waiting.values()) {
      clearTimeout(one.watchdog)
      one.reject(error)
    }
    waiting.clear()
    thread = worker.terminate().then(start)
    thread.catch(() => undefined)
  }

  let thread: Promise<Worker> = start()
  try {
    await thread
  } catch (error) {
    unlock()
    throw error
  }

  const speak = async (messages: Uint8Array): Promise<Uint8Array> => {
    const worker = await thread
    requested += 1
    const id = requested
    return new Promise((resolve, reject) => {
      const watchdog = setTimeout(
        () => giveUp(worker, new DatabaseLost('This statement took too long and was stopped.', '57014')),
        statement_ms,
      )
      waiting.set(id, { resolve, reject, watchdog })
      worker.postMessage({ id, messages } satisfies ToThread)
    })
  }

  return {
    config: poolOn(speak),
    async close() {
      closing = true
      const worker = await thread
      const closed = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close' satisfies ToThread)
      await closed
      // The terminate message of a connection gets no response; its watchdog would reopen the database.
      for (const one of waiting.values()) clearTimeout(one.watchdog)
      waiting.clear()
      unlock()
    },
  }
}

/** Error for a lost connection, with the PostgreSQL error code. */
class DatabaseLost extends Error {
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

async function startThread(directory: string): Promise<Worker> {
  keepWasmCode()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { directory } })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: FromThread) => {
      if ('failed' in message)
        reject(new Error(`The embedded database could not be opened: ${message.failed}.`))
      else resolve()
    })
    worker.once('error', reject)
  })
  return worker
}
