import { expect, it } from 'vitest'
import { quoteBankReference } from './quotes.ts'

it.each([
  ['both', 'OVB014 QTE000123'],
  ['quote-reference', 'QTE000123'],
  ['account-code', 'OVB014'],
] as const)('[SET-080] [SET-081] the reference for paying a quote is, with %s, %s', (option, reference) => {
  const quote = { quote_reference: 'QTE000123', account_code: 'OVB014' }
  expect(quoteBankReference(option, quote)).toBe(reference)
})
