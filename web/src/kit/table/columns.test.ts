import { expect, it } from 'vitest'
import { numberWidth } from './columns.ts'

it('a number takes the room of all its digits, thousands and currency; any other text none', () => {
  expect(numberWidth('99999999999.99')).toBeGreaterThan(numberWidth('1234.50') + 7 * 8)
  expect(numberWidth('-1234.50')).toBeGreaterThan(numberWidth('1234.50'))
  expect(numberWidth('1234')).toBeLessThan(numberWidth('1234.00'))
  for (const text of ['', 'WB-1234', '2026-03-11', '12.5 kg']) expect(numberWidth(text)).toBe(0)
})
