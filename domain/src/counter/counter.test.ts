import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import { Problem } from '../kit/problem.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { checkHandOut, decideHandover, documentProblems, mayWorkAt, type SeenParcel } from './handover.ts'
import type { CounterParcel } from './model.ts'
import { afterUnsent, compareCount } from './stock.ts'

const to_here: SeenParcel = {
  name: 'K7M2QX',
  status: 'out-for-delivery',
  point: 'Sea Point counter',
  out_of_order_reason: '',
  legs_here: ['delivery'],
  elsewhere: [],
  held_for: null,
}
const from_here: SeenParcel = { ...to_here, status: 'awaiting-dropoff', legs_here: ['collection'] }
const elsewhere: SeenParcel = { ...to_here, legs_here: [], elsewhere: ['Gateway counter'] }
const waiting: SeenParcel = { ...to_here, status: 'ready-for-pickup', held_for: 'delivery' }
const dropped: SeenParcel = { ...from_here, status: 'collected', held_for: 'collection' }

describe('what an action at a counter means', () => {
  it.each([
    ['take-in', from_here, 'from-sender'],
    ['take-in', { ...from_here, status: 'collection-assigned' }, 'from-sender'],
    ['take-in', to_here, 'from-driver'],
    ['take-in', { ...to_here, status: 'bob-box-reservation-failed' }, 'from-driver'],
    ['take-in', waiting, 'already-here'],
    ['take-in', dropped, 'already-here'],
    ['take-in', { ...to_here, status: 'at-hub' }, /at hub: it cannot be taken in/],
    ['take-in', { ...from_here, status: 'cancelled' }, /cancelled: it cannot be taken in/],
    ['take-in', elsewhere, 'K7M2QX belongs to Gateway counter, not to Sea Point counter.'],
    ['take-in', { ...elsewhere, elsewhere: [] }, 'K7M2QX neither starts nor ends at Sea Point counter.'],
    ['take-in', { ...to_here, out_of_order_reason: 'Flooded' }, /takes nothing in: Flooded/],
    ['hand-out', waiting, 'to-receiver'],
    ['hand-out', { ...waiting, status: 'collect-and-return-to-hub' }, 'to-receiver'],
    ['hand-out', { ...waiting, out_of_order_reason: 'Flooded' }, 'to-receiver'],
    ['hand-out', { ...waiting, status: 'on-hold' }, /on hold: it cannot be handed out/],
    ['hand-out', { ...to_here, status: 'delivered' }, 'K7M2QX has already been handed out.'],
    ['hand-out', to_here, /out for delivery: it cannot be handed out/],
    ['hand-out', dropped, /dropped off here to be sent/],
    ['hand-out', elsewhere, /belongs to Gateway counter/],
    ['give-to-driver', dropped, 'to-driver'],
    ['give-to-driver', { ...waiting, status: 'collect-and-return-to-hub' }, 'back-to-driver'],
    ['give-to-driver', waiting, 'K7M2QX still waits for its receiver.'],
    ['give-to-driver', to_here, /cannot be given to a driver/],
  ] as const)('decides %s of %o: %s', (type, parcel, expected) => {
    const found = decideHandover(type, parcel as SeenParcel)
    const text = found instanceof Problem ? found.message : found
    if (expected instanceof RegExp) expect(text).toMatch(expected)
    else expect(text).toBe(expected)
  })
})

describe('who may work at a counter', () => {
  const clerk: Actor = { ...systemActor(1), kind: 'user', role_id: 18 }
  it.each([
    [clerk, null, null],
    [clerk, 5, null],
    [clerk, 6, 'You work at another location. Ask an administrator to change it.'],
    [{ ...clerk, role_id: role_ids.driver }, null, 'Only staff may work at a counter.'],
    [{ ...clerk, account_id: 3 }, null, 'Only staff may work at a counter.'],
  ])('decides for %o with the limit %s: %s', (actor, limit, reason) => {
    expect(reasonOf(mayWorkAt(actor, 5, limit))).toBe(reason)
  })
})

describe('proof of a receiver', () => {
  const identity = { document: 'id-card', name: 'N Mokoena', number_end: '9087' } as const
  it('is a PIN, or a document with name and the end of its number', () => {
    expect(reasonOf(checkHandOut({ pin: '1234' }))).toBeNull()
    expect(reasonOf(checkHandOut({ identity }))).toBeNull()
    expect(reasonOf(checkHandOut({}))).toContain("receiver's PIN")
    expect(reasonOf(checkHandOut({ identity: { ...identity, name: ' ' } }))).toContain('name')
    expect(documentProblems({ name: '', number_end: '12' }).map(({ field }) => field)).toEqual([
      'name',
      'number_end',
    ])
  })
})

describe('the parcels of a point', () => {
  const parcel = (reference: string, more: Partial<CounterParcel> = {}): CounterParcel => ({
    shipment_id: 1,
    reference,
    other_references: [`${reference}/1`],
    leg: 'delivery',
    state: 'waiting',
    receiver: 'Naledi',
    driver: '',
    door: '',
    has_come_today: false,
    time_deposited: null,
    deadline: null,
    ...more,
  })

  it('are compared with what was counted, by any reference', () => {
    const parcels = [
      parcel('AAAAAA'),
      parcel('BBBBBB'),
      parcel('CCCCCC', { state: 'for-driver' }),
      parcel('DDDDDD', { state: 'left' }),
      parcel('EEEEEE', { state: 'expected' }),
    ]
    expect(compareCount(parcels, ['AAAAAA/1', 'CCCCCC', 'DDDDDD', 'DDDDDD'])).toEqual({
      missing: ['BBBBBB'],
      unexpected: ['DDDDDD'],
    })
  })

  it('include what this device has not sent yet, in its order', () => {
    const parcels = [
      parcel('AAAAAA', { state: 'expected' }),
      parcel('BBBBBB', { state: 'expected', leg: 'collection' }),
    ]
    const states = (unsent: Parameters<typeof afterUnsent>[1]) =>
      afterUnsent(parcels, unsent).map(({ state }) => state)
    const taken = [
      { type: 'take-in', reference: 'AAAAAA/1' },
      { type: 'take-in', reference: 'BBBBBB' },
    ] as const
    expect(states(taken)).toEqual(['waiting', 'for-driver'])
    expect(states([...taken, { type: 'hand-out', reference: 'AAAAAA' }])).toEqual(['left', 'for-driver'])
    expect(states([{ type: 'hand-out', reference: 'AAAAAA' }, { type: 'close-day' }])).toEqual([
      'expected',
      'expected',
    ])
  })
})
