import { describe, expect, it } from 'vitest'
import { readAll } from './read-all.ts'

/** A fake list with `rows` rows whose server returns at most `page` rows at once. */
const listOf =
  (rows: number, page: number) =>
  async ({ limit, offset }: { limit: number; offset: number }) =>
    Array.from({ length: Math.max(0, Math.min(limit, page, rows - offset)) }, (_, at) => offset + at)

describe('readAll', () => {
  it.each([
    [0, 500],
    [99, 100],
    [100, 100],
    [5_230, 100],
    [5_230, 10_000],
  ])('reads all %i rows from pages of at most %i', async (rows, page) => {
    expect(await readAll(listOf(rows, page))).toEqual(Array.from({ length: rows }, (_, at) => at))
  })

  it('throws an error instead of cutting a list that exceeds the limit of one file', async () => {
    await expect(readAll(listOf(50_001, 500))).rejects.toThrow('More than 50,000 rows match')
  })
})
