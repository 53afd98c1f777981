import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import {
  confirmSentence,
  driverDoubts,
  mayAssign,
  type DriverState,
  type DriverWork,
} from './driver-doubts.ts'

const sipho: DriverState = {
  name: 'Sipho',
  branch_id: 1,
  branch_name: 'Johannesburg',
  zones: ['J Rosebank'],
  is_disabled: false,
  on_duty: true,
  licence_expiry: '2027-01-31',
  vehicle_max_weight: 500,
  stops: 79,
  kg: 480,
}
const work: DriverWork = { branch_ids: [1], zone: 'J Rosebank', day: '2026-03-11', stops: 1, kg: 20 }
const limits = { max_stops: 80, today: '2026-03-11' }

const office: Actor = { ...systemActor(1), kind: 'user', role_id: role_ids.administrator }

describe('doubts about a driver for some work', () => {
  it.each<[string, Partial<DriverState>, Partial<DriverWork>, string[]]>([
    ['of the branch and zone, and up to every limit', {}, {}, []],
    ['of another branch', { branch_id: 2, branch_name: 'Durban' }, {}, ['belongs to Durban']],
    [
      'of another branch, whose zones are elsewhere too',
      { branch_id: 2, branch_name: 'Durban', zones: ['D Berea'] },
      {},
      ['belongs to Durban'],
    ],
    ['of a branch of the trip', { branch_id: 2 }, { branch_ids: [1, 2] }, []],
    ['of no branch', { branch_id: null, branch_name: '' }, {}, []],
    ['where no branch is known', { branch_id: 2 }, { branch_ids: [] }, []],
    ['of another zone', {}, { zone: 'J Menlyn' }, ['does not drive J Menlyn']],
    ['who drives everywhere', { zones: [] }, { zone: 'J Menlyn' }, []],
    ['where no zone is known', {}, { zone: '' }, []],
    ['who may not sign in', { is_disabled: true }, {}, ['may not sign in']],
    ['off duty today', { on_duty: false }, {}, ['is off duty']],
    ['off duty today, for tomorrow', { on_duty: false }, { day: '2026-03-12' }, []],
    ['on the last day of the licence', { licence_expiry: '2026-03-11' }, {}, []],
    [
      'with a licence that has ended',
      { licence_expiry: '2026-03-10' },
      {},
      ['has a licence that expired on 10 Mar 2026'],
    ],
    ['at the limit of stops', { stops: 80 }, {}, ['has 80 of 80 stops already']],
    ['at the limit of stops, for no stop', { stops: 80 }, { stops: 0, kg: 0 }, []],
    ['with a full vehicle', { kg: 481 }, {}, ['would carry 501 kg in a vehicle rated for 500 kg']],
    ['with a vehicle of unknown size', { kg: 481, vehicle_max_weight: 0 }, {}, []],
  ])('returns the expected doubts for a driver %s', (_, driver, more, doubts) => {
    expect(driverDoubts({ ...sipho, ...driver }, { ...work, ...more }, limits)).toEqual(doubts)
  })

  it('combines all doubts about a driver in one sentence', () => {
    expect(confirmSentence('Sipho', ['belongs to Durban'])).toBe(
      'Sipho belongs to Durban. Choose another driver, or assign anyway.',
    )
    expect(confirmSentence('Sipho', ['belongs to Durban', 'does not drive X', 'is off duty'])).toBe(
      'Sipho belongs to Durban, does not drive X and is off duty. Choose another driver, or assign anyway.',
    )
  })
})

describe('driver assignment permission', () => {
  const person = (...permissions: string[]): Actor => ({ ...office, permissions })
  const doubts = ['belongs to Durban']
  const message = (verdict: ReturnType<typeof mayAssign>) => (verdict === true ? null : verdict.message)

  it('requires a permission for a driver of another branch, and a confirmation when there are doubts', () => {
    const nomsa = { name: 'Nomsa', branch_id: 2 }
    const any = person('INLINE_assign_any_driver')
    expect(message(mayAssign(person(), nomsa, work, doubts, true))).toBe('Nomsa belongs to another branch.')
    expect(message(mayAssign(any, nomsa, work, doubts, undefined))).toBe(
      'Nomsa belongs to Durban. Choose another driver, or assign anyway.',
    )
    expect(mayAssign(any, nomsa, work, doubts, true)).toBe(true)
    expect(mayAssign(person(), { ...nomsa, branch_id: null }, work, [], undefined)).toBe(true)
  })

  it('allows a driver of the same branch without a permission, and requires a confirmation only when there are doubts', () => {
    expect(mayAssign(person(), sipho, work, [], undefined)).toBe(true)
    expect(message(mayAssign(person(), sipho, work, ['is off duty'], false))).toBe(
      'Sipho is off duty. Choose another driver, or assign anyway.',
    )
    expect(mayAssign(person(), sipho, work, ['is off duty'], true)).toBe(true)
  })
})
