import { describe, expect, it } from 'vitest'
import { formatDecimal } from './numbers.ts'

describe('formatDecimal', () => {
  it('drops trailing zeros after the decimal point but not those of the whole number', () => {
    expect([formatDecimal(12.5), formatDecimal(100), formatDecimal(0.1)]).toEqual(['12.5', '100', '0.1'])
    expect([formatDecimal(30, 0), formatDecimal(1200, 0), formatDecimal(0, 0)]).toEqual(['30', '1,200', '0'])
  })
})
