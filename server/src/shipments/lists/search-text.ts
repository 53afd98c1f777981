import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import { readAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { lockShipment, saveSearchText, type ShipmentValues } from '../store.ts'

const longest = 2000

/** The place fields included in free-text search. */
type SearchedPlace = Pick<AddressParts, 'company' | 'street_address' | 'local_area' | 'city'>

/** Returns the free-text search string of a shipment: references, contacts, companies and addresses, in lower case. */
export function searchText(
  shipment: Pick<
    ShipmentValues,
    'short_tracking_reference' | 'custom_tracking_reference' | 'customer_reference'
  >,
  sides: readonly { contact: ContactInput | undefined; place: SearchedPlace | undefined }[],
): string {
  return [
    shipment.short_tracking_reference,
    shipment.custom_tracking_reference,
    shipment.customer_reference,
    ...sides.flatMap(({ contact }) => [
      contact?.name,
      contact?.mobile_number?.replace(/\D/g, ''),
      contact?.alternative_contact_number?.replace(/\D/g, ''),
      contact?.email,
    ]),
    ...sides.flatMap(({ place }) => [place?.company, place?.street_address, place?.local_area, place?.city]),
  ]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .slice(0, longest)
}

/** Updates the search text of a changed shipment. */
export async function refreshSearchText(ctx: Context, id: number): Promise<void> {
  const row = await lockShipment(ctx, id)
  const places = await readAddresses(ctx, [row.collection_address_id, row.delivery_address_id])
  await saveSearchText(
    ctx,
    id,
    searchText(
      row,
      (['collection', 'delivery'] as const).map((side) => ({
        contact: row[`${side}_contact`] as ContactInput,
        place: places.get(row[`${side}_address_id`]),
      })),
    ),
  )
}
