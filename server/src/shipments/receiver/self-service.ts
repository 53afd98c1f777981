import { default_note_type } from '@waybill/domain/shipments/notes-and-tags/note-rules'
import { isUuid } from '@waybill/domain/kit/uuid'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { clockMinutes, dayNumber, momentAt } from '@waybill/domain/kit/dates/calendar'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { deliveryRescheduled, noteAdded, shipmentEdited } from '@waybill/domain/shipments/events'
import {
  checkInstructions,
  matchesLastDigits,
  proof_digits,
  proof_tries_per_day,
  offeredDays,
  poor_stars,
  receiverWish,
  starsText,
  withReceiverWish,
} from '@waybill/domain/shipments/self-service'
import {
  delivery_time_from,
  delivery_time_to,
  shipment_ratings_enabled,
} from '@waybill/domain/shipments/settings'
import type { Address } from '@waybill/domain/accounts/address'
import {
  checkPerson,
  personText,
  type AuthorisedPerson,
} from '@waybill/domain/shipments/receiver/authorised-person'
import { readAddresses } from '../../accounts/index.ts'
import { serviceCalendar } from '../../maps/index.ts'
import { pointOf } from '../../rates/index.ts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { receiver_source } from './receiver-source.ts'
import { isReceiverKey, receiverKey } from './receiver-key.ts'
import { isSpent, mayRate, receiverOptions, type ReceiverOptions } from './receiver-options.ts'
import { noteMoved } from '../statuses/record-new-day.ts'
import { insertNote } from '../notes-and-tags/note-store.ts'
import {
  findByLink,
  findRating,
  insertEvents,
  insertRating,
  lockShipment,
  readEvents,
  readParcels,
  readShipmentRows,
  updateShipment,
  type ParcelRow,
  type ShipmentRow,
} from '../store.ts'

/** What a receiver may change about a pending delivery, and the current values. */
export interface ReceiverChoices extends ReceiverOptions {
  row: ShipmentRow
  /** Available days as `YYYY-MM-DD`; empty if no day may be chosen. */
  days: readonly string[]
  /** The receiver's current request to the driver. */
  wish: string
  parcels: readonly ParcelRow[]
  /** The place of the delivery. */
  address: Address
  /** The key for the receiver's view of the shipment: a visitor with the link needs no digits. */
  key: string
}

/** The changes that a receiver requests. */
export interface ReceiverWishes {
  /** One of the available days; `null` leaves the day unchanged. */
  day: string | null
  /** Text for the driver; `null` leaves it unchanged. */
  wish: string | null
  /** Another person who may take the parcel; without a name nobody else may. `null` leaves it unchanged. */
  person: AuthorisedPerson | null
}

async function shipmentBehind(
  ctx: Context,
  link: 'reschedule_reference' | 'rating_reference',
  reference: string,
): Promise<number> {
  const id = isUuid(reference) ? await findByLink(ctx, link, reference) : null
  if (id === null) throw notFound('This link does not work any more.')
  return id
}

async function choicesOf(ctx: Context, row: ShipmentRow): Promise<ReceiverChoices> {
  const parcels = await readParcels(ctx, [row.id])
  const options = receiverOptions(ctx, row, parcels)
  const address = (await readAddresses(ctx, [row.delivery_address_id])).get(row.delivery_address_id)
  if (!address) throw new Error(`Shipment ${row.id} has no delivery address.`)
  const calendar = await serviceCalendar(ctx, pointOf(address), 'delivery')
  return {
    ...options,
    row,
    parcels,
    // The receiver may also change a day that was chosen before to an earlier one.
    days:
      options.may_choose_day === true
        ? offeredDays(
            ctx.now,
            row.delivery_rescheduled ? row.original_estimated_delivery_from : row.estimated_delivery_from,
            calendar,
          )
        : [],
    wish: receiverWish(row.special_instructions_delivery),
    address,
    key: receiverKey(ctx, row),
  }
}

/** Returns the shipment of a receiver's link. 404 for an unknown link. */
export async function readLinkedShipment(ctx: Context, reference: string): Promise<ShipmentRow> {
  const [row] = await readShipmentRows(ctx, [await shipmentBehind(ctx, 'reschedule_reference', reference)])
  if (!row) throw notFound('This link does not work any more.')
  return row
}

