import { expect, it } from 'vitest'
import { mayPay } from './payable.ts'

it('says of an expired quote that the account can still pay it at its price of today', () => {
  expect(mayPay('quote', 100_00)).toBe(true)
  expect(mayPay('quote-expired', 100_00)).toMatchObject({
    message:
      'This quote has expired. Pay it from the account at its price of today, or book the shipment again.',
  })
})
