import { Problem } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { searchText } from '../lists/search-text.ts'
import { insertShipment, type InsertedShipment } from '../store.ts'
import type { BookingDraft } from './draft.ts'
import { chosenReferences, drawReferences } from './reference.ts'
import { route } from './route.ts'
import { parcelValues, shipmentValues } from './values.ts'

const max_reference_tries = 8

/** Routes a booking and stores its shipment and parcels under unused references. */
export async function storeBooking(ctx: Context, draft: BookingDraft): Promise<InsertedShipment> {
  const { input, places } = draft
  const routed = await route(ctx, draft)
  const chosen = chosenReferences(ctx, draft)
  for (let attempt = 0; attempt < max_reference_tries; attempt += 1) {
    const references = await drawReferences(ctx, draft, chosen, attempt)
    const values = shipmentValues(ctx, draft, routed, references)
    const stored = await insertShipment(
      ctx,
      values,
      parcelValues(ctx, draft, routed, references),
      searchText(values, [
        { contact: input.collection_contact, place: places.collection.address },
        { contact: input.delivery_contact, place: places.delivery.address },
      ]),
    )
    if (stored) return stored
  }
  throw new Problem('unavailable', 'No free reference was found. Nothing was booked. Try again.')
}