/**
 * Returns what the holder of a receiver's link may change (docs/domain/shipments.md#another-day). 404 for an unknown
 * link.
 */
export async function readReceiverChoices(ctx: Context, reference: string): Promise<ReceiverChoices> {
  return choicesOf(ctx, await readLinkedShipment(ctx, reference))
}

/** Locks the shipment of a receiver's link, and returns what may be changed about it. 404 for an unknown link. */
export async function lockReceiverChoices(ctx: Context, reference: string): Promise<ReceiverChoices> {
  const id = await shipmentBehind(ctx, 'reschedule_reference', reference)
  return choicesOf(ctx, await lockShipment(ctx, id))
}

/**
 * Whether the holder of a receiver's link may still change the delivery and be taken for the receiver. A link that has
 * done what it is for needs the key of a verified receiver beside it, because messages are forwarded and stored
 * (decision 0148).
 */
export function mayUseLink(reader: BaseContext, row: ShipmentRow, key: string): boolean {
  return !isSpent(reader, row) || isReceiverKey(reader, row, key)
}

/** Returns the last day that a receiver chose, as the timeline states it, and when; `undefined` for none. */
export async function readLastChoice(
  ctx: Context,
  shipmentId: number,
): Promise<{ words: string; time: Date } | undefined> {
  const chosen = (await readEvents(ctx, [shipmentId])).find(
    ({ status, source }) => status === 'delivery-rescheduled' && source === receiver_source,
  )
  return chosen && { words: chosen.message, time: chosen.date }
}

/** Result of a receiver check: the key with which the receiver reads the shipment, or why access is rejected. */
export type ReceiverProof = { key: string } | { rejection: string }

/**
 * Checks the last digits of the receiver's number and returns a key for the receiver's view of the shipment, in any
 * status. Limits wrong attempts per day and records each one as an event that only staff see.
 */
export async function proveReceiver(ctx: Context, id: number, typed: string): Promise<ReceiverProof> {
  const row = await lockShipment(ctx, id)
  const day = startOfDay(dayOf(ctx.now))
  const wrongBefore = (await readEvents(ctx, [id])).filter(
    ({ status, date }) => status === rejected_code && date >= day,
  )
  if (wrongBefore.length >= proof_tries_per_day)
    return { rejection: 'Wrong digits were entered too many times today. Call us instead.' }
  const { mobile_number = '' } = row.delivery_contact
  if (matchesLastDigits(typed, mobile_number)) return { key: receiverKey(ctx, row) }
  await insertEvents(ctx, id, [
    {
      date: ctx.now,
      status: rejected_code,
      message: 'Someone entered wrong digits of the receiver’s number on the tracking page.',
      source: receiver_source,
      is_public: false,
    },
  ])
  return {
    rejection: `These are not the last ${proof_digits} digits of the receiver’s mobile number. Use the number that received our message.`,
  }
}

const rejected_code: EventCode = 'receiver-refused'

/**
 * Applies the receiver's changes on the locked row: the day, with its event and new estimates, and the text for the
 * driver. An unchanged value has no effect and does not count as a reschedule.
 */
export async function takeReceiverWishes(
  ctx: Context,
  reference: string,
  { day, wish, person }: ReceiverWishes,
): Promise<ReceiverChoices> {
  const choices = await lockReceiverChoices(ctx, reference)
  const { row } = choices
  const { id } = row
  const instructions = instructionsWith(choices, wish)
  // The day from the booking is not the receiver's choice, so choosing the same day still counts as a change.
  const moves = day !== null && !(row.delivery_rescheduled && day === row.delivery_min_date)
  if (moves) {
    ensure(choices.may_choose_day)
    if (!choices.days.includes(day))
      throw invalid('This day can no longer be chosen. Choose one of those below.', [
        { field: 'day', message: 'is not one of the days offered' },
      ])
  }
  const named = namedPerson(choices, person)
  const changes = {
    ...(named === undefined ? {} : { authorised_person: named && JSON.stringify(named) }),
    ...(instructions === undefined ? {} : { special_instructions_delivery: instructions }),
    ...(moves ? dayChanges(ctx, row, day) : {}),
  }
  if (Object.keys(changes).length > 0) {
    await updateShipment(ctx, id, changes)
    await ctx.emit(shipmentEdited, { shipment_id: id, fields: Object.keys(changes) })
  }
  if (named !== undefined) await notePerson(ctx, id, named)
  if (moves) await emitNewDay(ctx, id, day)
  return readReceiverChoices(ctx, reference)
}

