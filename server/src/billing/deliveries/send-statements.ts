import { lastMonthEnd } from '@waybill/domain/billing/month-end'
import { statement_day } from '@waybill/domain/billing/settings'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import type { ExternalContext } from '../../kit/handler.ts'
import { deliverableStatement, queueDocuments } from './queue-documents.ts'
import { nextAccountsForStatements } from './statement-accounts-store.ts'

/** Statements are not sent before this time of day. */
const earliest = '06:00'
/** Number of days on which statements are sent, so that a day without the server loses none. */
const days_to_catch_up = 3
const accounts_per_batch = 200

/**
 * The job that e-mails the statements of the month before, on the day that the company chose and the two days after
 * it. Each account gets a month once, however often the job runs.
 */
export async function sendStatements(ctx: ExternalContext): Promise<void> {
  const firstDay = ctx.setting(statement_day)
  const today = Number(dayOf(ctx.now).slice(8))
  if (
    firstDay === 0 ||
    today < firstDay ||
    today >= firstDay + days_to_catch_up ||
    clockOf(ctx.now) < earliest
  )
    return
  const endDay = lastMonthEnd(ctx.now)
  const startDay = `${endDay.slice(0, 8)}01`
  const month = { from: startOfDay(startDay), until: new Date(startOfDay(endDay).getTime() + day_ms) }
  let lastId = 0
  for (;;) {
    const after = lastId
    const ids = await ctx.inTransaction(async (inner) => {
      const accountIds = await nextAccountsForStatements(inner, month, after, accounts_per_batch)
      await queueDocuments(
        inner,
        accountIds.map((id) => deliverableStatement(id, startDay, endDay)),
      )
      return accountIds
    })
    const last = ids.at(-1)
    if (last === undefined) return
    lastId = last
  }
}
