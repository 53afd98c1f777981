import type { collectionsApi } from '@waybill/domain/collections/api'
import type { AddressParts } from '@waybill/domain/accounts/address'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { Context, ExternalHandler } from '../kit/handler.ts'
import { columnsOf, draftNew, type Particulars } from './drafts.ts'
import { dayFor, dayProblems, placed, routeOf } from './routing.ts'
import { presentRequest } from './present-request.ts'
import { insertRequest, insertRequestEvent, type RequestRow } from './store.ts'
import { requireRequests } from './access.ts'

/**
 * Creates a collection request. The address determines the day, branch, zone and driver (COLL-001,
 * docs/domain/collections.md).
 */
export const createRequest: ExternalHandler<typeof collectionsApi.create> = async (ctx, input) => {
  const address = await placed(ctx, input.address)
  return ctx.answer(async (inner) => {
    await requireRequests(inner)
    const draft = await draftNew(inner, input, address, dayProblems(inner, input))
    const date = await dayFor(inner, draft.address, { ...input, before: draft.particulars.before })
    const made = { ...draft, account_id: draft.account.id, date }
    return presentRequest(inner, await insertRequestWithParcels(inner, made))
  })
}

/** The data of a request before it is stored. */
export interface MadeRequest {
  account_id: number
  address: Pick<AddressParts, 'lat' | 'lng'>
  particulars: Particulars
  date: string
  recurring_id?: number
  due_day?: string
}

/**
 * Stores a request with its number, its route and the first entry of its history. The status is assigned when the
 * route has a driver.
 */
export async function insertRequestWithParcels(ctx: Context, made: MadeRequest): Promise<RequestRow> {
  const { after, before } = made.particulars
  const route = await routeOf(ctx, made.address, { day: made.date, after, before })
  const status: CollectionRequestStatus = route.agent_id ? 'collection-assigned' : 'collection-unassigned'
  const row = await insertRequest(ctx, {
    account_id: made.account_id,
    status,
    ...columnsOf(made.particulars),
    date: made.date,
    recurring_id: made.recurring_id ?? null,
    due_day: made.due_day ?? null,
    ...route,
  })
  await insertRequestEvent(ctx, row.id, {
    date: ctx.now,
    status,
    message: made.recurring_id ? 'Created by the recurring collection' : '',
    data: route.agent_id ? { driver: route.agent_id } : null,
  })
  return row
}
