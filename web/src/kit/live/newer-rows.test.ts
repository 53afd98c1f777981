import { describe, expect, it } from 'vitest'
import { compareRows } from './newer-rows.ts'

const row = (id: number, status = 'submitted') => ({ id, status })
const compare = (shown: ReturnType<typeof row>[], newer: ReturnType<typeof row>[]) =>
  compareRows(shown, newer, (one) => one.id)

describe('what became of the rows on screen', () => {
  it('sees that nothing changed', () => {
    expect(compare([row(2), row(1)], [row(2), row(1)])).toEqual({ moved: 0, is_same: true })
  })

  it('lets contents change where every row stays in its place', () => {
    expect(compare([row(2), row(1)], [row(2, 'collected'), row(1)])).toEqual({ moved: 0, is_same: false })
  })

  it('counts rows that are new, and one change when rows only moved or left', () => {
    expect(compare([row(2), row(1)], [row(4), row(3)]).moved).toBe(2)
    expect(compare([row(2), row(1)], [row(1), row(2)]).moved).toBe(1)
    expect(compare([row(2), row(1)], [row(2)]).moved).toBe(1)
  })
})
