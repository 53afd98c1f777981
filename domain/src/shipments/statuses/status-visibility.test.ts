import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { shipment_statuses, statusesFor, type ShipmentStatus } from './status.ts'
import {
  isHiddenFrom,
  storedStatusesFor,
  visibleStatus,
  trackedStatus,
  visibleStatusesFor,
  visibleWindow,
  type VisibilityFacts,
  type StatusVisibility,
} from './status-visibility.ts'

const person = (roleId: number, accountId: number | null): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: roleId,
  account_id: accountId,
})
const office = person(role_ids.administrator, null)
const driver = person(role_ids.driver, null)
const customer = person(role_ids.account_user, 7)
const guest: Actor = { ...person(role_ids.guest, null), kind: 'guest' }

const choices: StatusVisibility = {
  override_shipment_statuses: true,
  exclude_tracking_statuses: ['manifested', 'collection-assigned', 'delivery-assigned'],
  enable_bob_box: false,
  enable_third_party_bob_box: false,
}
const seen = (status: ShipmentStatus, more: Partial<VisibilityFacts> = {}): VisibilityFacts => ({
  status,
  collection_agent_id: '',
  delivery_agent_id: '',
  ...more,
})
const with_agents = { collection_agent_id: 'thandi', delivery_agent_id: 'sipho' }

describe('visible status', () => {
  const othersSee = (
    statuses: readonly ShipmentStatus[],
    agents: Partial<VisibilityFacts>,
    shown: ShipmentStatus,
  ) => {
    for (const status of statuses) {
      for (const viewer of [customer, guest])
        expect(visibleStatus(viewer, seen(status, agents), choices)).toBe(shown)
      expect(visibleStatus(office, seen(status, agents), choices)).toBe(status)
    }
  }
  it('[STAT-029] shows customers and guests an unassigned or rejected collection as assigned while it has a driver', () => {
    othersSee(
      ['collection-unassigned', 'collection-rejected'],
      { collection_agent_id: 'thandi' },
      'collection-assigned',
    )
  })
  it('[STAT-030] shows customers and guests an unassigned or rejected collection as unassigned without a driver', () => {
    othersSee(
      ['collection-unassigned', 'collection-rejected'],
      { delivery_agent_id: 'sipho' },
      'collection-unassigned',
    )
  })
  it('[STAT-031] shows customers and guests an unassigned or rejected delivery as assigned while it has a driver', () => {
    othersSee(
      ['delivery-unassigned', 'delivery-rejected'],
      { delivery_agent_id: 'sipho' },
      'delivery-assigned',
    )
  })
  it('[STAT-032] shows customers and guests an unassigned or rejected delivery as unassigned without a driver', () => {
    othersSee(
      ['delivery-unassigned', 'delivery-rejected'],
      { collection_agent_id: 'thandi' },
      'delivery-unassigned',
    )
  })
  it('[STAT-026] shows an internal hold as at-hub to customers and guests, and unchanged to office staff', () => {
    othersSee(['on-hold-internal'], {}, 'at-hub')
  })
  it('[SET-086] [STAT-028] [STAT-033] shows a rejected collection unchanged while the override is switched off', () => {
    const off = { ...choices, override_shipment_statuses: false }
    expect(visibleStatus(customer, seen('collection-rejected', with_agents), off)).toBe('collection-rejected')
  })
  it('[STAT-027] shows drivers internal holds as at-hub and rejections unchanged', () => {
    expect(visibleStatus(driver, seen('on-hold-internal'), choices)).toBe('at-hub')
    expect(visibleStatus(driver, seen('delivery-rejected', with_agents), choices)).toBe('delivery-rejected')
  })
  it('[STAT-024] shows a failed locker reservation only while a locker provider is switched on', () => {
    const status = 'bob-box-reservation-failed'
    expect(visibleStatus(customer, seen(status), choices)).toBe('at-destination-hub')
    expect(visibleStatus(customer, seen(status), { ...choices, enable_bob_box: true })).toBe(status)
    expect(visibleStatusesFor(office, 'valid', choices)).not.toContain(status)
    expect(visibleStatusesFor(office, 'valid', { ...choices, enable_third_party_bob_box: true })).toContain(
      status,
    )
  })
  it('[STAT-034] shows a shipment as cancelled to every viewer when all its parcels are cancelled', () => {
    const shipment = seen('at-hub', { parcels: ['cancelled', 'cancelled'] })
    for (const viewer of [office, driver, customer, guest])
      expect(visibleStatus(viewer, shipment, choices)).toBe('cancelled')
    expect(visibleStatus(office, seen('at-hub', { parcels: ['cancelled', 'at-hub'] }), choices)).toBe(
      'at-hub',
    )
  })
  it('shows customers a parcel that a driver took out of a locker as returning to the hub', () => {
    const shipment = seen('collected-from-locker', { taken_out_by_driver: true })
    expect(visibleStatus(customer, shipment, choices)).toBe('collect-and-return-to-hub')
    expect(visibleStatus(office, shipment, choices)).toBe('collected-from-locker')
    const stored = (viewer: Actor, status: ShipmentStatus) => storedStatusesFor(viewer, [status], choices)
    expect(stored(customer, 'collect-and-return-to-hub')).toMatchObject({
      always: ['collect-and-return-to-hub'],
      taken_out: ['collected-from-locker', 'collected-from-counter'],
    })
    expect(stored(customer, 'collected-from-locker')).toMatchObject({
      always: [],
      not_taken_out: ['collected-from-locker'],
    })
    expect(stored(office, 'collected-from-locker')).toMatchObject({
      always: ['collected-from-locker'],
      not_taken_out: [],
    })
  })
  it('always returns an existing status', () => {
    for (const status of shipment_statuses)
      for (const viewer of [office, driver, customer, guest])
        expect(shipment_statuses).toContain(visibleStatus(viewer, seen(status), choices))
  })
})

