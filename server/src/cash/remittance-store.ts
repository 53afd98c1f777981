import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import type { Insertable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { RemittanceTable } from '../kit/tables.ts'

/** Stores a payout under the company's next number; returns its id. */
export async function insertRemittance(
  ctx: Context,
  values: Omit<Insertable<RemittanceTable>, 'provider_id' | 'id' | 'paid_by' | 'time_created'>,
): Promise<number> {
  const id = await nextNumber(ctx, 'remittance')
  await ctx.db
    .insertInto('remittance')
    .values({
      provider_id: ctx.provider_id,
      id,
      ...values,
      paid_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .execute()
  return id
}

/** Filters of the list; days are `YYYY-MM-DD`. */
export interface RemittanceFilter {
  id?: number | undefined
  account_id?: readonly number[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Returns one page of payouts that the caller may see, newest first: account users see those of their account. */
export function listRemittanceRows(ctx: Context, filter: RemittanceFilter, page: PageRequest) {
  let query = ctx.db
    .selectFrom('remittance as m')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'm.provider_id').onRef('a.id', '=', 'm.account_id'),
    )
  if (ctx.actor.account_id !== null) query = query.where('m.account_id', '=', ctx.actor.account_id)
  if (filter.id !== undefined) query = query.where('m.id', '=', filter.id)
  if (filter.account_id?.length) query = query.where('m.account_id', '=', anyOf(filter.account_id))
  if (filter.from) query = query.where('m.time_created', '>=', startOfDay(filter.from))
  if (filter.to) query = query.where('m.time_created', '<', startOfDay(daysAfter(filter.to, 1)))
  return readPage(
    ctx,
    query
      .select([
        'm.id',
        'm.account_id',
        'a.name as account_name',
        'm.receipts',
        'm.collected',
        'm.fee',
        'm.bank_reference',
        'm.time_created',
      ])
      .orderBy('m.id', 'desc'),
    query.select('m.id'),
    page,
  )
}
export type RemittanceRow = Awaited<ReturnType<typeof listRemittanceRows>>['rows'][number]
