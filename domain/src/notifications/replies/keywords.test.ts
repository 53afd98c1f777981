import { expect, it } from 'vitest'
import { isPlainYes, keywordOf } from './keywords.ts'

it.each([
  ['CHANGE', 'change'],
  [' change. ', 'change'],
  ['Locker', 'locker'],
  ['"LOCKER"  yes!', 'yes'],
  ['Yes', 'other'],
  ['STOP', 'stop'],
  ['start', 'start'],
  ['Please change the day', 'other'],
  ['don’t stop', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
] as const)('reads %j as %s', (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword)
})

it('tells a plain yes from one that names the locker', () => {
  expect(['Yes', ' YES! ', 'locker yes', 'yes please', ''].map(isPlainYes)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
