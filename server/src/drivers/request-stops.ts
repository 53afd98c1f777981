import type { StopRequest } from '@waybill/domain/drivers/model'
import { readAccounts } from '../accounts/index.ts'
import { readRequestRows, requestName, type RequestRow } from '../collections/index.ts'
import type { Context } from '../kit/handler.ts'

/** Returns collection requests as displayed at a stop, by id (docs/domain/collections.md). */
export async function readStopRequests(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StopRequest>> {
  if (ids.length === 0) return new Map()
  const rows = await readRequestRows(ctx, ids)
  const accounts = await readAccounts(ctx, [...new Set(rows.map((row) => row.account_id))])
  const names = new Map(accounts.map((account) => [account.id, account.name]))
  return new Map(rows.map((row) => [row.id, stopRequest(row, names.get(row.account_id) ?? '')]))
}

function stopRequest(row: RequestRow, accountName: string): StopRequest {
  const { contact } = row
  return {
    collection_request_id: row.id,
    display_id: requestName(row),
    status: row.status,
    account_name: accountName,
    contact_name: contact.name,
    contact_number: contact.mobile_number,
    instructions: row.instructions,
    expected_parcels: row.expected_parcels,
    expected_kg: row.expected_kg,
    vehicle: row.vehicle,
    packaging: row.packaging,
    attempt_number: row.failed_collection_attempts + 1,
    collected_parcels: row.collected_parcels,
  }
}
