import { describe, expect, it } from 'vitest'
import { compareRows } from './newer-rows.ts'

const row = (id: number, status = 'submitted') => ({ id, status })
const compare = (shown: ReturnType<typeof row>[], newer: ReturnType<typeof row>[]) =>
  compareRows(shown, newer, (one) => one.id)

describe('compareRows', () => {
  it('reports unchanged rows as the same', () => {
    expect(compare([row(2), row(1)], [row(2), row(1)])).toEqual({ moved: 0, is_same: true })
  })

  it('reports changed contents without a move when every row keeps its position', () => {
    expect(compare([row(2), row(1)], [row(2, 'collected'), row(1)])).toEqual({ moved: 0, is_same: false })
  })

  it('counts new rows, and counts one change when rows only moved or were removed', () => {
    expect(compare([row(2), row(1)], [row(4), row(3)]).moved).toBe(2)
    expect(compare([row(2), row(1)], [row(1), row(2)]).moved).toBe(1)
    expect(compare([row(2), row(1)], [row(2)]).moved).toBe(1)
  })
})
