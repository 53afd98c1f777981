import { expect, it } from 'vitest'
import { amountInWords } from './amount-words.ts'

it.each([
  [0, 'no rand'],
  [1, 'no rand and 1 cent'],
  [1_00, 'one rand'],
  [19_50, 'nineteen rand and 50 cents'],
  [21_00, 'twenty-one rand'],
  [100_00, 'one hundred rand'],
  [342_00, 'three hundred and forty-two rand'],
  [1_005_00, 'one thousand and five rand'],
  [20_300_00, 'twenty thousand three hundred rand'],
  [2_000_000_00, 'two million rand'],
  [20_000_000_00, 'twenty million rand'],
  [
    99_999_999_999_99,
    'ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine rand and 99 cents',
  ],
  [-5_00, 'minus five rand'],
])('writes %i cents as %s', (cents, words) => {
  expect(amountInWords(cents)).toBe(words)
})
