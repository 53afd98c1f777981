import { expect, it } from 'vitest'
import { fitWidths, leastWidth, numberWidth } from './columns.ts'

it('calculates the width of a number with its digits, thousands separators and currency, and 0 for other text', () => {
  expect(numberWidth('99999999999.99')).toBeGreaterThan(numberWidth('1234.50') + 7 * 8)
  expect(numberWidth('-1234.50')).toBeGreaterThan(numberWidth('1234.50'))
  expect(numberWidth('1234')).toBeLessThan(numberWidth('1234.00'))
  for (const text of ['', 'WB-1234', '2026-03-11', '12.5 kg']) expect(numberWidth(text)).toBe(0)
})

it('shrinks a text column only as far as its title and texts fit, or to three quarters if texts are cut anyway', () => {
  expect(leastWidth(200, 'Route', ['Cape Town → Durban'])).toBe(159)
  expect(leastWidth(200, 'Route', ['A name that is far longer than two hundred pixels'])).toBe(150)
  expect(leastWidth(112, 'Between', ['08:00–17:00'])).toBe(107)
  expect(leastWidth(70, 'Service level', ['ECO'])).toBe(70)
})

it('reduces columns in proportion to their spare width, and never below the minimum', () => {
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
