import { isStaff } from '@waybill/domain/kit/actor'
import { withTerminals } from '@waybill/domain/pickup-points/terminal'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { paymentAwaited } from '@waybill/domain/shipments/events'
import type { NewShipment, Shipment } from '@waybill/domain/shipments/model'
import type { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { saveAddresses, type AccountRow } from '../../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { bookInForce } from '../../rates/index.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { chargesOf } from '../pricing/price-shipment.ts'
import { insertCharges, insertEvents } from '../store.ts'
import { announce, firstEvents, saveEnteredAddresses } from './announce.ts'
import { checkBooking, requireFewGuestBookings, requireGuestNotBlocked } from './check.ts'
import type { BookingDraft, Places, StoredBooking } from './draft.ts'
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

/** Books a shipment inside an open transaction, with places that were already found. */
export async function bookShipment(ctx: Context, input: NewShipment, places: Places | null) {
  await requireFewGuestBookings(ctx)
  const book = await bookInForce(ctx)
  const booking = await checkBooking(ctx, input, places, book)
  const offer = await price(ctx, book, booking)
  const [status, [collection = 0, delivery = 0]] = await Promise.all([
    fund(ctx, input, booking.account, offer),
    saveAddresses(ctx, [booking.places.collection.address, booking.places.delivery.address]),
  ])
  const draft = { ...booking, offer, status, address_ids: { collection, delivery } }
  const stored = await storeBooking(ctx, draft)
  await Promise.all([
    insertCharges(ctx, stored.id, chargesOf(offer)),
    status === 'quote' ? undefined : insertEvents(ctx, stored.id, firstEvents(ctx, stored, status)),
  ])
  if (status === 'submitted') await announce(ctx, stored, draft)
  // Staff take the payment at the counter at once, so no payment request is sent.
  if (status === 'payment-pending' && !isStaff(ctx.actor))
    await ctx.emit(paymentAwaited, { shipment_id: stored.id })
  return answer(ctx, stored, draft)
}

/**
 * Returns the shipment as its owner sees it, and saves manually entered addresses to the address book at the same
 * time.
 */
async function answer(ctx: Context, stored: StoredBooking, draft: BookingDraft) {
  const { account, address_ids, status } = draft
  const [[shipment]] = await Promise.all([
    readShipments(asOwner(ctx, account), [stored.id], false, {
      account_ids: [account.id],
      address_ids: [address_ids.collection, address_ids.delivery],
    }),
    status === 'submitted' ? saveEnteredAddresses(ctx, stored, draft) : undefined,
  ])
  if (!shipment) throw new Error('A shipment could not be read back.')
  return shipment
}

/** Gives a guest the view of the account, so that guests can read what they have just booked. */
function asOwner(ctx: Context, account: AccountRow): Context {
  return ctx.actor.kind === 'guest' ? { ...ctx, actor: { ...ctx.actor, account_id: account.id } } : ctx
}
