import { describe, expect, it } from 'vitest'
import type { Caller } from '../kit/load/turns.ts'
import { Admission, workload_limits } from './admission.ts'

/** Returns `a` of company 1, or `b2` as `b` of company 2. */
const callerOf = (text: string): Caller => ({ company: Number(text.slice(1)) || 1, name: text.charAt(0) })

/** Starts a call that runs until the test ends it. */
function call(admission: Admission, who: string, gone?: AbortSignal) {
  const caller = callerOf(who)
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
  heavy: { running: 2, waiting: 5, wait_ms: 60_000 },
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
    await expect(
      admission.run({ workload: 'field', caller: callerOf('c') }, async () => 'scanned'),
    ).resolves.toBe('scanned')
  })

  it.each([
    ['of the company with the fewest running requests', ['a1', 'b1', 'c1', 'a2'], 'a2'],
    ['of its caller with the fewest', ['a1', 'a1', 'a1', 'b1'], 'b1'],
    ['of the company that started one longest ago, among equals', ['a1', 'a2', 'a2', 'b3'], 'b3'],
    ['that waits longest, of one caller', ['a1', 'a1', 'b1', 'b1'], 'b1'],
  ])('starts the request %s', async (_what, arrivals, expected) => {
    const admission = new Admission(small)
    const calls = arrivals.map((who) => ({ who, ...call(admission, who) }))
    await turn()
    calls[0]?.end()
    await turn()
    const started = calls.slice(small.heavy.running).filter((one) => one.started.yes)
    expect(started.map(({ who }) => who)).toEqual([expected])
  })

  it('serves companies in turn, however many requests of one of them wait', async () => {
    const admission = new Admission({ ...small, heavy: { running: 1, waiting: 50, wait_ms: 60_000 } })
    const order: string[] = []
    const arrivals = ['a1', 'a1', 'b1', 'a1', 'b1', 'a2', 'a2', 'a3']
    await Promise.all(
      arrivals.map((who) =>
        admission.run({ workload: 'heavy', caller: callerOf(who) }, async () => void order.push(who)),
      ),
    )
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a2', 'a1', 'b1', 'a1'])
  })

  it.each([
    ['lets one company alone fill the queue', ['a1', 'a1', 'b1', 'b1', 'b1'], []],
    ['rejects what one caller asks beyond that', ['a1', 'a1', 'a1', 'a1', 'a1', 'a1'], [5]],
    ['takes a place from the company with the most', ['a1', 'a1', 'b1', 'b1', 'b1', 'a2'], [4]],
    ['takes it from its caller with the most', ['b1', 'b1', 'b1', 'b1', 'a1', 'a2'], [3]],
    ['takes a place from a caller of the same company', ['a1', 'a1', 'a1', 'a1', 'a1', 'b1'], [4]],
    ['takes no place from a company that has no more', ['a1', 'a1', 'a2', 'a2', 'a3', 'a1'], [5]],
  ])('%s when the queue is full', async (_what, arrivals, rejected) => {
    const admission = new Admission(small)
    for (let n = 0; n < small.heavy.running; n += 1) call(admission, 'z9')
    const calls = arrivals.map((who) => call(admission, who))
    const outcomes = await Promise.all(
      calls.map(({ done }) =>
        Promise.race([
          done.then(
            () => null,
            (problem: unknown) => problem,
          ),
          turn(),
        ]),
      ),
    )
    expect(outcomes.flatMap((outcome, index) => (outcome ? [index] : []))).toEqual(rejected)
    for (const index of rejected)
      expect(outcomes[index]).toMatchObject({ kind: 'unavailable', retry_after_s: 5 })
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
      admission.run({ workload: 'heavy', caller: callerOf('a') }, () => Promise.reject(new Error('no')))
    for (let n = 0; n < 5; n += 1) await expect(failing()).rejects.toThrow('no')
    expect(admission.count('heavy')).toEqual({ running: 0, waiting: 0 })
  })
})
