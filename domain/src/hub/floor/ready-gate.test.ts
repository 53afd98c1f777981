import { describe, expect, it } from 'vitest'
import { systemActor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import {
  blockerText,
  hasParcels,
  mayRelease,
  ready_blockers,
  readyBlockers,
  type ReadyFacts,
} from './ready-gate.ts'

const row = (more: Partial<ReadyFacts> = {}): ReadyFacts => ({
  expected: 0,
  on_floor: 0,
  loaded: 20,
  missing: 0,
  over: 0,
  damaged: 0,
  kg: 800,
  max_kg: 800,
  m3: 4,
  max_m3: 4,
  is_licence_over: false,
  is_vehicle_open: false,
  ...more,
})

describe('[HUB-003] ready gate of a vehicle', () => {
  it.each([
    ['green when everything is loaded within the limits', {}, []],
    ['green when the limits are not known', { max_kg: null, max_m3: null, kg: 9_000, m3: 90 }, []],
    ['blocked by parcels on their way', { expected: 1 }, ['expected']],
    ['blocked by parcels on the floor', { on_floor: 1 }, ['on_floor']],
    [
      'blocked by missing, over and damaged parcels',
      { missing: 1, over: 1, damaged: 1 },
      ['missing', 'over', 'damaged'],
    ],
    ['blocked by weight and volume', { kg: 800.1, m3: 4.1 }, ['overweight', 'overfull']],
    ['blocked by the licence', { is_licence_over: true }, ['licence']],
    ['blocked by the vehicle', { is_vehicle_open: true }, ['vehicle']],
  ] as const)('is %s', (_, more, blockers) => expect(readyBlockers(row(more))).toEqual(blockers))

  it('says what is wrong in one sentence per blocker', () => {
    const facts = row({ missing: 1, over: 2, kg: 812.34 })
    expect(blockerText('missing', facts).text).toBe('1 parcel is missing.')
    expect(blockerText('over', facts).text).toBe('2 parcels are here or loaded and not planned.')
    expect(blockerText('overweight', facts).text).toBe(
      'The parcels weigh 812.3 kg; the vehicle carries 800 kg.',
    )
    for (const blocker of ready_blockers) expect(blockerText(blocker, facts).text).toMatch(/\.$/)
  })

  it('is overridden only with the right and a reason', () => {
    const clerk = { ...systemActor(1), permissions: [] }
    const manager = { ...clerk, permissions: ['INLINE_release_with_blockers'] }
    expect(mayRelease(clerk, [], '')).toBe(true)
    expect(reasonOf(mayRelease(clerk, ['1 parcel is missing.'], 'It is late'))).toContain(
      '1 parcel is missing.',
    )
    expect(reasonOf(mayRelease(manager, ['1 parcel is missing.'], ''))).toContain('Enter the reason')
    expect(mayRelease(manager, ['1 parcel is missing.'], 'It is late')).toBe(true)
  })

  it('has nothing to release without parcels', () => {
    expect(hasParcels(row())).toBe(true)
    expect(reasonOf(hasParcels(row({ loaded: 0 })))).toContain('no parcels')
  })
})
