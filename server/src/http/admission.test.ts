import { describe, expect, it } from 'vitest'
import { Admission, workload_limits } from './admission.ts'

/** Starts a call that runs until the test ends it. */
function call(admission: Admission, caller: string, gone?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const started = { yes: false }
  const done = admission.run({ workload: 'heavy', caller, gone }, () => {
    started.yes = true
    return promise
  })
  // Prevents an unhandled rejection; tests check `done` when they need it.
  done.catch(() => undefined)
  return { started, end: resolve, done }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const small = {
  ...workload_limits,
  heavy: { running: 2, waiting: 5, wait_ms: 60_000, waiting_each: 3 },
}

describe('admission of requests of one workload', () => {
  it('runs requests in parallel up to the limit and queues the rest', async () => {
    const admission = new Admission(small)
    const calls = ['a', 'a', 'a'].map((caller) => call(admission, caller))
    await turn()
    expect(calls.map(({ started }) => started.yes)).toEqual([true, true, false])
    calls[0]?.end()
    await turn()
    expect(calls[2]?.started.yes).toBe(true)
  })

  it('starts the queued request of the caller with the fewest running requests', async () => {
    const admission = new Admission(small)
    const greedy = ['a', 'a', 'a', 'a'].map((caller) => call(admission, caller))
    const other = call(admission, 'b')
    greedy[0]?.end()
    await turn()
    expect(other.started.yes).toBe(true)
    expect(greedy[2]?.started.yes).toBe(false)
  })

  it('leaves capacity for other workloads', async () => {
    const admission = new Admission(small)
    for (let n = 0; n < 4; n += 1) call(admission, 'a')
    await expect(admission.run({ workload: 'field', caller: 'c' }, async () => 'scanned')).resolves.toBe(
      'scanned',
    )
  })

  it('rejects as unavailable when one caller fills its queue share and when the queue is full', async () => {
    const admission = new Admission(small)
    const greedy = Array.from({ length: 6 }, () => call(admission, 'a'))
    await expect(greedy[5]?.done).rejects.toMatchObject({ kind: 'unavailable', retry_after_s: 5 })
    for (let n = 0; n < 2; n += 1) call(admission, 'b')
    await expect(call(admission, 'c').done).rejects.toMatchObject({ kind: 'unavailable' })
    expect(admission.count('heavy')).toEqual({ running: 2, waiting: 5 })
  })

  it('removes queued requests when the client disconnects', async () => {
    const admission = new Admission(small)
    call(admission, 'a')
    call(admission, 'a')
    const gone = new AbortController()
    const waiting = call(admission, 'a', gone.signal)
    gone.abort()
    await expect(waiting.done).rejects.toMatchObject({ kind: 'unavailable' })
    expect(waiting.started.yes).toBe(false)
    expect(admission.count('heavy').waiting).toBe(0)
  })

  it('releases the slot when a request fails', async () => {
    const admission = new Admission(small)
    const failing = () =>
      admission.run({ workload: 'heavy', caller: 'a' }, () => Promise.reject(new Error('no')))
    for (let n = 0; n < 5; n += 1) await expect(failing()).rejects.toThrow('no')
    expect(admission.count('heavy')).toEqual({ running: 0, waiting: 0 })
  })
})
