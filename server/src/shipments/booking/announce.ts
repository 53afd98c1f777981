import { shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import { auto_add_address_book } from '@waybill/domain/shipments/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { saveAutomaticEntry } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { NewEvent } from '../store.ts'
import type { BookingDraft, StoredBooking } from './draft.ts'

/** Returns the first tracking events of a booking: its first status and, if it was routed at once, its routed status. */
export function firstEvents(ctx: Context, { values }: StoredBooking, status: ShipmentStatus): NewEvent[] {
  const source = ctx.actor.kind === 'guest' ? 'guest' : ctx.actor.username
  const routed = values.status
  return [
    { date: ctx.now, status, source },
    ...(routed === status ? [] : [{ date: ctx.now, status: routed, source: 'system' }]),
  ]
}

/** Publishes the events of a submitted booking, so that other modules can charge it, send messages and call webhooks. */
export async function announce(
  ctx: Context,
  { id, values }: StoredBooking,
  { account, status }: BookingDraft,
): Promise<void> {
  const routed = values.status
  const { collection_request_id } = values
  await ctx.emit(shipmentBooked, {
    shipment_id: id,
    account_id: account.id,
    ...(collection_request_id ? { collection_request_id } : {}),
  })
  if (routed !== status) await ctx.emit(shipmentMoved, { shipment_id: id, from: status, to: routed })
}

/** Saves manually entered addresses to the account's address book, if the account has this enabled (ACC-015). */
export async function saveEnteredAddresses(
  ctx: Context,
  { values }: StoredBooking,
  { account, input }: BookingDraft,
): Promise<void> {
  if (account.account_type === 'guest') return
  const entered = (['collection', 'delivery'] as const).filter(
    (side) => !input[`${side}_pickup_point_id`] && !input[`${side}_address_book_id`],
  )
  await saveAutomaticEntry(
    ctx,
    account.id,
    auto_add_address_book,
    entered.map((side) => {
      const contact = input[`${side}_contact`]
      return {
        name: input[`${side}_address`]?.company || contact?.name || values.short_tracking_reference,
        contact_name: contact?.name ?? '',
        mobile_number: contact?.mobile_number ?? '',
        email: contact?.email ?? '',
        address_id: values[`${side}_address_id`],
        special_instructions: input[`special_instructions_${side}`] ?? null,
        source: 'automatic',
      }
    }),
  )
}
