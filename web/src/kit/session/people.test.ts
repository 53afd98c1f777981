import { expect, it } from 'vitest'
import { people, personName } from './people.ts'

it('returns the name of a person, System for the system, and unknown usernames unchanged', () => {
  people.write(new Map([['lerato', 'Lerato Khumalo']]))
  expect(['lerato', 'system', 'buyer@shop.example', ''].map(personName)).toEqual([
    'Lerato Khumalo',
    'System',
    'buyer@shop.example',
    '',
  ])
})
