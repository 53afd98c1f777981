import { expect, it, vi } from 'vitest'
import { people, personName, readPeopleWith } from './people.ts'

it('returns the name of a person, System for the system, and unknown usernames unchanged', () => {
  people.write(new Map([['lerato', 'Lerato Khumalo']]))
  expect(['lerato', 'system', 'buyer@shop.example', ''].map(personName)).toEqual([
    'Lerato Khumalo',
    'System',
    'buyer@shop.example',
    '',
  ])
})

it('loads the names of all staff once, when the first unknown username is displayed', async () => {
  people.write(new Map([['lerato', 'Lerato Khumalo']]))
  const read = vi.fn(() => Promise.resolve([['sipho', 'Sipho Dlamini']] as const))
  readPeopleWith(read)
  expect(['lerato', 'system', ''].map(personName)).toEqual(['Lerato Khumalo', 'System', ''])
  expect(read).not.toHaveBeenCalled()
  const isKnown = new Promise<void>((resolve) => people.watch(resolve))
  expect(['sipho', 'nobody'].map(personName)).toEqual(['sipho', 'nobody'])
  await isKnown
  expect(['sipho', 'nobody'].map(personName)).toEqual(['Sipho Dlamini', 'nobody'])
  expect(read).toHaveBeenCalledTimes(1)
})
