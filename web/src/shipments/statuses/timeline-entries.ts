import { formatDate, formatLongDay, formatRelative } from '@waybill/domain/kit/texts/format'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { TrackingEvent } from '@waybill/domain/shipments/model'
import { isHeld, isRelease, releasedWords } from '@waybill/domain/shipments/statuses/interventions'
import { proofWords } from '@waybill/domain/shipments/proof-words'
import { reschedule_codes } from '@waybill/domain/shipments/statuses/rescheduled'
import {
  customerSentence,
  isShipmentStatus,
  statusColour,
  statusLabel,
  type StatusColour,
} from '@waybill/domain/shipments/statuses/status'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { undoneIds } from '@waybill/domain/shipments/statuses/undone-events'
import { personName } from '../../kit/session/people.ts'
import { minute_ms } from '@waybill/domain/kit/dates/durations'

/** An event as displayed in the timeline. */
export interface Entry {
  event: TrackingEvent
  /** `HH:mm`. */
  time: string
  sentence: string
  /** Place, person and further details, without empty ones. */
  details: readonly string[]
  colour: StatusColour | null
  /** Displayed only when system events are switched on. */
  is_system: boolean
  /** Whether the event was undone later. */
  is_undone: boolean
}

export interface TimelineDay {
  /** `YYYY-MM-DD`. */
  day: string
  heading: string
  entries: readonly Entry[]
}

/**
 * Returns the doubts about an event recorded by a driver, for staff
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function doubtsOf({ data }: Pick<TrackingEvent, 'data'>): string[] {
  const unscanned = data?.['unscanned_parcels']
  return [
    ...(data?.['time_verified'] === false ? ['Time not verified'] : []),
    ...(data?.['attempt_verified'] === false ? ['Attempt not verified'] : []),
    ...(data?.['no_number_to_call'] === true ? ['Not called: the driver had no number to call'] : []),
    ...(Array.isArray(unscanned) && unscanned.length > 0 ? [`Not scanned: ${unscanned.join(', ')}`] : []),
  ]
}

/** The texts of events that are not statuses and have no message. */
const code_labels: Readonly<Record<EventCode, string>> = {
  'receiver-refused': 'Someone entered wrong digits of the receiver’s number.',
  'attempt-disputed': 'The receiver says that no driver was there.',
  'swad-dimensions': 'Parcel measured.',
  'swad-imaging': 'Parcel photographed.',
  'rate-recalculation': 'Price calculated again.',
  'floor-check': 'Parcel seen at the hub.',
  'collection-rescheduled': 'Collection rescheduled.',
  'delivery-rescheduled': 'Delivery rescheduled.',
  'address-changed': 'Address changed.',
  'booking-changed': 'Booking changed.',
  'dropoff-pin-revealed': 'Drop-off PIN sent to the sender.',
  'pickup-extended': 'More time to collect the parcel.',
  'pickup-pin-sent': 'Pickup PIN sent to the receiver.',
  'link-sent': 'Link sent again.',
  'driver-message': 'Message between the office and the driver.',
  'receiver-message': 'Message to the receiver.',
  'masked-call': 'The driver called.',
  'exception-owner': 'Owner of the exception changed.',
  'pod-pin-sent': 'PIN sent to the receiver.',
  'reservation-created': 'Locker space reserved.',
  'reservation-released': 'Locker space released.',
  'label-printed': 'Label printed.',
  'eta-updated': 'Expected time changed.',
  'note-added': 'Note added.',
  'driver-arrived': 'The driver has arrived.',
  'evidence-kept': 'Evidence saved.',
  'partner-news': 'Update from the other courier.',
  'scan-undone': 'Scan undone.',
}

const everyday_codes: ReadonlySet<string> = new Set<EventCode>([
  'dropoff-pin-revealed',
  'swad-dimensions',
  'rate-recalculation',
  'collection-rescheduled',
  'delivery-rescheduled',
  'address-changed',
  'pickup-extended',
  'booking-changed',
  'pickup-pin-sent',
  'pod-pin-sent',
  'link-sent',
  'driver-message',
  'receiver-message',
  'masked-call',
  'driver-arrived',
  'scan-undone',
])

/**
 * Groups the events by day, newest first. Parcel events that only repeat an event of the shipment count as system
 * events.
 */