describe('status lists and tracked status', () => {
  it('[STAT-023] omits excluded statuses from the lists of customers, except the list from which they are chosen', () => {
    expect(visibleStatusesFor(customer, 'valid', choices)).not.toContain('manifested')
    expect(visibleStatusesFor(customer, 'can_be_excluded', choices)).toContain('manifested')
    expect(visibleStatusesFor(office, 'valid', choices)).toContain('manifested')
  })
  it('[STAT-025] hides quotes from customers', () => {
    expect(shipment_statuses.filter((status) => isHiddenFrom(customer, status))).toEqual([
      'quote',
      'quote-expired',
    ])
    expect(isHiddenFrom(office, 'quote')).toBe(false)
  })
  it('[TRACK-003] uses the latest earlier tracking status, or submitted, while the current one is excluded', () => {
    expect(trackedStatus(guest, seen('manifested'), ['at-hub', 'collected'], choices)).toBe('at-hub')
    expect(trackedStatus(guest, seen('collection-assigned'), [], choices)).toBe('submitted')
    expect(trackedStatus(office, seen('manifested'), ['at-hub'], choices)).toBe('manifested')
  })
  it('[TRACK-003] shows the public and accounts each status of the tracking list, and the one before instead of any other', () => {
    const none = { ...choices, override_shipment_statuses: false, exclude_tracking_statuses: [] }
    const booked = shipment_statuses.filter(
      (status) => !['payment-pending', 'payment-failed'].includes(status),
    )
    for (const viewer of [guest, customer])
      for (const status of booked) {
        const shown = trackedStatus(viewer, seen(status), ['collected'], none)
        expect([status, statusesFor('tracking').includes(shown)]).toEqual([status, true])
        const own = visibleStatus(viewer, seen(status), none)
        if (!statusesFor('tracking').includes(own)) expect([status, shown]).toEqual([status, 'collected'])
      }
  })
  it('[TRACK-003] skips statuses outside the tracking list, even when none are excluded', () => {
    const none = { ...choices, exclude_tracking_statuses: [] }
    for (const status of ['outsourced', 'manifested', 'ready-for-dispatch', 'delivery-assigned'] as const) {
      expect(trackedStatus(guest, seen(status), ['outsourced', 'at-hub'], none)).toBe('at-hub')
      expect(trackedStatus(office, seen(status), ['at-hub'], none)).toBe(status)
    }
  })
  it('shows an unpaid booking with its payment status to every viewer', () => {
    for (const status of ['payment-pending', 'payment-failed'] as const)
      for (const viewer of [guest, customer, office])
        expect(trackedStatus(viewer, seen(status), [], choices)).toBe(status)
    expect(trackedStatus(guest, seen('collection-assigned'), ['submitted', 'payment-pending'], choices)).toBe(
      'submitted',
    )
  })
  it('shows a milestone even when the provider lists it as excluded', () => {
    const all = { ...choices, exclude_tracking_statuses: [...shipment_statuses] }
    expect(trackedStatus(guest, seen('delivered'), ['collected'], all)).toBe('delivered')
  })
  it('[SHIP-096] shows the collection window before collected, and the delivery window from collected on', () => {
    const delivery = shipment_statuses.filter((status) => visibleWindow({ status }) === 'delivery')
    expect(delivery).toEqual(shipment_statuses.slice(shipment_statuses.indexOf('collected')))
  })
  it('shows no window while the sender is to drop the parcel off', () => {
    expect(visibleWindow({ status: 'awaiting-dropoff' })).toBe(null)
  })
})
