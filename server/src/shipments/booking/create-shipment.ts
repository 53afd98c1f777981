import type { AddressParts } from '@waybill/domain/accounts/address'
import { isStaff } from '@waybill/domain/kit/actor'
import { withTerminals } from '@waybill/domain/pickup-points/terminal'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { paymentAwaited } from '@waybill/domain/shipments/events'
import type { NewShipment, Shipment } from '@waybill/domain/shipments/model'
import type { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import {
  afterBooking,
  findEqualAddresses,
  readBalances,
  storeAddresses,
  type AccountRow,
} from '../../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { bookInForce } from '../../rates/index.ts'
import type { FoundPlace } from '../find-place.ts'
import { presentNewShipment } from '../lists/present-shipment.ts'
import { chargesOf } from '../pricing/price-shipment.ts'
import {
  insertCharges,
  insertEvents,
  readCharges,
  readParcels,
  readShipmentRows,
  type InsertedShipment,
  type ShipmentRow,
} from '../store.ts'
import { announce, announcePrice, firstEvents, saveEnteredAddresses } from './announce.ts'
import { checkBooking, requireFewGuestBookings, requireGuestNotBlocked } from './check.ts'
import type { BookingDraft, Places } from './draft.ts'
import { fund } from './fund.ts'
import { locate } from './locate.ts'
import { price } from './price.ts'
import { storeBooking } from './store-booking.ts'

/**
 * Books a shipment in one transaction: checks, price, funds, references, parcels, charge rows, routing to branches
 * and drivers, and first events (docs/domain/public-api.md#booking). Places are found before the transaction starts.
 */
export const createShipment: ExternalHandler<typeof shipmentsApi.create> = (ctx, input) =>
  createAnswered(ctx, input, (shipment) => shipment)

/** Books a shipment like `createShipment`, and answers with what `present` returns for it. */
export async function createAnswered<Result>(
  ctx: ExternalContext,
  sent: NewShipment,
  present: (shipment: Shipment) => Result,
): Promise<Result> {
  const input = withTerminals(sent)
  await requireGuestNotBlocked(ctx, input)
  const places = await locate(ctx, input)
  return ctx.answer(async (inner) => present(await bookShipment(inner, input, places)))
}

/** Saves a quote: the same checks and price as a booking, but nothing is booked. */
export const createQuote: ExternalHandler<typeof quotesApi.create> = (ctx, input) =>
  createShipment(ctx, { ...input, save_as: 'quote' })

/**
 * Books a shipment inside an open transaction, with places that were already found. Statements that do not need each
 * other's answers are sent together, and nothing that is known is read back (decision 0122).
 */
export async function bookShipment(ctx: Context, input: NewShipment, places: Places | null) {
  await requireFewGuestBookings(ctx)
  const book = await bookInForce(ctx)
  const located = places ? [places.collection, places.delivery].map(storedAddress) : []
  const [booking, known] = await Promise.all([
    checkBooking(ctx, input, places, book),
    findEqualAddresses(ctx, located),
  ])
  const offer = await price(ctx, book, booking)
  const [status, [collection, delivery]] = await Promise.all([
    fund(ctx, input, booking.account, offer),
    storeAddresses(ctx, located, known),
  ])
  if (!collection || !delivery) throw new Error('A booking was accepted without its places.')
  const draft = { ...booking, offer, status, addresses: { collection, delivery } }
  const stored = await storeBooking(ctx, draft)
  const around = await storeAround(ctx, stored.row, draft)
  if (status === 'submitted') await announce(ctx, stored.row, status)
  // Staff take the payment at the counter at once, so no payment request is sent.
  if (status === 'payment-pending' && !isStaff(ctx.actor))
    await ctx.emit(paymentAwaited, { shipment_id: stored.row.id })
  return presentNewShipment(asOwner(ctx, draft.account), {
    ...(await asAnnounced(ctx, stored)),
    ...around,
    addresses: [collection, delivery],
  })
}

/** Returns the address that is stored with a shipment: where its receiver says that it is, if that is known. */
function storedAddress({ address, corrected }: FoundPlace): AddressParts {
  return { ...address, ...corrected }
}

/**
 * Stores the charges and first events of a booking, posts its charge, and saves manually entered addresses to the
 * address book. Returns the charges and the account as the owner sees them afterwards. The order matters: the charge is
 * linked to rows that were stored before, and what is read last includes the charge.
 */
async function storeAround(ctx: Context, row: ShipmentRow, draft: BookingDraft) {
  const { account, offer, status } = draft
  const isSubmitted = status === 'submitted'
  const values = chargesOf(offer)
  const [, , , , charges, balances] = await Promise.all([
    insertCharges(ctx, row.id, values),
    status === 'quote' ? undefined : insertEvents(ctx, row.id, firstEvents(ctx, row, status)),
    isSubmitted ? saveEnteredAddresses(ctx, row, draft) : undefined,
    isSubmitted ? announcePrice(ctx, row, draft, values) : undefined,
    readCharges(ctx, [row.id]),
    readBalances(ctx, account.id),
  ])
  return { charges, account: afterBooking(ctx, account, balances) }
}

/** Returns a booking as it is after the announcement, which marks the goods of a collection request as collected. */
async function asAnnounced(ctx: Context, stored: InsertedShipment): Promise<InsertedShipment> {
  const { id, collection_request_id } = stored.row
  if (!collection_request_id) return stored
  const [[row], parcels] = await Promise.all([readShipmentRows(ctx, [id]), readParcels(ctx, [id])])
  if (!row) throw new Error('A shipment could not be read back.')
  return { row, parcels }
}

/** Gives a guest the view of the account, so that guests can read what they have just booked. */
function asOwner(ctx: Context, account: AccountRow): Context {
  return ctx.actor.kind === 'guest' ? { ...ctx, actor: { ...ctx.actor, account_id: account.id } } : ctx
}