export function timelineOf(
  events: readonly TrackingEvent[],
  names: { people: ReadonlyMap<string, string>; parcels: ReadonlyMap<number, string> },
  now: Date,
): TimelineDay[] {
  const newest = [...events].sort((a, b) => b.date.getTime() - a.date.getTime() || b.id - a.id)
  const undone = undoneIds(newest)
  const days = new Map<string, Entry[]>()
  for (const event of newest) {
    const day = dayOf(event.date)
    days.set(day, [...(days.get(day) ?? []), entryOf(event, newest, names, undone)])
  }
  return [...days].map(([day, entries]) => ({ day, entries, heading: headingOf(day, now) }))
}

/** Returns the heading of a day: ‘Today, Tuesday 18 November’. It includes the year if it is not the current year. */
function headingOf(day: string, now: Date): string {
  const today = dayOf(now)
  const long = formatLongDay(day)
  if (day === today) return `Today, ${long}`
  return day.slice(0, 4) === today.slice(0, 4) ? long : `${long} ${day.slice(0, 4)}`
}

function entryOf(
  event: TrackingEvent,
  all: readonly TrackingEvent[],
  { people, parcels }: { people: ReadonlyMap<string, string>; parcels: ReadonlyMap<number, string> },
  undone: ReadonlySet<number>,
): Entry {
  const sentence = sentenceOfEvent(event)
  const message = proofWords(event)
  const parcel = event.parcel_id === 0 ? '' : (parcels.get(event.parcel_id) ?? '')
  const isPerson = event.source && event.source !== 'system'
  const actor = isPerson ? (people.get(event.source ?? '') ?? personName(event.source ?? '')) : ''
  return {
    event,
    time: clockOf(event.date),
    sentence,
    details: [
      parcel,
      event.location ?? '',
      actor,
      loadOf(event),
      sentence.toLowerCase().includes(withoutStop(message).toLowerCase()) ? '' : message,
    ].filter(Boolean),
    colour: isShipmentStatus(event.status) ? statusColour(event.status) : null,
    is_system: isSystem(event, all),
    is_undone: undone.has(event.id),
  }
}

/**
 * Returns the reference of the manifest on which a parcel travelled; `''` for none. The server omits it for viewers
 * who may not see it.
 */
function loadOf({ data }: Pick<TrackingEvent, 'data'>): string {
  const load = data?.['interhub_transfer']
  return typeof load === 'string' ? load : ''
}

/** Returns the text of an event: the customer sentence of its status, else its own message. */
export function sentenceOfEvent(
  event: Pick<TrackingEvent, 'status' | 'message' | 'location'> & Partial<Pick<TrackingEvent, 'data'>>,
): string {
  if (!isShipmentStatus(event.status))
    return event.message || (code_labels[event.status as EventCode] ?? event.status)
  if (isRelease(event)) return `Hold released: the status is “${statusLabel(event.status)}” again.`
  const sentence = customerSentence(event.status, {
    message: event.message ? lowerFirst(withoutStop(event.message)) + '.' : '',
    hub: event.location?.replace(/ hub$/i, '') || undefined,
  })
  return sentence || `${statusLabel(event.status)}.`
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.$/, '')
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function isSystem(event: TrackingEvent, all: readonly TrackingEvent[]): boolean {
  if (!isShipmentStatus(event.status)) return !everyday_codes.has(event.status)
  if (event.parcel_id === 0) return false
  return all.some(
    (other) =>
      other.parcel_id === 0 &&
      other.status === event.status &&
      Math.abs(other.date.getTime() - event.date.getTime()) < minute_ms,
  )
}

/** Returns the times at which a leg was moved to another day. */
export function timesMoved(events: readonly Pick<TrackingEvent, 'status' | 'date'>[]): Date[] {
  return events
    .filter(({ status }) => reschedule_codes.some((code) => code === status))
    .map(({ date }) => date)
}

/** Returns the message and time of the newest event of a status: ‘Nobody at the address at 11:42 today.’ */
export function lastText(status: string, events: readonly TrackingEvent[], now: Date): string {
  const event = isShipmentStatus(status) ? releasedWords(status, events) : undefined
  if (!event || !isShipmentStatus(status)) return ''
  const relative = formatRelative(event.date, now)
  const [when = '', clock = ''] = relative.split(' ')
  const isNear = ['today', 'yesterday'].includes(when)
  if (isHeld(status)) {
    const since = when === 'today' ? clock : isNear ? `${when} at ${clock}` : formatDate(event.date)
    const reason = event.message ? `: ${lowerFirst(withoutStop(event.message))}` : ''
    return `${statusLabel(status)} since ${since}${reason}.`
  }
  const text = withoutStop(event.message) || statusLabel(status)
  const time = isNear ? `at ${clock} ${when}` : relative
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${time}.`
}
