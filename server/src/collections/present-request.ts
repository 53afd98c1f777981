import type { Address } from '@waybill/domain/accounts/address'
import type { CollectionRequest, Recurring, RequestEvent } from '@waybill/domain/collections/model'
import { open_requests } from '@waybill/domain/collections/status'
import { extensionOf, file_kinds } from '@waybill/domain/files/kinds'
import { isStaff } from '@waybill/domain/kit/actor'
import { displayId } from '@waybill/domain/kit/texts/format'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { readAccounts, readAddresses } from '../accounts/index.ts'
import { addressOf } from '../files/index.ts'
import type { Context } from '../kit/handler.ts'
import { driverNames, providerMap } from '../maps/index.ts'
import { frequenciesOf, listNextDays, type RecurringRow } from './recurring-store.ts'
import { listCaptured, type listRequestEvents, type RequestRow } from './store.ts'

/** Returns the display number of a request: `COL000012` (FMT-017). */
export function requestName(row: Pick<RequestRow, 'id'>): string {
  return displayId('collection', row.id)
}

const present = <Value>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.filter((value): value is Value => value !== null)),
]

/** Converts request rows to API values. Drivers and their zones are hidden from customers. */
export async function presentRequests(
  ctx: Context,
  rows: readonly RequestRow[],
): Promise<CollectionRequest[]> {
  if (rows.length === 0) return []
  const staff = isStaff(ctx.actor)
  const [accounts, addresses, frequencies, captured, map, names] = [
    await readAccounts(ctx, present(rows.map((row) => row.account_id))),
    await readAddresses(ctx, present(rows.map((row) => row.address_id))),
    await frequenciesOf(ctx, present(rows.map((row) => row.recurring_id))),
    await listCaptured(
      ctx,
      rows.map((row) => row.id),
    ),
    await providerMap(ctx),
    await driverNames(ctx),
  ]
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  return rows.map((row) => {
    const account = accountOf.get(row.account_id)
    const agent = staff ? (row.agent_id ?? '') : ''
    return {
      id: row.id,
      display_id: requestName(row),
      status: row.status,
      account_id: row.account_id,
      account_name: account?.name ?? '',
      account_code: account?.account_code ?? '',
      ...particulars(row, addresses),
      date: row.date,
      recurring_id: row.recurring_id,
      frequency: frequencies.get(row.recurring_id ?? 0) ?? null,
      agent_id: agent,
      agent_name: names.get(agent) ?? agent,
      agent_zone: staff ? (row.agent_zone ?? '') : '',
      routing_number: staff ? (row.routing_number ?? '') : '',
      branch_id: row.branch_id,
      branch_name: row.branch_id === null ? '' : (map.branches.get(row.branch_id)?.name ?? ''),
      collected_parcels: row.collected_parcels,
      collected_date: row.collected_date,
      shipment_count: captured.filter((one) => one.collection_request_id === row.id).length,
      failed_collection_attempts: row.failed_collection_attempts,
      created_by: row.created_by,
      modified_by: row.modified_by,
      version: row.version,
      time_created: row.time_created,
      time_modified: row.time_modified,
    }
  })
}

/** Converts one request row to the API value for the caller. */
export async function presentRequest(ctx: Context, row: RequestRow): Promise<CollectionRequest> {
  const [seen] = await presentRequests(ctx, [row])
  if (!seen) throw new Error('A collection request could not be read back.')
  return seen
}

function particulars(row: RequestRow | RecurringRow, addresses: ReadonlyMap<number, Address>) {
  const { address_id, address_book_id, after, before, expected_parcels, expected_kg } = row
  return {
    address: addresses.get(address_id) as Address,
    address_book_id,
    contact: row.contact,
    after,
    before,
    expected_parcels,
    expected_kg,
    vehicle: row.vehicle,
    packaging: row.packaging,
    instructions: row.instructions,
    customer_reference: row.customer_reference,
  }
}

/** Converts rows of recurring collections to API values. */
export async function presentRecurring(ctx: Context, rows: readonly RecurringRow[]): Promise<Recurring[]> {
  if (rows.length === 0) return []
  const [accounts, addresses, next] = [
    await readAccounts(ctx, present(rows.map((row) => row.account_id))),
    await readAddresses(ctx, present(rows.map((row) => row.address_id))),
    await listNextDays(
      ctx,
      rows.map((row) => row.id),
      open_requests,
      dayOf(ctx.now),
    ),
  ]
  return rows.map((row) => ({
    id: row.id,
    account_id: row.account_id,
    account_name: accounts.find((account) => account.id === row.account_id)?.name ?? '',
    ...particulars(row, addresses),
    frequency: row.frequency,
    weekdays: row.weekdays,
    from: row.from_day,
    until: row.until_day,
    next_date: next.get(row.id) ?? null,
    version: row.version,
    time_created: row.time_created,
  }))
}

type EventRow = Awaited<ReturnType<typeof listRequestEvents>>[number]

/** Converts history rows to API values. The source is hidden from customers. */
export function presentRequestEvents(ctx: Context, rows: readonly EventRow[]): RequestEvent[] {
  const staff = isStaff(ctx.actor)
  return rows.map((row) => {
    const { images = [], signature } = row.data ?? {}
    return {
      id: row.id,
      date: row.date,
      status: row.status,
      message: row.message,
      source: staff ? row.source : '',
      files: [...images, ...(signature ? [signature] : [])].flatMap((name) => pictureOf(ctx, name)),
    }
  })
}

/** Returns a driver’s photo or signature with its signed URL; empty for unknown file types. */
function pictureOf(ctx: Context, fileName: string): { file_name: string; url: string }[] {
  const extension = extensionOf(fileName)
  if (!extension) return []
  const { type } = file_kinds[extension]
  const url = addressOf(ctx, 'shipment-images', {
    name: fileName,
    content_type: type,
    display_name: fileName,
  })
  return [{ file_name: fileName, url }]
}
