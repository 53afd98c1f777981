import { default_note_type } from '@waybill/domain/shipments/notes-and-tags/note-rules'
import { isUuid } from '@waybill/domain/kit/uuid'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { clockMinutes, dayNumber, momentAt } from '@waybill/domain/kit/dates/calendar'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { deliveryRescheduled, noteAdded, shipmentEdited } from '@waybill/domain/shipments/events'
import {
  isBeforeOutForDelivery,
  matchesLastDigits,
  proof_digits,
  proof_tries_per_day,
  mayChooseDay,
  offeredDays,
  poor_stars,
  receiverWish,
  starsText,
  withReceiverWish,
} from '@waybill/domain/shipments/self-service'
import {
  delivery_time_from,
  delivery_time_to,
  max_reschedules,
  self_service_change_date,
  self_service_instructions,
  shipment_ratings_enabled,
} from '@waybill/domain/shipments/settings'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { readAddresses } from '../accounts/index.ts'
import { serviceCalendar } from '../maps/index.ts'
import type { Context, BaseContext } from '../kit/handler.ts'
import { noteMoved } from './statuses/record-new-day.ts'
import { insertNote } from './notes-and-tags/note-store.ts'
import {
  findByLink,
  insertEvents,
  insertRating,
  lockShipment,
  readEvents,
  readShipmentRows,
  updateShipment,
  type ShipmentRow,
} from './store.ts'

/** The longest the driver's instructions may become. */
const max_instructions = 2_000

/** Who is named in the history for what came over a receiver's link. */
export const receiver_source = 'receiver'

/** What a receiver may change about a delivery that is still to come, and what there is now. */
export interface ReceiverChoices {
  row: ShipmentRow
  /** Whether another day may be chosen, or why not. */
  may_choose_day: RuleResult
  /** `YYYY-MM-DD`, none when no day may be chosen. */
  days: readonly string[]
  may_instruct: boolean
  /** What the receiver asked for before. */
  wish: string
}

