import { expect, it } from 'vitest'
import { fitWidths, leastWidth, numberWidth } from './columns.ts'

it('a number takes the room of all its digits, thousands and currency; any other text none', () => {
  expect(numberWidth('99999999999.99')).toBeGreaterThan(numberWidth('1234.50') + 7 * 8)
  expect(numberWidth('-1234.50')).toBeGreaterThan(numberWidth('1234.50'))
  expect(numberWidth('1234')).toBeLessThan(numberWidth('1234.00'))
  for (const text of ['', 'WB-1234', '2026-03-11', '12.5 kg']) expect(numberWidth(text)).toBe(0)
})

it('a column of texts shrinks as far as its head and texts stay whole, and cut ones to three quarters', () => {
  expect(leastWidth(200, 'Route', ['Cape Town → Durban'])).toBe(159)
  expect(leastWidth(200, 'Route', ['A name that is far longer than two hundred pixels'])).toBe(150)
  expect(leastWidth(112, 'Between', ['08:00–17:00'])).toBe(107)
  expect(leastWidth(70, 'Service level', ['ECO'])).toBe(70)
})

it('columns give what they can spare, and no more, where all would not fit', () => {
  const columns = [
    { width: 100, least: 100 },
    { width: 200, least: 150 },
    { width: 140, least: 40 },
  ]
  expect(fitWidths(columns, 500)).toEqual([100, 200, 140])
  expect(fitWidths(columns, 365)).toEqual([100, 175, 90])
  expect(fitWidths(columns, 100)).toEqual([100, 150, 40])
  expect(fitWidths(columns, 0)).toEqual([100, 200, 140])
})
