import { isDate } from '@waybill/domain/kit/texts/format'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { isFailure, isShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { proofWords } from '@waybill/domain/shipments/proof-words'
import type { TrackingEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { html, type Html } from '../../kit/html.ts'
import type { Tracked } from '../find-tracked.ts'
import { eventSentence } from '../present-tracking.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Formats a moment: 'today 07:52', 'Mon 19:40' within the last week, otherwise '3 Mar 19:40'. */
export function shortMoment(moment: Date, now: Date): string {
  if (!isDate(moment)) return ''
  const day = dayOf(moment)
  const days = Math.round((startOfDay(dayOf(now)).getTime() - startOfDay(day).getTime()) / day_ms)
  if (days === 0) return `today ${clockOf(moment)}`
  const [, month, date] = day.split('-').map(Number)
  const name =
    days > 0 && days < 7
      ? weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
      : `${date} ${months[(month ?? 1) - 1]}`
  return `${name} ${clockOf(moment)}`
}

/** Renders the visible events of a shipment, newest first. */
export function timeline(tracked: Tracked, now: Date): Html {
  const numbers = new Map(tracked.parcels.map((parcel) => [parcel.id, parcel.number]))
  const several = tracked.parcels.length > 1
  const item = (event: TrackingEvent): Html => {
    const sentence = eventSentence(tracked, event)
    const message = proofWords(event)
    const extraText = message && !sentence.includes(message) ? message : ''
    const number = several ? numbers.get(event.parcel_id) : undefined
    const notes = [
      number !== undefined && `Parcel ${number} of ${tracked.parcels.length}`,
      sentence && extraText,
      event.location,
    ]
    return html`<li ${isShipmentStatus(event.status) && isFailure(event.status) && html` class="failed"`}>
      <div class="what">
        <p>${sentence || extraText || 'Update'}</p>
        ${notes.filter(Boolean).map((note) => html`<p class="quiet">${note}</p>`)}
      </div>
      <time datetime="${event.date.toISOString()}">${shortMoment(event.date, now)}</time>
    </li>`
  }
  return html`<ol class="events">
    ${tracked.events.map(item)}
  </ol>`
}