/** What a receiver asks for. */
export interface ReceiverWishes {
  /** One of the days offered; `null` leaves the day as it is. */
  day: string | null
  /** For the driver; `null` leaves what was said. */
  wish: string | null
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

/** Whether the receiver of a delivery may choose another day, by the settings of the company. */
export function mayChooseOtherDay(
  reader: BaseContext,
  row: Pick<ShipmentRow, 'status' | 'delivery_pickup_point_id' | 'delivery_reschedules'>,
): RuleResult {
  return mayChooseDay({
    status: row.status,
    is_to_point: row.delivery_pickup_point_id !== null,
    reschedules: row.delivery_reschedules,
    max_reschedules: reader.setting(max_reschedules),
    is_on: reader.setting(self_service_change_date),
  })
}

async function choicesOf(ctx: Context, row: ShipmentRow): Promise<ReceiverChoices> {
  const status = row.status
  const canChooseDay = mayChooseOtherDay(ctx, row)
  const address = (await readAddresses(ctx, [row.delivery_address_id])).get(row.delivery_address_id)
  const { lat = null, lng = null } = address ?? {}
  const calendar = await serviceCalendar(ctx, lat === null || lng === null ? null : { lat, lng }, 'delivery')
  return {
    row,
    may_choose_day: canChooseDay,
    // A day that was chosen before may be given up for an earlier one.
    days:
      canChooseDay === true
        ? offeredDays(
            ctx.now,
            row.delivery_rescheduled ? row.original_estimated_delivery_from : row.estimated_delivery_from,
            calendar,
          )
        : [],
    may_instruct: isBeforeOutForDelivery(status) && ctx.setting(self_service_instructions),
    wish: receiverWish(row.special_instructions_delivery),
  }
}

/**
 * What the holder of a receiver's link may change (docs/domain/shipments.md#another-day); 404 for a link that leads
 * nowhere.
 */
export async function readReceiverChoices(ctx: Context, reference: string): Promise<ReceiverChoices> {
  const [row] = await readShipmentRows(ctx, [await shipmentBehind(ctx, 'reschedule_reference', reference)])
  if (!row) throw notFound('This link does not work any more.')
  return choicesOf(ctx, row)
}

/** Who asks for another day of a tracked delivery: the reference of the receiver's own page, or why it is not shown. */
export type ReceiverProof = { reference: string } | { refusal: string }

/**
 * Lets whoever knows the last digits of the receiver's number to the page where another day is chosen, a few wrong tries
 * a day at most; each wrong one is an event for the office.
 */
export async function proveReceiver(ctx: Context, id: number, typed: string): Promise<ReceiverProof> {
  const row = await lockShipment(ctx, id)
  const mayChoose = mayChooseOtherDay(ctx, row)
  if (mayChoose !== true) return { refusal: mayChoose.message }
  const day = startOfDay(dayOf(ctx.now))
  const wrongBefore = (await readEvents(ctx, [id])).filter(
    ({ status, date }) => status === rejected_code && date >= day,
  )
  if (wrongBefore.length >= proof_tries_per_day)
    return { refusal: 'Wrong digits were given too often today. Call us to choose another day.' }
  const { mobile_number = '' } = (row.delivery_contact ?? {}) as { mobile_number?: string }
  if (matchesLastDigits(typed, mobile_number)) return { reference: row.reschedule_reference }
  await insertEvents(ctx, id, [
    {
      date: ctx.now,
      status: rejected_code,
      message: 'Somebody asked for another day with wrong digits of the receiver’s number.',
      source: receiver_source,
      is_public: false,
    },
  ])
  return {
    refusal: `These are not the last ${proof_digits} digits of the receiver’s mobile number. Look at the number that our message came to.`,
  }
}

const rejected_code: EventCode = 'receiver-refused'

/**
 * Carries out what the receiver asks for, on the locked row: the day, with its event and the time expected anew, and
 * the words for the driver. Asking for what is there already changes nothing and counts for nothing.
 */
export async function takeReceiverWishes(
  ctx: Context,
  reference: string,
  { day, wish }: ReceiverWishes,
): Promise<ReceiverChoices> {
  const id = await shipmentBehind(ctx, 'reschedule_reference', reference)
  const row = await lockShipment(ctx, id)
  const choices = await choicesOf(ctx, row)
  const instructions =
    wish === null || !choices.may_instruct
      ? row.special_instructions_delivery
      : withReceiverWish(row.special_instructions_delivery, wish, max_instructions)
  // The earliest day of the booking is no choice: choosing it is one.
  const moves = day !== null && !(row.delivery_rescheduled && day === row.delivery_min_date)
  if (moves) {
    ensure(choices.may_choose_day)
    if (!choices.days.includes(day))
      throw invalid('This day can no longer be chosen. Choose one of those below.', [
        { field: 'day', message: 'is not one of the days offered' },
      ])
  }
  const changes = {
    ...(instructions === row.special_instructions_delivery
      ? {}
      : { special_instructions_delivery: instructions }),
    ...(moves ? dayChanges(ctx, row, day) : {}),
  }
  if (Object.keys(changes).length > 0) {
    await updateShipment(ctx, id, changes)
    await ctx.emit(shipmentEdited, { shipment_id: id, fields: Object.keys(changes) })
  }
  if (moves) await emitNewDay(ctx, id, day)
  return readReceiverChoices(ctx, reference)
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
  await noteMoved(ctx, shipmentId, { leg: 'delivery', day, from, to, source: receiver_source })
  await ctx.emit(deliveryRescheduled, { shipment_id: shipmentId, day, by_receiver: true })
}

/** The delivery behind a rating link, and whether it can still be rated. */
export async function readRateable(
  ctx: Context,
  reference: string,
): Promise<{ row: ShipmentRow; can_rate: boolean }> {
  const [row] = await readShipmentRows(ctx, [await shipmentBehind(ctx, 'rating_reference', reference)])
  if (!row || !ctx.setting(shipment_ratings_enabled)) throw notFound('This link does not work any more.')
  return { row, can_rate: row.status === 'delivered' && !row.has_rating }
}

/** Stores a rating, once; staff find it among the notes, a poor one as something to look after. */
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
