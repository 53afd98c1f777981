import type { ListedAccount } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import type { Context } from '../kit/handler.ts'
import { readAddresses } from './address-store.ts'
import { priceListNames } from './rate-group-names-store.ts'
import { presentAccount } from './present-account.ts'
import type { AccountRow } from './store.ts'

/** Returns account rows in the form of the account list for this caller (docs/domain/public-api.md#listing-accounts). */
export async function listedAccounts(ctx: Context, rows: readonly AccountRow[]): Promise<ListedAccount[]> {
  const ids = rows.flatMap((row) => row.default_collection_address_id ?? [])
  const [addresses, names] = await Promise.all([readAddresses(ctx, ids), priceListNames(ctx)])
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const viewerIsStaff = isStaff(ctx.actor)
  return rows.map((row) => ({
    ...presentAccount(ctx, row),
    current_rate_group_name: nameOf(row.rate_group_id),
    default_collection_address: addresses.get(row.default_collection_address_id ?? 0) ?? null,
    parcel_types: row.parcel_types,
    tags: viewerIsStaff ? row.tags : [],
    last_shipment: row.last_booked,
    next_rate_group_id: viewerIsStaff ? row.next_rate_group_id : null,
    next_rate_group_name: viewerIsStaff ? nameOf(row.next_rate_group_id) : null,
    next_rate_group_date: viewerIsStaff ? row.next_rate_group_date : null,
    cod_own_terms: row.cod_own_terms,
    cod_max_amount: row.cod_max_amount,
    cod_fee_percentage: Number(row.cod_fee_percentage),
    cod_fee_minimum: row.cod_fee_minimum,
    time_closed: row.time_closed,
    close_reason: viewerIsStaff ? row.close_reason : undefined,
    version: row.version,
  }))
}
