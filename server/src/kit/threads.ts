import { availableParallelism } from 'node:os'
import { invalid } from '@waybill/domain/kit/problem'
import { bulkhead, type BulkheadPolicy } from 'cockatiel'
import { Piscina } from 'piscina'

/** A function to run in a thread: an export of a module, and its arguments. */
export interface ThreadTask {
  module: string
  name: string
  given: readonly unknown[]
  /** A number that the thread changes from 0 when it has loaded the module and calls the function. */
  started: Int32Array<SharedArrayBuffer>
}

/** How long a thread may take to start and to load a module, in ms: on a busy machine longer than most tasks. */
const start_limit_ms = 60_000

interface PoolSize {
  /** Time limit of one task from when its function is called, in ms; its thread is ended afterwards. */
  limit_ms: number
  /** Heap limit of one thread, in MB. */
  memory_mb: number
}

/**
 * Thread pools by kind of task, so that one kind does not wait for another: `documents` that the system generates,
 * uploaded `files` that can be crafted to take long, and large request `bodies`.
 */
const pool_sizes = {
  documents: { limit_ms: 60_000, memory_mb: 1_024 },
  files: { limit_ms: 10_000, memory_mb: 384 },
  bodies: { limit_ms: 10_000, memory_mb: 768 },
} as const satisfies Record<string, PoolSize>
type PoolName = keyof typeof pool_sizes

/**
 * Maximum number of waiting tasks. A waiting caller has already been admitted, and a request times out after 30 s, so
 * no task waits forever.
 */
const max_waiting = 200

/** A pool of threads that run one task each, with time and memory limits. */
export class ThreadPool {
  readonly #size: PoolSize
  readonly #threads: Piscina
  readonly #turns: BulkheadPolicy

  constructor(size: PoolSize) {
    const threads = Math.max(1, availableParallelism() - 1)
    this.#size = size
    // Tasks wait here, not in Piscina, so that the time limit of the start begins when a thread is free.
    this.#turns = bulkhead(threads, max_waiting)
    this.#threads = new Piscina({
      filename: new URL('./thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: size.memory_mb },
      recordTiming: false,
    })
    // A thread that runs out of memory also emits this event; the caller gets the error from its task.
    this.#threads.on('error', () => undefined)
  }

  async run(task: Omit<ThreadTask, 'started'>): Promise<unknown> {
    try {
      return await this.#turns.execute(() => this.#runLimited(task))
    } catch (error) {
      if (isEnded(error)) throw new ThreadEnded(`${task.name} was ended: ${String(error)}`)
      throw error
    }
  }

  /** Runs a task in a free thread, within its time limits. */
  async #runLimited(task: Omit<ThreadTask, 'started'>): Promise<unknown> {
    const started = new Int32Array(new SharedArrayBuffer(4))
    const ending = new AbortController()
    const endAfter = (ms: number) => setTimeout(() => ending.abort(), ms)
    let limit = endAfter(start_limit_ms)
    const start = Atomics.waitAsync(started, 0, 0, start_limit_ms)
    const onStart = Promise.resolve(start.value).then(() => {
      clearTimeout(limit)
      limit = endAfter(this.#size.limit_ms)
    })
    try {
      return await this.#threads.run({ ...task, started } satisfies ThreadTask, { signal: ending.signal })
    } finally {
      // A task that ended before its start was noticed must not be limited afterwards.
      Atomics.notify(started, 0)
      await onStart
      clearTimeout(limit)
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** A task exceeded its time or memory limit; its thread was ended, other threads continue. */
export class ThreadEnded extends Error {}

function isEnded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return error.name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Created on first use. */
const pools = new Map<PoolName, ThreadPool>()

function poolOf(name: PoolName): ThreadPool {
  const pool = pools.get(name) ?? new ThreadPool(pool_sizes[name])
  pools.set(name, pool)
  return pool
}

/**
 * Wraps a function of another module so that it runs in a thread and does not block other requests: documents,
 * workbooks, codes, large texts. Arguments and results are copied between threads, so only plain data and bytes are
 * possible; bytes are returned as `Buffer`. The module must load quickly and must not use the database. Throws
 * `ThreadEnded` when the task exceeds its time or memory limit.
 */
export function inThread<Task extends (...given: never[]) => unknown>(
  module: URL,
  name: string,
  pool: PoolName = 'documents',
): (...given: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>> {
  return async (...given): Promise<Awaited<ReturnType<Task>>> => {
    const task = { module: module.href, name, given }
    const result: unknown = await poolOf(pool).run(task)
    const bytes =
      result instanceof Uint8Array ? Buffer.from(result.buffer, result.byteOffset, result.length) : result
    return bytes as Awaited<ReturnType<Task>>
  }
}

/**
 * Like `inThread`, for a function that reads uploaded files. A task that exceeds its time (10 s) or memory limit is
 * rejected with 400 and the sentence `refusal`; it delays only other file tasks.
 */
export function inFileThread<Task extends (...given: never[]) => unknown>(
  module: URL,
  name: string,
  rejectionMessage = 'This file takes too long to read. Split it into smaller files and send them one by one.',
): (...given: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>> {
  const read = inThread<Task>(module, name, 'files')
  return async (...given): Promise<Awaited<ReturnType<Task>>> => {
    try {
      return await read(...given)
    } catch (error) {
      if (error instanceof ThreadEnded) throw invalid(rejectionMessage)
      throw error
    }
  }
}

/** Ends the threads when the process stops. */
export async function closeThreads(): Promise<void> {
  const ending = [...pools.values()]
  pools.clear()
  await Promise.all(ending.map((pool) => pool.close()))
}
