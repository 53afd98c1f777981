import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import { shipment_statuses } from '@waybill/domain/shipments/statuses/status'
import { describe, expect, it } from 'vitest'
import { chipLead, readFilter, valueText, writeFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { filterInput } from '../../kit/table/filters/filter-input.ts'
import { filterStatuses, rowsInput, shipmentFilters, statusGroups, withOneDate } from './list-filters.ts'

const now = new Date('2025-11-18T12:00:00Z')
const staff: Actor = { ...systemActor(1), kind: 'user', role_id: 3 }
const customer: Actor = { ...staff, role_id: 5, account_id: 7 }
const visibility = {
  override_shipment_statuses: true,
  exclude_tracking_statuses: [],
  enable_bob_box: false,
  enable_third_party_bob_box: false,
}
const choices = {
  accounts: [{ value: '9', label: 'Acme' }],
  branches: [{ value: '1', label: 'JHB Isando' }],
  drivers: [{ value: 'sipho', label: 'Sipho Dlamini' }],
  service_levels: [{ value: 'ECO', label: 'Economy' }],
  tags: [],
}
const filters = shipmentFilters(staff, filterStatuses(staff, visibility), choices)

/** Returns the list state for a query string. */
function listOf(address: string) {
  const values: Record<string, string> = Object.fromEntries(new URLSearchParams(address))
  return {
    ...filterInput(filters, values, now),
    input: { limit: 20, offset: 0, order_by: 'time_created', order: 'desc', search: values.q },
  }
}
const filterOf = (key: string): Filter =>
  filters.find((one) => one.key === key) ?? { key, label: '', kind: 'flag' }
const chip = (key: string, text: string): string => {
  const filter = filterOf(key)
  const value = readFilter(filter, text, now)
  return value
    ? [chipLead(filter, value), filter.kind === 'flag' ? '' : valueText(filter, value, now)].join(' ').trim()
    : ''
}

describe('shipment list filters', () => {
  it('converts the query string to the request of the list', () => {
    expect(
      rowsInput(listOf('status=at-hub,in-transit&branch=1&driver=sipho&problem=yes&q=acme')),
    ).toMatchObject({
      status: ['at-hub', 'in-transit'],
      branch_id: [1],
      agent_id: 'sipho',
      problem: true,
      search: 'acme',
      limit: 20,
      order_by: 'time_created',
    })
  })
  it('converts a date filter to whole days in South African time', () => {
    expect(rowsInput(listOf('delivered=yesterday'))).toMatchObject({
      date_filter: 'delivered_date',
      start_date: new Date('2025-11-16T22:00:00Z'),
      end_date: new Date('2025-11-17T21:59:59.999Z'),
    })
  })
  it('ignores unknown statuses, accounts and dates', () => {
    const input = rowsInput(listOf('status=lost&account=abc&expected=someday'))
    expect([input.status, input.account_id, input.date_filter]).toEqual([undefined, undefined, undefined])
  })
  it('writes filter values to the query string in the form in which they were read', () => {
    for (const [key, text] of [
      ['status', 'at-hub,in-transit'],
      ['expected', 'last-7-days'],
      ['created', '2025-11-01..2025-11-04'],
    ] as const) {
      const value = readFilter(filterOf(key), text, now)
      expect(value && writeFilter(value)).toBe(text)
    }
  })
  it('formats filters as readable text', () => {
    expect(chip('status', 'at-hub,in-transit')).toBe('Status is At hub or In transit')
    expect(chip('collected', 'last-7-days')).toBe('Collected in last 7 days')
    expect(chip('branch', '1')).toBe('Branch is JHB Isando')
    expect(chip('problem', 'yes')).toBe('Has a problem')
  })
  it('clears the other date filters when a date filter is set', () => {
    expect(withOneDate('expected')).toEqual({
      created: undefined,
      collected: undefined,
      delivered: undefined,
    })
    expect(withOneDate('status')).toEqual({})
  })
  it('[PERM-055] offers customers no account, branch or driver filter and no quote or internal hold statuses', () => {
    const keys = shipmentFilters(customer, filterStatuses(customer, visibility), choices).map(
      (one) => one.key,
    )
    expect(keys).not.toContain('account')
    expect(keys).not.toContain('driver')
    expect(keys).not.toContain('branch')
    expect(filterStatuses(customer, visibility)).not.toContain('quote')
    expect(filterStatuses(staff, visibility)).toContain('quote')
    expect(filterStatuses(customer, visibility)).not.toContain('on-hold-internal')
  })
  it('[PERM-050] offers no branch filter to staff limited to a branch', () => {
    const keysOf = (me: Actor) =>
      shipmentFilters(me, filterStatuses(me, visibility), choices).map((one) => one.key)
    expect(keysOf(staff)).toContain('branch')
    expect(keysOf({ ...staff, branch_id: 1, limit_user_to_branch: true })).not.toContain('branch')
  })
  it('leaves out status groups that have no visible status', () => {
    const labels = statusGroups(shipment_statuses).map((group) => group.label)
    expect(labels).toEqual(['Needs action', 'In progress', 'Collected', 'Delivered', 'All active'])
    expect(statusGroups(['at-hub']).every((group) => group.values.length > 0)).toBe(true)
  })
})
