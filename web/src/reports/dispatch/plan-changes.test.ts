import type { BoardDriver, BoardStop } from '@waybill/domain/drivers/plan'
import { describe, expect, it } from 'vitest'
import { groupsOf, isMovable, keyOf, keysBetween, keysInLasso } from './board-stops.ts'
import { effectText, isWorse, minutesText } from './figure-texts.ts'
import { lockStops, moveTo, orderStopsOf, reorder, step, versionsFor } from './plan-changes.ts'

const figures = { stops: 3, km: 20, minutes: 90, late_stops: 0, late_minutes: 0, kg: 30, m3: 0.3 }
const driver = (username: string, version = 0): BoardDriver => ({
  username,
  name: username.toUpperCase(),
  branch_name: 'CPT',
  vehicle_registration: '',
  max_kg: 100,
  max_m3: 0,
  on_duty: true,
  is_driver: true,
  version,
  plan: null,
  figures,
  done: 0,
  failed: 0,
  other_stops: 0,
})
const stop = (id: number, by: string, place: number, more: Partial<BoardStop> = {}): BoardStop => ({
  driver_username: by,
  driver_sequence: place,
  leg: 'delivery',
  state: 'to-do',
  is_given_away: false,
  may_be_given_again: false,
  visits: [{ leg: 'delivery', shipment_id: id }],
  references: [`REF${id}`],
  name: `Place ${id}`,
  place: 'Rosebank',
  lat: -26,
  lng: 28 + id / 10,
  window_from: '08:00',
  window_to: '17:00',
  eta: null,
  is_late_risk: false,
  is_locked: false,
  parcels: 1,
  kg: 10,
  m3: 0.1,
  ...more,
})
const visit = (id: number) => ({ leg: 'delivery', shipment_id: id })
const seen = (id: number, from: string) => ({ ...visit(id), from })
const [sipho, zanele] = [driver('sipho', 4), driver('zanele')]
const keysOf = (...ids: number[]) => new Set(ids.map((id) => `delivery ${id}`))

