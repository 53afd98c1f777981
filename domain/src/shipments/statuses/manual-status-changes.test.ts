import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import {
  checkEventDate,
  cancel_own_shipment_permission,
  checkMove,
  isForced,
  needsEvent,
  mayCancel,
  mayMoveTo,
  menuStatuses,
  nextStatuses,
  type Cancelling,
} from './manual-status-changes.ts'
import { shipment_statuses, type ShipmentStatus } from './status.ts'

const moving = (status: ShipmentStatus, more: Partial<Cancelling> = {}): Cancelling => ({
  status,
  collection_agent_id: 'thandi',
  delivery_agent_id: 'sipho',
  collected_date: null,
  time_created: booked,
  ...more,
})
const booked = new Date('2026-03-02T08:00:00Z')
const staff = (...permissions: string[]): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: role_ids.administrator,
  permissions,
})
const customer: Actor = { ...staff('API_/shipments:PATCH'), role_id: role_ids.account_owner, account_id: 7 }
const everything = staff('*')

/** The table of the specification, written a second time, so that an error in either one is found. */
const collection =
  'collected collection-unassigned cancelled collection-failed-attempt collection-exception collection-rejected'
const delivery = 'returned-to-hub delivered delivery-failed-attempt delivery-exception delivery-rejected'
const expected: Partial<Record<ShipmentStatus, string>> = {
  submitted: 'collection-assigned',
  'collection-assigned': collection,
  'collection-failed-attempt': collection,
  'collection-exception': collection,
  'collection-rejected': collection,
  'collection-unassigned': 'cancelled collection-assigned',
  'delivery-unassigned': 'delivery-assigned',
  collected: 'at-hub out-for-delivery collection-exception',
  'at-hub': 'out-for-delivery delivery-unassigned',
  'at-destination-hub': 'out-for-delivery at-hub delivery-unassigned',
  'delivery-assigned': 'out-for-delivery at-hub delivery-unassigned',
  'returned-to-hub': 'out-for-delivery delivery-unassigned',
  'out-for-delivery': delivery,
  'delivery-failed-attempt': delivery,
  'delivery-exception': delivery,
  'delivery-rejected': delivery,
  cancelled:
    'collection-assigned collection-unassigned collected at-hub in-transit at-destination-hub returned-to-hub delivery-assigned delivery-unassigned out-for-delivery delivered returned-to-sender',
}

describe('[STAT-036] [STAT-037] [STAT-038] [STAT-039] [STAT-040] [STAT-043] [STAT-044] [STAT-045] [STAT-046] [STAT-047] [STAT-048] [STAT-049] [STAT-050] [STAT-051] [STAT-052] [STAT-053] [STAT-054] table of manual status changes', () => {
  it.each(shipment_statuses)('allows from %s exactly the statuses in the table', (from) => {
    const allowed = new Set([from, ...(expected[from]?.split(' ') ?? [])])
    const held = staff('INLINE_deliver_parcels_or_shipments', 'INLINE_uncancel_shipment')
    for (const to of shipment_statuses) {
      expect(nextStatuses(moving(from)).includes(to), `${from} → ${to}`).toBe(allowed.has(to))
      if (to !== 'cancelled')
        expect(mayMoveTo(held, moving(from), to) === true, `${from} → ${to}`).toBe(allowed.has(to))
    }
  })
  it('[STAT-035] lists the current status first', () => {
    for (const status of shipment_statuses) expect(nextStatuses(moving(status))[0]).toBe(status)
  })
  it('[STAT-041] offers collection-assigned after collection-unassigned only with a collection agent', () => {
    expect(nextStatuses(moving('collection-unassigned', { collection_agent_id: '' }))).toEqual([
      'collection-unassigned',
      'cancelled',
    ])
  })
  it('[STAT-042] offers delivery-assigned after delivery-unassigned only with a delivery agent', () => {
    expect(nextStatuses(moving('delivery-unassigned', { delivery_agent_id: '' }))).toEqual([
      'delivery-unassigned',
    ])
  })
  it('omits cancelled from the status menu unless it is the current status', () => {
    expect(menuStatuses(moving('collection-assigned'))).not.toContain('cancelled')
    expect(menuStatuses(moving('cancelled'))[0]).toBe('cancelled')
  })
})

describe('permission to change the status', () => {
  it('[STAT-055] requires a separate permission to deliver', () => {
    expect(reasonOf(mayMoveTo(staff(), moving('out-for-delivery'), 'delivered'))).toBe(
      'You may not deliver shipments.',
    )
    expect(
      mayMoveTo(staff('INLINE_deliver_parcels_or_shipments'), moving('out-for-delivery'), 'delivered'),
    ).toBe(true)
  })
  it('names both statuses when it rejects a change', () => {
    expect(
      reasonOf(mayMoveTo(staff('INLINE_deliver_parcels_or_shipments'), moving('at-hub'), 'delivered')),
    ).toBe('An at hub shipment cannot become delivered.')
  })
  it('rejects a status change by a customer', () => {
    expect(mayMoveTo(customer, moving('collection-assigned'), 'collected')).not.toBe(true)
  })
  it('lets staff API keys skip forward from active statuses, but not go back', () => {
    const key: Actor = { ...staff(), kind: 'api-key' }
    expect(mayMoveTo(key, moving('collected'), 'in-transit')).toBe(true)
    expect(mayMoveTo(key, moving('in-transit'), 'collected')).not.toBe(true)
    expect(mayMoveTo(key, moving('quote'), 'collected')).not.toBe(true)
  })
  it('requires a permission to restore a cancelled shipment', () => {
    expect(mayMoveTo(staff(), moving('cancelled'), 'at-hub')).not.toBe(true)
    expect(mayMoveTo(staff('INLINE_uncancel_shipment'), moving('cancelled'), 'at-hub')).toBe(true)
  })
  it('lets staff with all permissions set every status except cancelled', () => {
    for (const from of shipment_statuses)
      for (const to of shipment_statuses)
        if (to !== 'cancelled') expect(mayMoveTo(everything, moving(from), to)).toBe(true)
    expect(isForced(moving('quote'), 'delivered')).toBe(true)
  })
})

