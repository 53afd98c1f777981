import { describe, expect, it } from 'vitest'
import { readAll } from './read-all.ts'

/** A list of so many rows whose server gives at most `page` of them at once. */
const listOf =
  (rows: number, page: number) =>
  async ({ limit, offset }: { limit: number; offset: number }) =>
    Array.from({ length: Math.max(0, Math.min(limit, page, rows - offset)) }, (_, at) => offset + at)

describe('everything of a list', () => {
  it.each([
    [0, 500],
    [99, 100],
    [100, 100],
    [5_230, 100],
    [5_230, 10_000],
  ])('%i rows are all read from pages of at most %i', async (rows, page) => {
    expect(await readAll(listOf(rows, page))).toEqual(Array.from({ length: rows }, (_, at) => at))
  })

  it('more than one file holds is refused, not cut', async () => {
    await expect(readAll(listOf(50_001, 500))).rejects.toThrow('More than 50,000 rows match')
  })
})
