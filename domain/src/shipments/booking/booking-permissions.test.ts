import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { mayIntervene, mayRelease, releasedTo } from '../statuses/interventions.ts'
import { mayPayFromAccount } from '../pricing/pay-from-account.ts'
import { pinActions, type PinHolder } from '../proof-of-delivery/pins.ts'
import { shipment_statuses } from '../statuses/status.ts'
import { mayBookAsGuest } from './booking-permissions.ts'

const staff = (...permissions: string[]): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: role_ids.administrator,
  permissions,
})
const customer: Actor = { ...staff(), role_id: role_ids.account_user, account_id: 7 }
const guest: Actor = { ...staff(), kind: 'guest', role_id: role_ids.guest }

describe('guest booking permission', () => {
  const provider = { id: 2, environment: 'prod', unused_feature_guest_shipment_creation: false } as const
  const off = { ...provider, unused_feature_guest_shipment_creation: true }
  const may = (actor: Actor, about: Parameters<typeof mayBookAsGuest>[1]) =>
    mayBookAsGuest(actor, about) === true
  it('[SHIP-078] allows guests only while the provider permits guest bookings, and always allows signed-in users', () => {
    expect([may(guest, provider), may(guest, off), may(customer, off)]).toEqual([true, false, true])
  })
  it('[SHIP-079] [SHIP-080] rejects guest shipments from every actor for provider 1 in production', () => {
    const first = { ...provider, id: 1 }
    expect([may(guest, first), may(customer, first), may(staff(), first)]).toEqual([false, false, false])
    expect(may(guest, { ...first, environment: 'dev' })).toBe(true)
  })
})

describe('payment from the account balance', () => {
  const account = { account_type: 'prepaid', balance: 50_000, credit_limit: 0 } as const
  it('[PAY-032] [PAY-036] allows only customers to pay, only for quotes and pending payments, and only within their funds', () => {
    const allowed = shipment_statuses.filter(
      (status) => mayPayFromAccount(customer, status, account, 50_000) === true,
    )
    expect(allowed).toEqual(['quote', 'quote-expired', 'payment-pending'])
    expect(mayPayFromAccount(customer, 'quote', account, 50_001)).not.toBe(true)
    expect(reasonOf(mayPayFromAccount(staff('*'), 'quote', account, 1))).toBe(
      'Staff cannot pay a shipment from an account.',
    )
  })
})

describe('hold and release', () => {
  it('requires staff, the permission for the mark and an active shipment, and releases only held shipments', () => {
    expect(mayIntervene(customer, 'at-hub', 'on-hold')).not.toBe(true)
    expect(mayIntervene(staff(), 'at-hub', 'on-hold')).toBe(true)
    expect(mayIntervene(staff(), 'at-hub', 'damaged')).not.toBe(true)
    expect(mayIntervene(staff('INLINE_mark_damaged'), 'on-hold', 'damaged')).toBe(true)
    expect(mayIntervene(staff('*'), 'delivered', 'on-hold')).not.toBe(true)
    expect(mayRelease(staff(), 'at-hub')).not.toBe(true)
  })
  it('releases to the status before the hold, or to at-hub when that status is itself a hold after collection', () => {
    const held = { status: 'damaged', collected_date: new Date(0) } as const
    expect(releasedTo({ ...held, status_before_hold: 'in-transit' })).toBe('in-transit')
    expect(releasedTo({ ...held, status_before_hold: 'on-hold' })).toBe('at-hub')
  })
  it('lets an undeliverable shipment start again at the hub, whatever it was before an earlier hold, or go back to its sender', () => {
    expect(mayRelease(staff(), 'undeliverable')).toBe(true)
    expect(
      releasedTo({ status: 'undeliverable', status_before_hold: 'in-transit', collected_date: new Date(0) }),
    ).toBe('at-hub')
    const may = staff('INLINE_deliver_parcels_or_shipments', 'INLINE_mark_damaged')
    expect(mayIntervene(may, 'undeliverable', 'returned-to-sender')).toBe(true)
    expect(mayIntervene(may, 'undeliverable', 'damaged')).not.toBe(true)
  })
  it.each([
    ['in-locker', true],
    ['ready-for-pickup', true],
    ['out-for-delivery', false],
    ['on-hold', false],
    ['collect-and-return-to-hub', false],
  ] as const)(
    'decides whether staff may have a parcel taken back from a pickup point in %s: %s',
    (status, may) => {
      expect(mayIntervene(staff(), status, 'collect-and-return-to-hub') === true).toBe(may)
      expect(mayIntervene(customer, status, 'collect-and-return-to-hub')).not.toBe(true)
    },
  )
})

describe('resending PINs', () => {
  const doorToDoor: Omit<PinHolder, 'status'> = {
    collection_address: { type: 'business' },
    delivery_address: { type: 'residential' },
  }
  const toLocker = { ...doorToDoor, delivery_pickup_point_id: 'CG1', delivery_address: { type: 'locker' } }
  const fromLocker = {
    ...doorToDoor,
    collection_pickup_point_id: 'CG1',
    collection_address: { type: 'locker' },
  }
  const toCounter = { ...toLocker, delivery_address: { type: 'counter' } }
  it.each([
    ['PP-027', doorToDoor, 'resend-pod-pin', ['out-for-delivery', 'delivery-failed-attempt']],
    ['PP-028', toLocker, 'resend-pickup-pin', ['ready-for-pickup', 'collect-and-return-to-hub']],
    ['PP-029', fromLocker, 'resend-dropoff-pin', ['awaiting-dropoff']],
    ['PP-030', toCounter, 'resend-pickup-pin', []],
    ['PP-027', toLocker, 'resend-pod-pin', []],
  ] as const)(
    '[%s] allows resending the PIN only in the listed statuses, case %#: %o',
    (_, holder, action, statuses) => {
      expect(
        shipment_statuses.filter((status) => pinActions({ ...holder, status }).includes(action)),
      ).toEqual(statuses)
    },
  )
})
