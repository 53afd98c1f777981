import { expect, it } from 'vitest'
import { people, personName } from './people.ts'

it('people are called by their names, and the system and strangers as they are known', () => {
  people.write(new Map([['lerato', 'Lerato Khumalo']]))
  expect(['lerato', 'system', 'buyer@shop.example', ''].map(personName)).toEqual([
    'Lerato Khumalo',
    'System',
    'buyer@shop.example',
    '',
  ])
})
