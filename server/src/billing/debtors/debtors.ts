import type { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import type { Handler } from '../../kit/handler.ts'
import { requireBillingInfo } from '../billing-reach.ts'
import { listDebtors } from './debtors-store.ts'

const max_rows = 500

/** Lists the accounts that owe something, for staff; staff limited to a branch get those of that branch. */
export const readDebtors: Handler<typeof receivablesApi.debtors> = async (ctx, input) => {
  requireBillingInfo(ctx)
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company may list what its customers owe.')
  const hasNotes = hasPermission(ctx.actor, 'INLINE_see_account_notes')
  const { rows, count, totals } = await listDebtors(
    ctx,
    input,
    { ...input, ...pageOf(input, max_rows) },
    hasNotes,
  )
  return { debtors: rows, count, totals }
}