describe('[SHIP-095] permission to cancel', () => {
  const rules = { allow_account_users_to_cancel: true, allow_cancelling_failed_collections: false }
  const collected = { collected_date: new Date('2026-03-03T07:00:00Z') }
  it.each([
    ['submitted', {}, true],
    ['payment-pending', {}, true],
    ['collection-assigned', {}, true],
    ['collection-failed-attempt', {}, false],
    ['collected', collected, false],
    ['collection-exception', collected, false],
    ['delivered', collected, false],
    ['quote', {}, false],
    ['cancelled', {}, true],
  ] as const)('decides whether a customer may cancel %s %o: %s', (status, more, allowed) => {
    expect(mayCancel(customer, moving(status, more), booked, rules) === true).toBe(allowed)
  })
  it('lets a customer cancel after a failed collection when the account allows it', () => {
    const lenient = { ...rules, allow_cancelling_failed_collections: true }
    expect(mayCancel(customer, moving('collection-failed-attempt'), booked, lenient)).toBe(true)
  })
  it('asks customers to contact the company when the provider has switched cancelling off', () => {
    const off = { ...rules, allow_account_users_to_cancel: false }
    expect(reasonOf(mayCancel(customer, moving('submitted'), booked, off))).toBe(
      'Please contact us to cancel this shipment.',
    )
  })
  it('requires a separate permission of staff once collected, and rejects delivered shipments', () => {
    const cancels = 'API_/shipments/cancel:POST'
    const collects = staff(cancels, 'INLINE_cancel_collected_shipment')
    expect(mayCancel(staff(cancels), moving('in-transit', collected), booked, rules)).not.toBe(true)
    expect(mayCancel(collects, moving('in-transit', collected), booked, rules)).toBe(true)
    expect(mayCancel(staff(cancels), moving('collection-failed-attempt'), booked, rules)).toBe(true)
    expect(mayCancel(everything, moving('delivered', collected), booked, rules)).not.toBe(true)
  })
  it('requires of staff the cancel permission, or the narrower one for their own bookings on the day of booking', () => {
    const clerk = { ...staff(cancel_own_shipment_permission), username: 'nadia' }
    const of = (createdBy: string) => moving('submitted', { created_by: createdBy })
    const [midnight, nextDay] = [new Date('2026-03-02T21:59:59Z'), new Date('2026-03-02T22:00:00Z')]
    expect(reasonOf(mayCancel(staff('API_/shipments:PATCH'), of('nadia'), booked))).toMatch(
      /^You may not cancel shipments\./,
    )
    expect(mayCancel(clerk, of('nadia'), booked)).toBe(true)
    expect(mayCancel(clerk, of('nadia'), midnight)).toBe(true)
    expect(reasonOf(mayCancel(clerk, of('nadia'), nextDay))).toMatch(/booked on 2 Mar 2026/)
    expect(reasonOf(mayCancel(clerk, of('thandi'), booked))).toMatch(/booked yourself/)
    expect(mayCancel(clerk, moving('in-transit', collected), booked)).not.toBe(true)
    // Lists do not contain `created_by`. Without it the rule allows cancelling, and the server checks again.
    expect(mayCancel(clerk, moving('submitted'), booked)).toBe(true)
  })
})

describe('required details of a status change', () => {
  it('[SHIP-064] [SHIP-093] requires a reason for cancelling and for a forced status', () => {
    expect(reasonOf(checkMove('cancelled', ' '))).toBe('Reason for cancelling shipment is required.')
    expect(checkMove('cancelled', 'Duplicate')).toBe(true)
    expect(checkMove('collected', '')).toBe(true)
    expect(checkMove('collected', '', true)).not.toBe(true)
  })
  it('accepts event times from the booking until one minute from now', () => {
    const [booked, now] = [new Date('2026-03-02T08:00:00Z'), new Date('2026-03-03T08:00:00Z')]
    expect(checkEventDate(new Date('2026-03-02T09:00:00Z'), booked, now)).toBe(true)
    expect(checkEventDate(new Date('2026-03-03T09:00:00Z'), booked, now)).not.toBe(true)
    const ahead = (ms: number) => checkEventDate(new Date(now.getTime() + ms), booked, now) === true
    expect([60_000, 60_001].map(ahead)).toEqual([true, false])
    expect(checkEventDate(booked, booked, now)).toBe(true)
    expect(checkEventDate(new Date('2026-03-02T07:00:00Z'), booked, now)).not.toBe(true)
  })
  it('needs an event for an unchanged status only when there is a message', () => {
    const nothing = { message: '', location: '', parcel_id: 0 }
    expect(needsEvent('at-hub', 'at-hub', nothing)).toBe(false)
    expect(needsEvent('at-hub', 'at-hub', { ...nothing, message: 'Still here' })).toBe(true)
    expect(needsEvent('at-hub', 'out-for-delivery', nothing)).toBe(true)
  })
})
