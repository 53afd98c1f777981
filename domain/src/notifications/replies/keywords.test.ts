import { expect, it } from 'vitest'
import { keywordOf } from './keywords.ts'

it.each([
  ['CHANGE', 'change'],
  [' change. ', 'change'],
  ['Locker', 'locker'],
  ['"LOCKER"  yes!', 'yes'],
  ['Yes', 'yes'],
  ['STOP', 'stop'],
  ['start', 'start'],
  ['Please change the day', 'other'],
  ['don’t stop', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
] as const)('reads %j as %s', (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword)
})
