import { empty_address } from '@waybill/domain/accounts/address'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import { readAccounts, readAddresses } from '../../accounts/index.ts'
import type { Point } from '../../maps/index.ts'
import { factsOf, pointOf, priceRequest } from '../../rates/index.ts'
import type { Context } from '../../kit/handler.ts'
import { pickupPointOf, ratedParcel, requestedTimesOf, sideOf } from './price-shipment.ts'
import { readCharges, readParcels, type ShipmentRow } from '../store.ts'

/** A stored shipment with a function that returns its price request as of its booking time, using the reader's map. */
export interface StoredRequest {
  row: ShipmentRow
  account_name: string
  points: Record<'collection' | 'delivery', Point | null>
  request: (reader: Context, book: CompiledPriceBook) => Promise<PriceRequest>
}

/** Reads the pricing data of many stored shipments together. Custom charges are not included. */
export async function storedRequests(ctx: Context, rows: readonly ShipmentRow[]): Promise<StoredRequest[]> {
  const ids = rows.flatMap((row) => [row.collection_address_id, row.delivery_address_id])
  const addresses = await readAddresses(ctx, [...new Set(ids)])
  const accounts = new Map(
    (await readAccounts(ctx, [...new Set(rows.map((row) => row.account_id))])).map((one) => [one.id, one]),
  )
  const parcels = Map.groupBy(
    (
      await readParcels(
        ctx,
        rows.map((row) => row.id),
      )
    ).filter(({ status }) => status !== 'cancelled'),
    ({ shipment_id }) => shipment_id,
  )
  const charges = Map.groupBy(
    await readCharges(
      ctx,
      rows.map((row) => row.id),
    ),
    ({ shipment_id }) => shipment_id,
  )
  return rows.flatMap((row): StoredRequest[] => {
    const account = accounts.get(row.account_id)
    if (!account) return []
    const side = (leg: 'collection' | 'delivery') => {
      const address = addresses.get(row[`${leg}_address_id`]) ?? empty_address
      return sideOf(address, pickupPointOf(row, leg, address))
    }
    const sides = { collection: side('collection'), delivery: side('delivery') }
    const terms = {
      parcels: (parcels.get(row.id) ?? []).map(ratedParcel),
      declared_value: row.declared_value,
      opt_in_rates: row.opt_in_rates,
      opt_in_time_based_rates: row.opt_in_time_based_rates,
      pod_method: row.pod_method,
      service_level_id: row.service_level_id,
      ...requestedTimesOf(charges.get(row.id) ?? []),
    }
    const facts = { ...factsOf(account), blocked_reason: null }
    return [
      {
        row,
        account_name: account.name,
        points: { collection: pointOf(sides.collection.address), delivery: pointOf(sides.delivery.address) },
        request: (reader, book) =>
          priceRequest({ ...reader, now: row.time_created }, book, facts, sides, terms),
      },
    ]
  })
}
