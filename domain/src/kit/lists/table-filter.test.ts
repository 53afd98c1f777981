import { describe, expect, it } from 'vitest'
import { TableFilter } from './table-filter.ts'

const reads = (entry: object) => TableFilter.safeParse(entry).success

describe('table filter entry', () => {
  it('[REP-015] parses a field, an operator and a value that defaults to null', () => {
    expect(TableFilter.parse({ field: 'status', operator: 'is', value: 'at-hub' })).toEqual({
      field: 'status',
      operator: 'is',
      value: 'at-hub',
    })
    expect(TableFilter.parse({ field: 'status', operator: 'empty' }).value).toBeNull()
  })

  it('[REP-015] supports eleven operators and validates the value of each', () => {
    const alone = ['is', 'is_not', 'contains', 'starts_with', 'gt', 'lt']
    expect(alone.map((operator) => reads({ field: 'a', operator, value: 'x' }))).toEqual(
      alone.map(() => true),
    )
    expect(alone.map((operator) => reads({ field: 'a', operator, value: ['x'] }))).toEqual(
      alone.map(() => false),
    )
    expect(['in', 'not_in'].map((operator) => reads({ field: 'a', operator, value: [1, 2, 3] }))).toEqual([
      true,
      true,
    ])
    expect([
      reads({ field: 'a', operator: 'between', value: [1, 2] }),
      reads({ field: 'a', operator: 'between', value: [1] }),
    ]).toEqual([true, false])
    expect(['empty', 'not_empty'].map((operator) => reads({ field: 'a', operator, value: 'x' }))).toEqual([
      false,
      false,
    ])
    expect(reads({ field: 'a', operator: 'like', value: 'x' })).toBe(false)
  })
})
