import { expect, it } from 'vitest'
import { compartmentIn, compartmentMessage } from './compartment-message.ts'

it('formats the locker compartment and recognises it only in compartment messages', () => {
  expect([compartmentMessage(' B12 '), compartmentMessage(''), compartmentMessage(undefined)]).toEqual([
    'Compartment B12',
    '',
    '',
  ])
  expect([compartmentIn('Compartment B12'), compartmentIn('Arrived early')]).toEqual(['compartment B12', ''])
})
