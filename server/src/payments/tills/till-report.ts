import type { cashApi } from '@waybill/domain/cash/api'
import { tillTotals, type TillReport } from '@waybill/domain/cash/till-report'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { paymentReference } from '@waybill/domain/payments/payment'
import {
  findLastTill,
  findTill,
  findTillCount,
  listTillMovements,
  listTillRows,
  requireOffice,
  seesAllCash,
  seesCashOf,
  type TillRow,
} from '../../cash/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { listShiftTakings } from '../counter-store.ts'

const max_per_page = 500

/** Lists shifts, newest first: the caller's, or all for those who see all cash. */
export const listTillShifts: Handler<typeof cashApi.tillShifts> = async (ctx, { username, ...paging }) => {
  requireOffice(ctx)
  if (username !== undefined && !seesCashOf(ctx, username))
    throw forbidden('You may see only your own tills.')
  const { rows, total } = await listTillRows(
    ctx,
    username ?? (seesAllCash(ctx) ? undefined : ctx.actor.username),
    pageOf(paging, max_per_page),
  )
  return { tills: rows, count: total }
}

/** Returns the report of a till; of the caller's open or last one by default, `null` before the first. */
export const readTillReport: Handler<typeof cashApi.tillReport> = async (ctx, { till_id }) => {
  requireOffice(ctx)
  if (till_id !== undefined) return { report: await tillReport(ctx, till_id) }
  const last = await findLastTill(ctx, ctx.actor.username)
  return { report: last ? await reportOf(ctx, last) : null }
}

/** Returns the report of a till that the caller may see; throws 404 otherwise. */
export async function tillReport(ctx: Context, tillId: number): Promise<TillReport> {
  requireOffice(ctx)
  const till = await findTill(ctx, tillId)
  if (!till || !seesCashOf(ctx, till.username)) throw notFound('Could not find this till.')
  return reportOf(ctx, till)
}

async function reportOf(ctx: Context, till: TillRow): Promise<TillReport> {
  const [movements, found, count] = await Promise.all([
    listTillMovements(ctx, till.till_id),
    listShiftTakings(ctx, {
      username: till.username,
      from: till.opened_at,
      until: till.closed_at ?? ctx.now,
    }),
    findTillCount(ctx, till.till_id),
  ])
  const takings = found.map(({ number, ...one }) => ({ ...one, reference: paymentReference(number) }))
  return {
    ...till,
    ...tillTotals({ movements, takings }),
    count: count ? { ...count, difference: count.counted - count.expected } : null,
    movements,
    takings,
  }
}
