import {
  days_ahead,
  ruleWithoutService,
  type Frequency,
  type HolidayRule,
} from '@waybill/domain/collections/days'
import type { CollectionRequest, Recurring, RequestEvent, Vehicle } from '@waybill/domain/collections/model'
import {
  collection_request_statuses,
  requestStatusLabel,
  type CollectionRequestStatus,
} from '@waybill/domain/collections/status'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatDecimal } from '../kit/ui/values/numbers.ts'

/** Returns the heading of the pages. Customers see bulk collections (NAV-023). */
export function headingOf(me: Actor): string {
  return isStaff(me) ? 'Collection requests' : 'Bulk collections'
}

export const vehicle_labels: Readonly<Record<Vehicle, string>> = {
  '': 'No preference',
  motorbike: 'Motorbike',
  car: 'Car',
  bakkie: 'Bakkie',
  van: 'Panel van',
  truck: 'Truck',
}

/** Weekdays in the order of the form, Monday first. */
export const week: readonly { day: number; short: string; name: string }[] = [
  { day: 1, short: 'Mon', name: 'Monday' },
  { day: 2, short: 'Tue', name: 'Tuesday' },
  { day: 3, short: 'Wed', name: 'Wednesday' },
  { day: 4, short: 'Thu', name: 'Thursday' },
  { day: 5, short: 'Fri', name: 'Friday' },
  { day: 6, short: 'Sat', name: 'Saturday' },
  { day: 0, short: 'Sun', name: 'Sunday' },
]

/** Returns a text such as 'Every service day' or 'Every Tuesday and Friday'. */
export function repeatsText({ frequency, weekdays }: Pick<Recurring, 'frequency' | 'weekdays'>): string {
  if (frequency === 'daily') return 'Every service day'
  const names = week.filter(({ day }) => weekdays.includes(day)).map(({ name, short }) => ({ name, short }))
  if (names.length > 2) return `Every ${names.map(({ short }) => short).join(', ')}`
  return `Every ${names.map(({ name }) => name).join(' and ')}`
}

const texts_without_service: Readonly<Record<HolidayRule, string>> = {
  skip: 'Days without service and public holidays are left out.',
  previous:
    'A collection that falls on a day without service or a public holiday is made on the working day before.',
  next: 'A collection that falls on a day without service or a public holiday is made on the working day after.',
}

/**
 * Returns how far ahead the requests of a recurring collection are made, and what happens on days without service.
 * `rule` is the setting of the company.
 */
export function recurringText(frequency: Frequency, rule: HolidayRule): string {
  return `Requests are made ${days_ahead} days ahead. ${texts_without_service[ruleWithoutService(frequency, rule)]}`
}

/** Returns a text such as `40 parcels · 120 kg`; `''` when nothing is known. */
export function expectedText({
  expected_parcels,
  expected_kg,
}: Pick<CollectionRequest, 'expected_parcels' | 'expected_kg'>): string {
  return [
    expected_parcels === null ? '' : parcelsText(expected_parcels),
    expected_kg === null ? '' : `${formatDecimal(expected_kg)} kg`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns a text such as `1 parcel` or `40 parcels`. */
export function parcelsText(count: number): string {
  return count === 1 ? '1 parcel' : `${count.toLocaleString('en')} parcels`
}

const facts: Readonly<Record<string, string>> = {
  'driver-arrived': 'Driver arrived',
  'evidence-kept': 'Action of the driver refused',
  changed: 'Changed',
}

/** Returns the title of a history entry. */
export function eventTitle({ status }: Pick<RequestEvent, 'status'>): string {
  const known = collection_request_statuses.find((one) => one === status)
  return known ? requestStatusLabel(known) : (facts[status] ?? status)
}

/** Returns a text such as 'The driver handed this collection back: vehicle breakdown.' */
export function rejectionText(events: readonly Pick<RequestEvent, 'status' | 'message'>[]): string {
  const message =
    events.find(({ status }) => status === 'collection-rejected')?.message.replace(/\.$/, '') ?? ''
  const why = message === '' ? '' : `: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  return `The driver handed this collection back${why}.`
}

/** Checks whether setting this status requires a reason. */
export function needsReason(to: CollectionRequestStatus): boolean {
  return ['collection-failed-attempt', 'collection-exception', 'collection-rejected'].includes(to)
}
