import { z } from 'zod'
import { event } from '../kit/event.ts'
import { week_days, type WeekHours } from '../kit/dates/week-hours.ts'
import { clockOf, dayOf, list, maybe, text } from '../kit/calls/wire.ts'
import type { Language } from './languages.ts'
import { legs } from './model.ts'
import { push_texts, stop_changes, type PushTexts } from './push-texts.ts'

/** What a push message is about: drivers receive `stops`, staff the other topics that they choose. */
export const push_topics = ['stops', 'depot', 'panic', 'exceptions'] as const
export type PushTopic = (typeof push_topics)[number]

/** A browser's push subscription, in the format of the Push API. */
export const PushSubscriptionInput = z.object({
  endpoint: text(1_000),
  keys: z.object({
    /** Base64url of an uncompressed point on P-256: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'must be a public key of a browser'),
    /** Base64url of 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'must be a secret of a browser'),
  }),
  /** Topics for staff; drivers always receive `stops`. */
  topics: maybe(list(z.enum(push_topics).exclude(['stops']))),
})
export type PushSubscriptionInput = z.output<typeof PushSubscriptionInput>

/** The push notification displayed on the phone. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** The page that opens when the user taps the notification. */
  url: z.string(),
  /** Not displayed while the user has a window of this page in front. */
  hidden_while_open: z.boolean().optional(),
})
export type PushMessage = z.output<typeof PushMessage>

/**
 * Emitted for each message to one browser. The message is not sent after `expires`, nor outside the notification hours
 * of drivers unless it is urgent.
 */
export const driverPushDue = event(
  'driverPushDue',
  z.object({
    subscription_id: z.int(),
    message: PushMessage,
    expires: z.string(),
    is_urgent: z.boolean().optional(),
  }),
)

/** Whether a driver may be notified at `moment`: within the hours of that weekday, in South African time. */
export function isAwake(hours: WeekHours, moment: Date): boolean {
  const weekday = new Date(`${dayOf(moment)}T00:00:00Z`).getUTCDay()
  const [day] = week_days[(weekday + 6) % 7] ?? ['mon']
  const open = hours[day]
  const clock = clockOf(moment)
  return open !== null && clock >= open.open && clock < open.close
}

/** A stop as the driver was last notified of it. */
export const PushedStop = z.object({
  leg: z.enum(legs),
  address_id: z.int(),
  /** `HH:mm`, the end of the time window. */
  until: z.string(),
  /** The suburb or town. */
  place: z.string(),
  reference: z.string(),
})
export type PushedStop = z.output<typeof PushedStop>

/** Stops by key: `shipment 12 delivery`, `request 7`. */
export type PushedStops = Readonly<Record<string, PushedStop>>

/** The differences between a driver's open stops and the stops last notified. */
export interface StopChanges {
  added: PushedStop[]
  changed: PushedStop[]
  /** Stops that are no longer assigned to the driver, or no longer due today. */
  removed: PushedStop[]
  cancelled: PushedStop[]
}

/**
 * Returns the changes in a day's open stops since the last notification. `own` holds the keys of stops that are done
 * or failed; they are not reported. `isCancelled` returns whether a stop that is gone was cancelled.
 */
export function stopChanges(
  pushed: PushedStops,
  open: PushedStops,
  own: ReadonlySet<string>,
  isCancelled: (key: string) => boolean,
): StopChanges {
  const former = Object.entries(pushed).filter(([key]) => !(key in open) && !own.has(key))
  return {
    added: Object.entries(open).flatMap(([key, stop]) => (key in pushed ? [] : [stop])),
    changed: Object.entries(open).flatMap(([key, stop]) => {
      const before = pushed[key]
      return before && (before.address_id !== stop.address_id || before.until !== stop.until) ? [stop] : []
    }),
    removed: former.flatMap(([key, stop]) => (isCancelled(key) ? [] : [stop])),
    cancelled: former.flatMap(([key, stop]) => (isCancelled(key) ? [stop] : [])),
  }
}

/** Maximum number of stops listed in one message; the others are only counted. */
const max_listed = 3

/**
 * Returns the message about a day's changes in a language, or `null` when there are none. It contains no names or
 * streets, because it may appear on a locked screen.
 */
export function pushMessage(changes: StopChanges, language: Language): PushMessage | null {
  const texts = push_texts[language]
  const [first, ...others] = stop_changes.filter((change) => changes[change].length > 0)
  if (!first) return null
  const stops = changes[first]
  const title =
    others.length > 0 ? texts.mixed : stops.length === 1 ? texts.one[first] : texts.many[first](stops.length)
  const lines = [first, ...others].flatMap((change) =>
    changes[change].map((stop) =>
      others.length > 0 ? `${texts.one[change]}: ${lineOf(stop, texts)}` : lineOf(stop, texts),
    ),
  )
  const rest = lines.length - max_listed
  return {
    title,
    body: [...lines.slice(0, max_listed), ...(rest > 0 ? [texts.more(rest)] : [])].join('\n'),
    url: '/tripsheet',
  }
}

function lineOf({ leg, place, reference, until }: PushedStop, texts: PushTexts): string {
  return [texts.leg[leg], place && texts.place(place), until && texts.until(until), `(${reference})`]
    .filter(Boolean)
    .join(' ')
}
