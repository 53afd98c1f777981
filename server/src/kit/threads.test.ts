import { afterAll, describe, expect, it } from 'vitest'
import { ThreadEnded, ThreadPool } from './threads.ts'

const pool = new ThreadPool({ limit_ms: 1_000, memory_mb: 32 })
afterAll(() => pool.close())

const module = new URL('../../dev/test-kit/hostile-tasks.ts', import.meta.url).href
const run = (name: string, ...given: unknown[]) => pool.run({ module, name, given })

describe('a thread', () => {
  it.each(['loopForever', 'exhaustMemory'])(
    'is ended when its task would never end (%s), and others are carried out',
    async (name) => {
      const ended = expect(run(name)).rejects.toBeInstanceOf(ThreadEnded)
      const waiting = run('double', 21)
      await ended
      expect(await waiting).toBe(42)
    },
  )

  it('gives each task its whole time, however many wait before it', async () => {
    const ended = await Promise.allSettled([run('wait'), run('wait'), run('double', 2)])
    expect(ended.at(-1)).toEqual({ status: 'fulfilled', value: 4 })
  })

  it('hands on what a task throws', async () => {
    await expect(run('nothing')).rejects.toThrow('has no function nothing')
  })
})
