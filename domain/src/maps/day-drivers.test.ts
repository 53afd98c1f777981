import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../kit/actor.ts'
import { driverOfArea, mayGiveArea } from './day-drivers.ts'

type AreaGiving = Parameters<typeof mayGiveArea>[1]

const dispatcher: Actor = { ...systemActor(1), kind: 'user', permissions: [] }
const giving: AreaGiving = {
  day: '2026-11-28',
  today: '2026-11-27',
  area: { name: 'Rosebank', branch_id: 1, is_active: true },
  driver: { name: 'Sipho', branch_id: 1, is_removed: false, licence_expiry: null },
}
const other = (more: Partial<NonNullable<AreaGiving['driver']>>) => ({
  driver: { name: 'Sipho', branch_id: 1, is_removed: false, licence_expiry: null, ...more },
})

describe('an area given for a day', () => {
  it.each<[string, Partial<AreaGiving>, Partial<Actor>, string | true]>([
    ['to a driver of the branch', {}, {}, true],
    ['back to its usual drivers', { driver: null }, {}, true],
    ['on a day that is over', { day: '2026-11-26' }, {}, 'is over'],
    ['that is switched off', { area: { ...giving.area, is_active: false } }, {}, 'switched off'],
    ['to a driver who was removed', other({ is_removed: true }), {}, 'cannot sign in'],
    ['to a driver without a valid licence', other({ licence_expiry: '2026-11-27' }), {}, 'licence'],
    ['to a driver of another branch', other({ branch_id: 2 }), {}, 'another branch'],
    [
      'to a driver of another branch, with the right',
      other({ branch_id: 2 }),
      { permissions: ['INLINE_assign_any_driver'] },
      true,
    ],
    ['by staff of another branch', {}, { branch_id: 2, limit_user_to_branch: true }, 'Could not find'],
  ])('is checked: %s', (_title, about, actor, expected) => {
    const result = mayGiveArea({ ...dispatcher, ...actor }, { ...giving, ...about })
    if (expected === true) expect(result).toBe(true)
    else expect(result).toMatchObject({ message: expect.stringContaining(expected) })
  })

  it('decides before duty and the order of the usual drivers', () => {
    const onDuty = new Set(['b', 'c'])
    expect(driverOfArea(['a', 'b', 'c'], undefined, onDuty)).toBe('b')
    expect(driverOfArea(['a', 'b', 'c'], 'd', onDuty)).toBe('d')
    expect(driverOfArea(['a'], undefined, onDuty)).toBeNull()
  })
})
