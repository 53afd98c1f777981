import { describe, expect, it } from 'vitest'
import { pickupCodeText, readPickupCode } from './pickup-code.ts'

describe('a code with reference and PIN', () => {
  it.each([
    ['K7M2QX:1234', { reference: 'K7M2QX', pin: '1234' }],
    ['k7m2qx/1:123456', { reference: 'K7M2QX/1', pin: '123456' }],
    ['K7M2QX', null],
    ['https://example.com:8080', null],
    ['K7M2QX:12', null],
  ])('is read from the code %s', (raw, expected) => {
    expect(readPickupCode(raw)).toEqual(expected)
  })

  it('is read back as it was written', () => {
    const code = { reference: 'K7M2QX', pin: '1234' }
    expect(readPickupCode(pickupCodeText(code))).toEqual(code)
  })
})
