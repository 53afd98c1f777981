import { formatLongDay } from '../../kit/texts/format.ts'
import { clockOf, dayOf } from '../../kit/calls/wire.ts'
import { isAtOrPast, isToArrive, waitsAtPoint, type ShipmentStatus } from './status.ts'
import { day_ms } from '../../kit/dates/durations.ts'

/** A sentence in parts. Pages render strong parts in bold; messages use the plain text. */
export type Phrase = readonly { text: string; strong?: boolean }[]

/** The data from which the expected day is derived; unknown moments are `null`. */
export interface Expecting {
  status: ShipmentStatus
  estimated_delivery_from: Date | null
  estimated_delivery_to: Date | null
  /** The end of the delivery window promised at booking. */
  original_estimated_delivery_to: Date | null
  delivered_date: Date | null
  /**
   * When the shipment entered its status. Without it, an out-for-delivery shipment counts as on the vehicle today
   * only by its first promised day.
   */
  latest_tracking_event_time?: Date | null
  /** Until when the parcel can be fetched at a pickup point. */
  pickup_deadline?: Date | null
  /** How many times the day was changed. After a change, the promise of the booking no longer counts. */
  delivery_reschedules?: number
}

/** Returns the plain text of a phrase. */
export function phraseText(phrase: Phrase): string {
  return phrase.map(({ text }) => text).join('')
}

/**
 * Returns a sentence about when the parcel is expected or was delivered: 'Expected Tuesday 4 March between 08:00 and
 * 12:00.' For a parcel that waits at a pickup point, the sentence states until when it can be collected
 * (docs/domain/interface.md#public-tracking-page). Returns `[]` when nothing is expected: cancelled, held, returned,
 * or no estimate.
 */
export function expectedPhrase(shipment: Expecting, now: Date): Phrase {
  const { estimated_delivery_from: from, estimated_delivery_to: to, delivered_date } = shipment
  if (delivered_date && isAtOrPast(shipment.status, 'delivered'))
    return [
      { text: 'Delivered ' },
      ...dayPieces(delivered_date, now),
      { text: ' at ' },
      { text: clockOf(delivered_date), strong: true },
      { text: '.' },
    ]
  if (waitsAtPoint(shipment.status)) return waitingPhrase(shipment, now)
  if (!to || !isToArrive(shipment.status)) return []
  const isOnRound = isOnItsRound(shipment, now)
  if (isOnRound && dayOf(to) < dayOf(now))
    return [
      { text: 'Expected today, ' },
      { text: formatLongDay(now), strong: true },
      { text: `. It is late: we promised it for ${formatLongDay(to)}.` },
    ]
  if (to < now)
    return [
      { text: 'It was expected by ' },
      { text: `${formatLongDay(to)}, ${clockOf(to)}`, strong: true },
      { text: ', and is running late.' },
    ]
  if (isOnRound && dayOf(to) !== dayOf(now))
    return !from || dayOf(from) <= dayOf(now)
      ? [{ text: 'Expected today, ' }, { text: formatLongDay(now), strong: true }, { text: '.' }]
      : [
          { text: 'Expected by ' },
          { text: `${formatLongDay(to)}, ${clockOf(to)}`, strong: true },
          { text: '.' },
        ]
  if (from && dayOf(from) !== dayOf(to) && !isOnRound)
    return [
      { text: 'Expected between ' },
      { text: formatLongDay(from), strong: true },
      { text: ' and ' },
      { text: formatLongDay(to), strong: true },
      { text: '.' },
    ]
  const isWindow = from !== null && from < to && dayOf(from) === dayOf(to)
  const hours = isWindow ? `${clockOf(from)} and ${clockOf(to)}` : clockOf(to)
  return [
    { text: 'Expected ' },
    ...dayPieces(to, now),
    { text: isWindow ? ' between ' : ' by ' },
    { text: hours, strong: true },
    { text: '.' },
  ]
}

/**
 * Returns until when the parcel can be fetched; empty for `ready-for-pickup`, because its status sentence contains
 * the date.
 */
function waitingPhrase({ status, pickup_deadline: until }: Expecting, now: Date): Phrase {
  if (!until || status === 'ready-for-pickup') return []
  return [
    { text: until < now ? 'It could be collected until ' : 'It can be collected until ' },
    { text: `${formatLongDay(until)}, ${clockOf(until)}`, strong: true },
    { text: '.' },
  ]
}

/**
 * Whether the parcel is on the vehicle today: it was loaded today, or loaded earlier and today is the first promised
 * day.
 */
function isOnItsRound(shipment: Expecting, now: Date): boolean {
  const { status, latest_tracking_event_time: at, estimated_delivery_from: from } = shipment
  if (status !== 'out-for-delivery') return false
  return [at, from].some((moment) => moment instanceof Date && dayOf(moment) === dayOf(now))
}

/** Formats a day: 'today, Tuesday 4 March,' for today and tomorrow, otherwise the day only. */
function dayPieces(moment: Date, now: Date): Phrase {
  const day = { text: formatLongDay(moment), strong: true }
  const near =
    dayOf(moment) === dayOf(now)
      ? 'today'
      : dayOf(moment) === dayOf(new Date(now.getTime() + day_ms))
        ? 'tomorrow'
        : null
  return near ? [{ text: `${near}, ` }, day, { text: ',' }] : [day]
}

/**
 * Returns 'Later than booked: it was promised by 12:00.', or `''` when the promise still holds or the day was
 * changed.
 */
export function laterThanBooked(shipment: Expecting): string {
  const { estimated_delivery_to: to, original_estimated_delivery_to: promised } = shipment
  if (!to || !promised || to.getTime() - promised.getTime() < 60_000) return ''
  if (!isToArrive(shipment.status) || (shipment.delivery_reschedules ?? 0) > 0) return ''
  const when = dayOf(to) === dayOf(promised) ? clockOf(promised) : formatLongDay(promised)
  return `Later than booked: it was promised by ${when}.`
}
