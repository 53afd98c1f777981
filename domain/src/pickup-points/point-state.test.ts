import { describe, expect, it } from 'vitest'
import { stateOf, type PointStanding } from './point-state.ts'

const box = { name: 'small', length: 32, width: 56, height: 12, weight: 6, available: true }
const working: PointStanding = {
  status: 'online',
  compartments: [box],
  is_hidden: false,
  capacity: null,
  parcels_held: 3,
  closed_date: null,
}

describe('state of a pickup point', () => {
  it.each<[string, Partial<PointStanding>, string]>([
    ['works while a compartment is free', {}, 'working'],
    ['is full when no compartment is free', { compartments: [{ ...box, available: false }] }, 'full'],
    ['works while a counter has room', { compartments: [], capacity: 4 }, 'working'],
    ['is full when a counter holds its capacity', { compartments: [], capacity: 3 }, 'full'],
    ['is offline even when it is full', { status: 'offline', capacity: 1 }, 'offline'],
    ['is hidden when it works but customers do not see it', { is_hidden: true }, 'hidden'],
    [
      'is closed before anything else',
      { closed_date: new Date(0), is_hidden: true, status: 'offline' },
      'closed',
    ],
  ])('%s', (_, change, state) => {
    expect(stateOf({ ...working, ...change })).toBe(state)
  })
})
