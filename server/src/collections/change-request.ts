import type { Address, AddressParts } from '@waybill/domain/accounts/address'
import type { collectionsApi } from '@waybill/domain/collections/api'
import type { RequestPatch } from '@waybill/domain/collections/model'
import { mayEdit, mayEnter } from '@waybill/domain/collections/rules'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { conflict } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { readAddresses } from '../accounts/index.ts'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { columnsOf, draftChanged, type Particulars } from './drafts.ts'
import { enterRequest } from './enter-request.ts'
import type { RecurringRow } from './recurring-store.ts'
import { dayFor, dayProblems, placed, routeOf } from './routing.ts'
import { requestName, presentRequest } from './present-request.ts'
import { insertRequestEvent, lockRequest, updateRequest, type RequestRow } from './store.ts'
import { requireRequests } from './access.ts'

/** Returns the stored details of a request or a recurring collection, with the address. */
export async function storedOf(
  ctx: Context,
  row: RequestRow | RecurringRow,
): Promise<Particulars & { address: Address }> {
  const address = (await readAddresses(ctx, [row.address_id])).get(row.address_id)
  if (!address) throw new Error(`Address ${row.address_id} is missing.`)
  return {
    address,
    address_id: row.address_id,
    address_book_id: row.address_book_id,
    contact: row.contact,
    after: row.after,
    before: row.before,
    expected_parcels: row.expected_parcels,
    expected_kg: row.expected_kg,
    vehicle: row.vehicle,
    packaging: row.packaging,
    instructions: row.instructions,
    customer_reference: row.customer_reference,
  }
}

const namedOf = (row: RequestRow) => ({
  status: row.status,
  display_id: requestName(row),
})

/**
 * Changes the sent fields of a request. A new address gets its own branch, zone and driver. A new day reopens a
 * request that failed or was rejected (docs/domain/collections.md).
 */
export const changeRequest: ExternalHandler<typeof collectionsApi.change> = async (ctx, input) => {
  const address = await placed(ctx, input.address)
  return ctx.answer(async (inner) => {
    await requireRequests(inner)
    const row = await lockRequest(inner, input.id)
    await rejectStale(inner, row, input.version)
    ensure(mayEdit(namedOf(row)))
    await change(inner, row, input, address)
    return presentRequest(inner, await lockRequest(inner, row.id))
  })
}

async function rejectStale(ctx: Context, row: RequestRow, version: number): Promise<void> {
  if (version === row.version) return
  throw conflict(
    'Someone else changed this collection request in the meantime. Check their values and save again.',
    {
      ...(await presentRequest(ctx, row)),
    },
  )
}

async function change(
  ctx: Context,
  row: RequestRow,
  input: RequestPatch,
  moved: AddressParts | null,
): Promise<void> {
  const stored = await storedOf(ctx, row)
  const isDayChanged = input.date !== undefined && input.date !== row.date
  const problems = isDayChanged ? dayProblems(ctx, { ...input, before: input.before ?? row.before }) : []
  const particulars = await draftChanged(ctx, row.account_id, stored, input, moved, problems)
  const hasMoved = particulars.address_id !== row.address_id
  const requested = { ...input, date: input.date ?? row.date, before: particulars.before }
  const date = isDayChanged || hasMoved ? await dayFor(ctx, moved ?? stored.address, requested) : row.date
  await applyChange(ctx, row, particulars, {
    date,
    route: hasMoved
      ? await routeOf(ctx, moved ?? stored.address, {
          day: date,
          after: particulars.after,
          before: particulars.before,
        })
      : null,
  })
}

/** The branch, zone and driver for a place. */
type Route = Awaited<ReturnType<typeof routeOf>>

/** Writes changed details to a locked request, and the status that results from a new route or day. */
export async function applyChange(
  ctx: Context,
  row: RequestRow,
  particulars: Particulars,
  { date, route }: { date: string; route: Route | null },
): Promise<void> {
  const changes = { ...columnsOf(particulars), date, ...route }
  const agentId = route ? route.agent_id : row.status === 'collection-rejected' ? null : row.agent_id
  const to: CollectionRequestStatus = agentId ? 'collection-assigned' : 'collection-unassigned'
  const isWaiting = row.status === 'collection-assigned' || row.status === 'collection-unassigned'
  const returns = route !== null || (date !== row.date && !isWaiting)
  const message = date === row.date ? 'The address was changed' : `Moved from ${row.date} to ${date}`
  if (returns && to !== row.status)
    return enterRequest(ctx, row, {
      to,
      message,
      data: agentId ? { driver: agentId } : null,
      changes: { ...changes, agent_id: agentId },
    })
  await updateRequest(ctx, row, changes)
  if (route !== null || date !== row.date)
    await insertRequestEvent(ctx, row.id, { date: ctx.now, status: 'changed', message })
}

/** Cancels a request. Staff and the request’s customer may do this. */
export const cancelRequest: Handler<typeof collectionsApi.cancel> = async (ctx, { id, reason }) => {
  await requireRequests(ctx)
  const row = await lockRequest(ctx, id)
  ensure(mayEnter(ctx.actor, namedOf(row), 'cancelled'))
  await enterRequest(ctx, row, { to: 'cancelled', message: reason ?? '' })
  return {}
}

/** Changes a status by hand, as the status rules allow (COLL-003…COLL-005). */
export const setRequestStatus: Handler<typeof collectionsApi.setStatus> = async (ctx, input) => {
  await requireRequests(ctx)
  const row = await lockRequest(ctx, input.id)
  ensure(mayEnter(ctx.actor, namedOf(row), input.status))
  await enterRequest(ctx, row, {
    to: input.status,
    message: input.message ?? '',
    changes:
      input.status === 'closed' && input.collected_parcels !== undefined
        ? { collected_parcels: input.collected_parcels }
        : {},
  })
  return presentRequest(ctx, await lockRequest(ctx, row.id))
}
