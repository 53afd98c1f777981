import { bookingPriced, shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import { auto_add_address_book } from '@waybill/domain/shipments/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { saveAutomaticEntry } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { ChargeValues, NewEvent, ShipmentRow } from '../store.ts'
import type { BookingDraft } from './draft.ts'

/** Returns the first tracking events of a booking: its first status and, if it was routed at once, its routed status. */
export function firstEvents(ctx: Context, row: ShipmentRow, status: ShipmentStatus): NewEvent[] {
  const source = ctx.actor.kind === 'guest' ? 'guest' : ctx.actor.username
  const routed = row.status
  return [
    { date: ctx.now, status, source },
    ...(routed === status ? [] : [{ date: ctx.now, status: routed, source: 'system' }]),
  ]
}

/** Publishes the price of a submitted booking, so that it is charged. */
export async function announcePrice(
  ctx: Context,
  row: ShipmentRow,
  { addresses }: BookingDraft,
  charges: readonly ChargeValues[],
): Promise<void> {
  await ctx.emit(bookingPriced, {
    shipment_id: row.id,
    account_id: row.account_id,
    reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    service_level_name: row.service_level_name,
    cost_center_id: row.cost_center_id,
    from: addresses.collection.local_area || addresses.collection.city,
    to: addresses.delivery.local_area || addresses.delivery.city,
    rate: row.rate,
    charges: charges.flatMap(chargePart),
  })
}

/** Returns what a charge row adds to the price; formula parts add nothing. */
function chargePart({ type, value, vat_type }: ChargeValues) {
  const kind: 'zero' | 'standard' = vat_type === 'zero' ? 'zero' : 'standard'
  return type === 'rate_formula' ? [] : [{ type, value, vat_type: kind }]
}

/** Publishes the events of a submitted booking, so that other modules can send messages and call webhooks. */
export async function announce(ctx: Context, row: ShipmentRow, status: ShipmentStatus): Promise<void> {
  const { id, status: routed, account_id, collection_request_id } = row
  await ctx.emit(shipmentBooked, {
    shipment_id: id,
    account_id,
    ...(collection_request_id ? { collection_request_id } : {}),
  })
  if (routed !== status)
    await ctx.emit(shipmentMoved, { shipment_id: id, from: status, to: routed, is_new: true })
}

/** Saves manually entered addresses to the account's address book, if the account has this enabled (ACC-015). */
export async function saveEnteredAddresses(
  ctx: Context,
  row: ShipmentRow,
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
        name: input[`${side}_address`]?.company || contact?.name || row.short_tracking_reference,
        contact_name: contact?.name ?? '',
        mobile_number: contact?.mobile_number ?? '',
        email: contact?.email ?? '',
        address_id: row[`${side}_address_id`],
        special_instructions: input[`special_instructions_${side}`] ?? null,
        source: 'automatic',
      }
    }),
  )
}
