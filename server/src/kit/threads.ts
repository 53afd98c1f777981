import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** One function that a thread is asked to carry out: an export of a module, and what it is given. */
export interface ThreadTask {
  module: string
  name: string
  given: readonly unknown[]
}

let pool: Piscina | null = null

/** The threads of this process, begun when they are first needed: all processors but the one that answers calls. */
function threads(): Piscina {
  pool ??= new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 30_000,
    // Nobody waits for ever: who asks has been let in by then, and the deadline of a call is half a minute.
    maxQueue: 200,
    recordTiming: false,
  })
  return pool
}

/**
 * A function of another module, carried out in a thread so that nobody else waits for it: documents, workbooks, codes, large
 * texts. What it takes and answers is copied between threads, so only plain data and bytes can travel; bytes come back as
 * `Buffer`. The module must load quickly and know nothing of the database.
 */
export function inThread<Task extends (...given: never[]) => unknown>(
  module: URL,
  name: string,
): (...given: Parameters<Task>) => Promise<Awaited<ReturnType<Task>>> {
  return async (...given): Promise<Awaited<ReturnType<Task>>> => {
    const task: ThreadTask = { module: module.href, name, given }
    const result: unknown = await threads().run(task)
    const bytes =
      result instanceof Uint8Array ? Buffer.from(result.buffer, result.byteOffset, result.length) : result
    return bytes as Awaited<ReturnType<Task>>
  }
}

/** Ends the threads when a process stops. */
export async function closeThreads(): Promise<void> {
  const ending = pool
  pool = null
  await ending?.close()
}
