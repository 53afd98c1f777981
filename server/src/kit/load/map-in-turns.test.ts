import { expect, it } from 'vitest'
import { finishInTurns, mapInTurns } from './map-in-turns.ts'

const items = Array.from({ length: 64 }, (_, n) => n)
/** Works for a millisecond. */
const square = (n: number): number => {
  const until = performance.now() + 1
  while (performance.now() < until);
  return n * n
}
/** Returns the result of some work and how often other work ran in between. */
async function withTurns<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let turns = 0
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const result = await work()
  clearImmediate(next)
  return [result, turns]
}

it('maps a long list in order, and lets other work run in between', async () => {
  const [squares, turns] = await withTurns(() => mapInTurns(items, square))
  expect(squares).toEqual(items.map((n) => n * n))
  expect(turns).toBeGreaterThan(2)
})

it('finishes a computation in steps, and lets other work run in between', async () => {
  function* sum(): Generator<undefined, number> {
    let total = 0
    for (const n of items) {
      total += square(n)
      yield
    }
    return total
  }
  const [total, turns] = await withTurns(() => finishInTurns(sum()))
  expect(total).toBe(items.reduce((before, n) => before + n * n, 0))
  expect(turns).toBeGreaterThan(2)
})

it('maps a short list without waiting', async () => {
  let isDone = false
  void mapInTurns([1, 2], (n) => n).then(() => (isDone = true))
  await Promise.resolve()
  await Promise.resolve()
  expect(isDone).toBe(true)
})
