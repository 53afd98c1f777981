import { expect, it } from 'vitest'
import { mayPay } from './payable.ts'

it('rejects an expired quote and points to paying it from the account at the current price', () => {
  expect(mayPay('quote', 100_00)).toBe(true)
  expect(mayPay('quote-expired', 100_00)).toMatchObject({
    message: 'This quote has expired. Pay it from the account at today’s price, or book the shipment again.',
  })
})