describe('selecting stops', () => {
  const stops = [stop(1, 'sipho', 1), stop(2, 'sipho', 2, { state: 'done' }), stop(3, 'sipho', 3)]

  it('takes those inside a lasso of any shape, without done ones and those without a position', () => {
    const lasso = [
      [28.05, -26.1],
      [28.35, -26.1],
      [28.35, -25.9],
      [28.05, -25.9],
    ] as const
    const ring = lasso.map(([lng, lat]): [number, number] => [lng, lat])
    expect(keysInLasso([...stops, stop(4, '', 0), stop(5, '', 0, { lat: null, lng: null })], ring)).toEqual([
      'delivery 1',
      'delivery 3',
    ])
    const hollow = ring.concat([
      [28.05, -25.95],
      [28.15, -25.95],
      [28.15, -26.05],
      [28.05, -26.05],
    ])
    expect(keysInLasso(stops, hollow)).toEqual(['delivery 3'])
  })

  it('takes a range in either direction without done ones', () => {
    expect(keysBetween(stops, 'delivery 3', 'delivery 1')).toEqual(['delivery 1', 'delivery 3'])
    expect(keysBetween(stops, 'delivery 9', 'delivery 1')).toEqual(['delivery 1'])
  })

  it('[OPS-002] keeps a stop that its driver failed apart from that of the driver who has it now, and leaves it where it is', () => {
    const failed = stop(1, 'sipho', 1, { state: 'failed', is_given_away: true })
    const now = stop(1, 'zanele', 1)
    expect(new Set([failed, now].map(keyOf)).size).toBe(2)
    expect(keyOf(now)).toBe(keyOf(stop(1, '', 0)))
    expect([failed, now, stop(1, 'sipho', 1, { state: 'failed' })].map(isMovable)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('names a collection request by its id, and groups stops by driver after those of nobody', () => {
    const request = stop(7, '', 0, { visits: [{ collection_request_id: 7 }] })
    expect(keyOf(request)).toBe('request 7')
    const groups = groupsOf({ drivers: [sipho, zanele], stops: [...stops, request] })
    expect(groups.map(({ driver: one, colour, stops: own }) => [one?.username, colour, own.length])).toEqual([
      [undefined, 0, 1],
      ['sipho', 1, 3],
      ['zanele', 2, 0],
    ])
  })
})

describe('changes of a plan', () => {
  const own = [
    stop(1, 'sipho', 1, { state: 'done' }),
    stop(2, 'sipho', 2),
    stop(3, 'sipho', 3, { is_locked: true }),
    stop(4, 'sipho', 4),
    stop(5, 'sipho', 5),
  ]
  const changesOf = (wish: ReturnType<typeof reorder>) => (wish && 'changes' in wish ? wish.changes : [])

  it('move all visits of stops with the driver seen, last or before a stop, and leave those that the driver has', () => {
    const shared = stop(8, '', 0, { visits: [visit(8), visit(9)] as BoardStop['visits'] })
    expect(moveTo([shared, stop(4, 'sipho', 4)], zanele)).toEqual({
      changes: [{ kind: 'move', visits: [seen(8, ''), seen(9, ''), seen(4, 'sipho')], to: 'zanele' }],
      title: 'Move 2 stops to ZANELE',
      done: '2 stops moved to ZANELE',
    })
    expect(moveTo([stop(4, 'sipho', 4)], sipho)).toBeNull()
    const scannedIn = stop(6, 'sipho', 6, { state: 'failed', may_be_given_again: true })
    expect(changesOf(moveTo([stop(4, 'sipho', 4), scannedIn], sipho))).toEqual([
      { kind: 'move', visits: [seen(6, 'sipho')], to: 'sipho' },
    ])
    expect(changesOf(moveTo([stop(4, 'sipho', 4)], null))).toEqual([
      { kind: 'move', visits: [seen(4, 'sipho')], to: '' },
    ])
    // Stop 2 leaves its place before stop 5, so that the place of stop 5 is one less.
    expect(changesOf(moveTo([shared, stop(2, 'sipho', 2)], sipho, stop(5, 'sipho', 5)))).toEqual([
      { kind: 'move', visits: [seen(8, ''), seen(9, ''), seen(2, 'sipho')], to: 'sipho', place: 4 },
    ])
  })

  it.each([
    ['before the first', [5], 'delivery 2', [5, 2, 4]],
    ['before a locked one', [5], 'delivery 3', [2, 5, 4]],
    ['last', [2], null, [4, 5, 2]],
    ['two together', [2, 5], 'delivery 4', [2, 5, 4]],
  ])('put stops %s and name only those that may move', (_where, moving, before, order) => {
    expect(changesOf(reorder(sipho, own, keysOf(...moving), before))).toEqual([
      { kind: 'order', driver: 'sipho', visits: order.map(visit) },
    ])
  })

  it('give nothing to staff who are no longer drivers, and say so', () => {
    const former = { ...zanele, is_driver: false }
    const rejection = { refused: 'ZANELE cannot be given stops. Choose another driver.' }
    expect(moveTo(own, former)).toEqual(rejection)
    expect(reorder(former, own, keysOf(5), 'delivery 2')).toEqual(rejection)
  })

  it('step over one free stop, not over the end, and never move a locked one', () => {
    const order = (moving: number[], by: -1 | 1) =>
      changesOf(step(sipho, own, keysOf(...moving), by)).map((change) => 'visits' in change && change.visits)
    expect(order([4], -1)).toEqual([[4, 2, 5].map(visit)])
    expect(order([2, 4], 1)).toEqual([[5, 2, 4].map(visit)])
    expect(order([4], 1)).toEqual([[2, 5, 4].map(visit)])
    expect([order([2], -1), order([5], 1), order([3], -1)]).toEqual([[], [], []])
  })

  it('lock stops by driver, only those that are not locked', () => {
    const theirs = stop(7, 'zanele', 1)
    expect(lockStops([...own, theirs, stop(8, '', 0)], true)?.changes).toEqual([
      { kind: 'lock', driver: 'sipho', visits: [2, 4, 5].map(visit) },
      { kind: 'lock', driver: 'zanele', visits: [visit(7)] },
    ])
    expect(lockStops(own, false)).toMatchObject({ title: 'Unlock 1 stop' })
    expect(lockStops([theirs], false)).toBeNull()
  })

  it('send the versions of all drivers that they name or take stops from', () => {
    const drivers = [sipho, zanele, driver('thabo', 9)]
    expect(versionsFor(changesOf(moveTo([own[1] ?? stop(2, '', 0)], zanele)), drivers)).toEqual({
      sipho: 4,
      zanele: 0,
    })
    expect(versionsFor(orderStopsOf([zanele]).changes, drivers)).toEqual({ zanele: 0 })
  })
})

describe('the effect of a change', () => {
  const after = { stops: 4, km: 26.5, minutes: 130, late_stops: 1, late_minutes: 12, kg: 120, m3: 0.3 }

  it('names what changes before and after, and what stays once', () => {
    expect(effectText({ before: figures, after }, sipho)).toBe(
      '3 → 4 stops · 20 → 26.5 km · 1 h 30 min → 2 h 10 min · 0 late → 1 late (12 min) · 30 → 120 of 100 kg · 0.3 m³',
    )
    expect([0, 60, 61].map(minutesText)).toEqual(['0 min', '1 h', '1 h 1 min'])
  })

  it('is worse with more late minutes, or with more than the vehicle takes', () => {
    expect(isWorse({ before: figures, after }, sipho)).toBe(true)
    expect(isWorse({ before: figures, after: { ...after, late_minutes: 0 } }, sipho)).toBe(true)
    expect(isWorse({ before: figures, after: { ...after, late_minutes: 0, kg: 90 } }, sipho)).toBe(false)
    expect(isWorse({ before: after, after }, sipho)).toBe(false)
  })
})