/** Returns the instructions for the driver to store; `undefined` when the receiver's request is the same as before. */
function instructionsWith({ row, may_instruct }: ReceiverChoices, wish: string | null): string | undefined {
  const before = row.special_instructions_delivery
  if (wish === null) return undefined
  const after = withReceiverWish(before, wish)
  if (receiverWish(after) === receiverWish(before)) return undefined
  ensure(may_instruct)
  ensure(checkInstructions(after))
  return after
}

/** Returns the person to store, `null` for nobody; `undefined` when nothing changes. */
function namedPerson(
  { row, may_name_person }: ReceiverChoices,
  person: AuthorisedPerson | null,
): AuthorisedPerson | null | undefined {
  const stored = row.authorised_person
  if (person === null) return undefined
  const wanted = person.name === '' && person.mobile_number === '' ? null : person
  if (wanted === null && stored === null) return undefined
  if (wanted?.name === stored?.name && wanted?.mobile_number === stored?.mobile_number) return undefined
  ensure(may_name_person)
  if (wanted) ensure(checkPerson(wanted))
  return wanted
}

async function notePerson(ctx: Context, shipmentId: number, person: AuthorisedPerson | null): Promise<void> {
  await insertEvents(ctx, shipmentId, [
    {
      date: ctx.now,
      status: 'booking-changed' satisfies EventCode,
      message: '',
      internal_message: person
        ? `The receiver named another person who may take the parcel: ${personText(person)}.`
        : 'The receiver named nobody else who may take the parcel any more.',
      source: receiver_source,
      is_public: false,
    },
  ])
}

function dayChanges(reader: BaseContext, row: ShipmentRow, day: string) {
  const at = (clock: string) => momentAt(dayNumber(day), clockMinutes(clock))
  return {
    delivery_min_date: day,
    delivery_rescheduled: true,
    delivery_rescheduled_reason: 'Chosen by the receiver',
    delivery_reschedules: row.delivery_reschedules + 1,
    estimated_delivery_from: at(reader.setting(delivery_time_from)),
    estimated_delivery_to: at(reader.setting(delivery_time_to)),
  }
}

async function emitNewDay(ctx: Context, shipmentId: number, day: string): Promise<void> {
  const from = ctx.setting(delivery_time_from)
  const to = ctx.setting(delivery_time_to)
  const id = await noteMoved(ctx, shipmentId, { leg: 'delivery', day, from, to, source: receiver_source })
  await ctx.emit(deliveryRescheduled, {
    shipment_id: shipmentId,
    day,
    by_receiver: true,
    tracking_event_id: id,
  })
}

/** What a receiver said about a delivery. */
export interface Rating {
  stars: number
  comment: string
  time_created: Date
}

/** Returns the delivery of a rating link, whether it can still be rated, and the rating it has. */
export async function readRateable(
  ctx: Context,
  reference: string,
): Promise<{ row: ShipmentRow; can_rate: boolean; rating: Rating | undefined }> {
  const [row] = await readShipmentRows(ctx, [await shipmentBehind(ctx, 'rating_reference', reference)])
  if (!row || !ctx.setting(shipment_ratings_enabled)) throw notFound('This link does not work any more.')
  const rating = row.has_rating ? await findRating(ctx, row.id) : undefined
  return { row, can_rate: mayRate(ctx, row), rating }
}

/** Stores a rating once. Adds an internal note for staff; a poor rating requires action. */
export async function rateDelivery(
  ctx: Context,
  reference: string,
  { stars, comment }: { stars: number; comment: string },
): Promise<void> {
  const { row, can_rate } = await readRateable(ctx, reference)
  if (!can_rate) return
  if (!(await insertRating(ctx, { shipment_id: row.id, stars, comment }))) return
  await updateShipment(ctx, row.id, { has_rating: true })
  const note = await insertNote(ctx, {
    note_type: default_note_type,
    shipment_id: row.id,
    message: `${starsText(stars)} from the receiver${comment ? `: ${comment}` : '.'}`,
    type: 'internal',
    requires_action: stars <= poor_stars,
    attachments: { uploads: [] },
  })
  await ctx.emit(noteAdded, { note_id: note.id, shipment_id: row.id, type: 'internal', email_to: [] })
}
