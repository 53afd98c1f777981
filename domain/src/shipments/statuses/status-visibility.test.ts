import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { shipment_statuses, type ShipmentStatus } from './status.ts'
import {
  isHiddenFrom,
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

describe('the status shown', () => {
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
  it('[STAT-029] a collection without a driver who takes it reads assigned while one is named', () => {
    othersSee(
      ['collection-unassigned', 'collection-rejected'],
      { collection_agent_id: 'thandi' },
      'collection-assigned',
    )
  })
  it('[STAT-030] a collection nobody is named for reads unassigned, rejected or not', () => {
    othersSee(
      ['collection-unassigned', 'collection-rejected'],
      { delivery_agent_id: 'sipho' },
      'collection-unassigned',
    )
  })
  it('[STAT-031] a delivery without a driver who takes it reads assigned while one is named', () => {
    othersSee(
      ['delivery-unassigned', 'delivery-rejected'],
      { delivery_agent_id: 'sipho' },
      'delivery-assigned',
    )
  })
  it('[STAT-032] a delivery nobody is named for reads unassigned, rejected or not', () => {
    othersSee(
      ['delivery-unassigned', 'delivery-rejected'],
      { collection_agent_id: 'thandi' },
      'delivery-unassigned',
    )
  })
  it('[STAT-026] an internal hold reads at hub to everybody but the office', () => {
    othersSee(['on-hold-internal'], {}, 'at-hub')
  })
  it('[SET-086] [STAT-028] [STAT-033] the override counts only while it is on', () => {
    const off = { ...choices, override_shipment_statuses: false }
    expect(visibleStatus(customer, seen('collection-rejected', with_agents), off)).toBe('collection-rejected')
  })
  it('[STAT-027] drivers do not see internal holds but see rejections as they are', () => {
    expect(visibleStatus(driver, seen('on-hold-internal'), choices)).toBe('at-hub')
    expect(visibleStatus(driver, seen('delivery-rejected', with_agents), choices)).toBe('delivery-rejected')
  })
  it('[STAT-024] a failed locker reservation shows only where a locker provider is on', () => {
    const status = 'bob-box-reservation-failed'
    expect(visibleStatus(customer, seen(status), choices)).toBe('at-destination-hub')
    expect(visibleStatus(customer, seen(status), { ...choices, enable_bob_box: true })).toBe(status)
    expect(visibleStatusesFor(office, 'valid', choices)).not.toContain(status)
    expect(visibleStatusesFor(office, 'valid', { ...choices, enable_third_party_bob_box: true })).toContain(
      status,
    )
  })
  it('[STAT-034] all parcels cancelled is cancelled, for everybody', () => {
    const shipment = seen('at-hub', { parcels: ['cancelled', 'cancelled'] })
    for (const viewer of [office, driver, customer, guest])
      expect(visibleStatus(viewer, shipment, choices)).toBe('cancelled')
    expect(visibleStatus(office, seen('at-hub', { parcels: ['cancelled', 'at-hub'] }), choices)).toBe(
      'at-hub',
    )
  })
  it('shows a parcel a driver took out of a locker as on its way back', () => {
    const shipment = seen('collected-from-locker', { taken_out_by_driver: true })
    expect(visibleStatus(customer, shipment, choices)).toBe('collect-and-return-to-hub')
    expect(visibleStatus(office, shipment, choices)).toBe('collected-from-locker')
  })
  it('never invents a status', () => {
    for (const status of shipment_statuses)
      for (const viewer of [office, driver, customer, guest])
        expect(shipment_statuses).toContain(visibleStatus(viewer, seen(status), choices))
  })
})

describe('lists and tracking', () => {
  it('[STAT-023] excluded statuses fall out of every list of others but the one they are chosen from', () => {
    expect(visibleStatusesFor(customer, 'valid', choices)).not.toContain('manifested')
    expect(visibleStatusesFor(customer, 'can_be_excluded', choices)).toContain('manifested')
    expect(visibleStatusesFor(office, 'valid', choices)).toContain('manifested')
  })
  it('[STAT-025] quotes are hidden from customers', () => {
    expect(shipment_statuses.filter((status) => isHiddenFrom(customer, status))).toEqual([
      'quote',
      'quote-expired',
    ])
    expect(isHiddenFrom(office, 'quote')).toBe(false)
  })
  it('[TRACK-003] tracks the latest earlier tracking status while the current one is excluded', () => {
    expect(trackedStatus(guest, seen('manifested'), ['at-hub', 'collected'], choices)).toBe('at-hub')
    expect(trackedStatus(guest, seen('collection-assigned'), [], choices)).toBe('submitted')
    expect(trackedStatus(office, seen('manifested'), ['at-hub'], choices)).toBe('manifested')
  })
  it('[TRACK-003] asks the tracking list, also of statuses that nobody excluded', () => {
    const none = { ...choices, exclude_tracking_statuses: [] }
    for (const status of ['outsourced', 'manifested', 'ready-for-dispatch', 'delivery-assigned'] as const) {
      expect(trackedStatus(guest, seen(status), ['outsourced', 'at-hub'], none)).toBe('at-hub')
      expect(trackedStatus(office, seen(status), ['at-hub'], none)).toBe(status)
    }
  })
  it('tracks no booking that is not paid for: it says that it waits for its payment', () => {
    for (const status of ['payment-pending', 'payment-failed'] as const)
      for (const viewer of [guest, customer, office])
        expect(trackedStatus(viewer, seen(status), [], choices)).toBe(status)
    expect(trackedStatus(guest, seen('collection-assigned'), ['submitted', 'payment-pending'], choices)).toBe(
      'submitted',
    )
  })
  it('never hides a milestone even when it is named', () => {
    const all = { ...choices, exclude_tracking_statuses: [...shipment_statuses] }
    expect(trackedStatus(guest, seen('delivered'), ['collected'], all)).toBe('delivered')
  })
  it('[SHIP-096] shows the collection window until collected, then the delivery window', () => {
    const delivery = shipment_statuses.filter((status) => visibleWindow({ status }) === 'delivery')
    expect(delivery).toEqual(shipment_statuses.slice(shipment_statuses.indexOf('collected')))
  })
})
