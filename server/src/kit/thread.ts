/**
 * Entry point of every worker thread: runs the requested function at a lower priority than the thread that handles
 * requests.
 */
import fs from 'node:fs'
import os from 'node:os'
import type { ThreadTask } from './threads.ts'

lowerPriority()

/** Runs one task. */
export default async function carryOut({ module, name, given, started }: ThreadTask): Promise<unknown> {
  const loaded = (await import(module)) as Readonly<Record<string, unknown>>
  const task = loaded[name]
  if (typeof task !== 'function') throw new Error(`${module} has no function ${name}.`)
  Atomics.store(started, 0, 1)
  Atomics.notify(started, 0)
  return task(...given) as unknown
}

/** Lowers the priority of this thread; only Linux supports priorities per thread. */
function lowerPriority(): void {
  try {
    const threadId = Number(fs.readlinkSync('/proc/thread-self').split('/').at(-1))
    os.setPriority(threadId, 10)
  } catch {
    // Not Linux, or not permitted: tasks run at normal priority.
  }
}
