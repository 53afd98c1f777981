import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { movedSentence } from '@waybill/domain/kit/dates/service-days'
import type { Rate } from '@waybill/domain/rates/model'
import { shortDay, weekdayText } from '../../../kit/ui/values/moments.ts'

/** Returns when a service delivers: ‘Thu 20 – Fri 21 Nov’, ‘today by 16:30’, ‘Wed 19 Nov by 12:00’. */
export function deliveryText({ service_level }: Rate, now: Date): string {
  const { delivery_date_from, delivery_date_to } = service_level
  const [from, to] = [dayOf(delivery_date_from), dayOf(delivery_date_to)]
  if (from === to) return `${shortDay(to, now)} by ${clockOf(delivery_date_to)}`
  const today = dayOf(now)
  const end = weekdayText(to, today)
  const start = weekdayText(from, today)
  const isSameMonth = start.split(' ').slice(2).join(' ') === end.split(' ').slice(2).join(' ')
  return `${isSameMonth ? start.split(' ').slice(0, 2).join(' ') : start} – ${end}`
}

/** Returns the day on which a service collects: ‘today’ or ‘Wed 19 Nov’. */
export function collectionText({ service_level }: Rate, now: Date): string {
  return shortDay(dayOf(service_level.collection_date), now)
}

/** Whether the collection is on a later day than the requested one. */
export function isLater({ service_level }: Rate, requestedDay: string | null): boolean {
  return requestedDay !== null && dayOf(service_level.collection_date) > requestedDay
}

/**
 * Returns why the collection day was moved: ‘16 Dec is a public holiday: collection on 17 Dec.’; `null` if it was not
 * moved or there is no reason.
 */
export function movedText(rate: Rate | null, requestedDay: string | null, now: Date): string | null {
  if (!rate || requestedDay === null || !isLater(rate, requestedDay) || requestedDay < dayOf(now)) return null
  const { collection_date, collection_moved_by } = rate.service_level
  return collection_moved_by && movedSentence(requestedDay, dayOf(collection_date), collection_moved_by)
}
