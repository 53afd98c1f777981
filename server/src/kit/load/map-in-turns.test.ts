import { expect, it } from 'vitest'
import { mapInTurns } from './map-in-turns.ts'

it('maps a long list in order, and lets other work run in between', async () => {
  const items = Array.from({ length: 64 }, (_, n) => n)
  let turns = 0
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const squares = await mapInTurns(items, (n) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return n * n
  })
  clearImmediate(next)
  expect(squares).toEqual(items.map((n) => n * n))
  expect(turns).toBeGreaterThan(2)
})

it('maps a short list without waiting', async () => {
  let isDone = false
  void mapInTurns([1, 2], (n) => n).then(() => (isDone = true))
  await Promise.resolve()
  await Promise.resolve()
  expect(isDone).toBe(true)
})
