import { availableParallelism } from 'node:os'
import { invalid } from '@waybill/domain/kit/problem'
import { bulkhead, type BulkheadPolicy } from 'cockatiel'
import { Piscina } from 'piscina'

/** One function that a thread is asked to carry out: an export of a module, and what it is given. */
export interface ThreadTask {
  module: string
  name: string
  given: readonly unknown[]
}

interface PoolSize {
  /** How long one task may take, in milliseconds; then its thread is ended. */
  limit_ms: number
  /** How much memory the objects of one thread may take, in MB. */
  memory_mb: number
}

/**
 * The threads of a process, by what they work on, so that none waits for another kind: `documents` that the product makes,
 * `files` that people sent and that may be made to take long, and large `bodies` of calls.
 */
const pool_sizes = {
  documents: { limit_ms: 60_000, memory_mb: 1_024 },
  files: { limit_ms: 10_000, memory_mb: 384 },
  bodies: { limit_ms: 10_000, memory_mb: 768 },
} as const satisfies Record<string, PoolSize>
type PoolName = keyof typeof pool_sizes

/** Nobody waits for ever: who asks has been let in by then, and the deadline of a call is half a minute. */
const max_waiting = 200

/** Threads that carry out one task each, with limits of time and memory. */
export class ThreadPool {
  readonly #size: PoolSize
  readonly #threads: Piscina
  readonly #turns: BulkheadPolicy

  constructor(size: PoolSize) {
    const threads = Math.max(1, availableParallelism() - 1)
    this.#size = size
    // Tasks wait for their turn here, so that the time limit begins with the work.
    this.#turns = bulkhead(threads, max_waiting)
    this.#threads = new Piscina({
      filename: new URL('./thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: size.memory_mb },
      recordTiming: false,
    })
    // A thread that ends for want of memory says so here as well as to whoever waits for its task.
    this.#threads.on('error', () => undefined)
  }

  async run(task: ThreadTask): Promise<unknown> {
    try {
      return await this.#turns.execute(() =>
        this.#threads.run(task, { signal: AbortSignal.timeout(this.#size.limit_ms) }),
      )
    } catch (error) {
      if (isEnded(error)) throw new ThreadEnded(`${task.name} was ended: ${String(error)}`)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

/** A task that took too long or too much memory; its thread was ended, others go on. */
export class ThreadEnded extends Error {}

function isEnded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return error.name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** Made when they are first needed. */
const pools = new Map<PoolName, ThreadPool>()

function poolOf(name: PoolName): ThreadPool {
  const pool = pools.get(name) ?? new ThreadPool(pool_sizes[name])
  pools.set(name, pool)
  return pool
}

/**
 * A function of another module, carried out in a thread so that nobody else waits for it: documents, workbooks, codes, large
 * texts. What it takes and answers is copied between threads, so only plain data and bytes can travel; bytes come back as
 * `Buffer`. The module must load quickly and know nothing of the database. Throws `ThreadEnded` when it takes too long.
 */
export function inThread<Task extends (...given: never[]) => unknown>(
  module: URL,
  name: string,
  pool: PoolName = 'documents',
): (...given: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>> {
  return async (...given): Promise<Awaited<ReturnType<Task>>> => {
    const task: ThreadTask = { module: module.href, name, given }
    const result: unknown = await poolOf(pool).run(task)
    const bytes =
      result instanceof Uint8Array ? Buffer.from(result.buffer, result.byteOffset, result.length) : result
    return bytes as Awaited<ReturnType<Task>>
  }
}

/**
 * The same for a function that reads what somebody sent: what takes too long or too much memory is refused with a sentence
 * (400), and holds up nobody but those who sent files, for ten seconds at most.
 */
export function inFileThread<Task extends (...given: never[]) => unknown>(
  module: URL,
  name: string,
  refusal = 'This file takes too long to read. Split it into smaller files and send them one by one.',
): (...given: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>> {
  const read = inThread<Task>(module, name, 'files')
  return async (...given): Promise<Awaited<ReturnType<Task>>> => {
    try {
      return await read(...given)
    } catch (error) {
      if (error instanceof ThreadEnded) throw invalid(refusal)
      throw error
    }
  }
}

/** Ends the threads when a process stops. */
export async function closeThreads(): Promise<void> {
  const ending = [...pools.values()]
  pools.clear()
  await Promise.all(ending.map((pool) => pool.close()))
}
