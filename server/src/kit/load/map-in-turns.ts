import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long other requests wait at most for a part of a long list, in ms. */
const slice_ms = 5
/** The clock is read after this number of items. */
const items_per_look = 4

/** Like `items.map(fn)`; other requests run in between when the list is long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  fn: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let until = performance.now() + slice_ms
  for (const item of items) {
    results.push(fn(item))
    if (results.length % items_per_look !== 0 || performance.now() < until) continue
    await nextTurn()
    until = performance.now() + slice_ms
  }
  return results
}

/** Runs a long computation to its end and returns its result; other requests run in between its steps. */
export async function finishInTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let until = performance.now() + slice_ms
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + slice_ms
  }
}
