/** What every thread runs: the function it is asked for, at a lower priority than the thread that answers calls. */
import fs from 'node:fs'
import os from 'node:os'
import type { ThreadTask } from './threads.ts'

lowerPriority()

/** Carries out one task. */
export default async function carryOut({ module, name, given }: ThreadTask): Promise<unknown> {
  const loaded = (await import(module)) as Readonly<Record<string, unknown>>
  const task = loaded[name]
  if (typeof task !== 'function') throw new Error(`${module} has no function ${name}.`)
  return task(...given) as unknown
}

/** On Linux a thread has a priority of its own; elsewhere all are alike. */
function lowerPriority(): void {
  try {
    const threadId = Number(fs.readlinkSync('/proc/thread-self').split('/').at(-1))
    os.setPriority(threadId, 10)
  } catch {
    // Not Linux, or not allowed: the work is done all the same.
  }
}
