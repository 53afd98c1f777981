import { afterAll, describe, expect, it } from 'vitest'
import { ThreadEnded, ThreadPool } from './threads.ts'

const pool = new ThreadPool({ limit_ms: 500, memory_mb: 32 })
afterAll(() => pool.close())

const module = new URL('../../dev/test-kit/hostile-tasks.ts', import.meta.url).href
const run = (name: string, ...given: unknown[]) => pool.run({ module, name, given })

describe('ThreadPool', () => {
  it.each(['loopForever', 'exhaustMemory'])(
    'ends a task that never finishes or exhausts memory (%s) and completes other tasks',
    async (name) => {
      const ended = expect(run(name)).rejects.toBeInstanceOf(ThreadEnded)
      const waiting = run('double', 21)
      await ended
      expect(await waiting).toBe(42)
    },
  )

  it('does not count waiting time towards the time limit of a task', async () => {
    const ended = await Promise.allSettled([run('wait'), run('wait'), run('double', 2)])
    expect(ended.at(-1)).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('does not count the start of a thread and the loading of a module towards the time limit', async () => {
    const slow = new URL('../../dev/test-kit/slow-module.ts', import.meta.url).href
    expect(await pool.run({ module: slow, name: 'answer', given: [] })).toBe(42)
  })

  it('rejects with the error thrown in the thread', async () => {
    await expect(run('nothing')).rejects.toThrow('has no function nothing')
  })
})
