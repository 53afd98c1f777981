import { afterEach, describe, expect, it, vi } from 'vitest'
import { acquireTabLock } from './tab-lock.ts'

/** Fake locks that behave like those of browsers: one holder per name, the others wait in order. */
class FakeLocks {
  readonly #queues = new Map<string, Promise<void>>()
  async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    const before = this.#queues.get(name) ?? Promise.resolve()
    const held = before.then(() => (signal.aborted ? undefined : hold()))
    this.#queues.set(name, held)
    return held
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('tab lock', () => {
  it('has one holder at a time and passes to the next tab when the first gives up', async () => {
    vi.stubGlobal('navigator', { locks: new FakeLocks() })
    const began: string[] = []
    const first = acquireTabLock('live', () => began.push('first'))
    const second = acquireTabLock('live', () => began.push('second'))
    await vi.waitFor(() => expect(began).toEqual(['first']))
    expect([first.isOurs(), second.isOurs()]).toEqual([true, false])
    first.giveUp()
    await vi.waitFor(() => expect(began).toEqual(['first', 'second']))
  })

  it('gives every tab its own lock when the browser has no Locks API', () => {
    vi.stubGlobal('navigator', {})
    expect([acquireTabLock('live').isOurs(), acquireTabLock('live').isOurs()]).toEqual([true, true])
  })
})
