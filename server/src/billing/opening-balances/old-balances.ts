import type { AccountOpening, OpeningTotals } from '@waybill/domain/billing/opening-balances'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { wrongState } from '@waybill/domain/kit/problem'
import type { PageRequest } from '../../kit/read-page.ts'
import type { Context } from '../../kit/handler.ts'
import {
  deleteOpeningIfEmpty,
  listCompared,
  lockOpening,
  readOpening,
  replaceOldBalances,
  sumOpening,
  updateOpening,
} from './opening-store.ts'

/** Returns how the opening items compare with the trial balance of the old system. */
export async function readOpeningTotals(ctx: Context): Promise<OpeningTotals> {
  const [opening, sums] = await Promise.all([readOpening(ctx), sumOpening(ctx)])
  const oldTotal: Cents | null = opening?.total_owed ?? sums.old_total
  return {
    old_total: oldTotal,
    new_total: sums.new_total,
    difference: oldTotal === null ? null : sums.new_total - oldTotal,
    accounts_that_differ: sums.accounts_that_differ,
    started_by: opening?.started_by ?? null,
    time_started: opening?.time_started ?? null,
  }
}

/** Lists accounts with their opening balance beside the old one. */
export async function listAccountOpenings(
  ctx: Context,
  onlyDifferences: boolean,
  page: PageRequest,
): Promise<{ accounts: AccountOpening[]; count: number }> {
  const { rows, total } = await listCompared(ctx, onlyDifferences, page)
  const accounts = rows.map((row) => ({
    ...row,
    difference: row.old_owed === null ? null : row.new_owed - row.old_owed,
  }))
  return { accounts, count: total }
}

/** Replaces the old trial balance: what all accounts owed together (`null`: the sum of them), and what each owed; cents. */
export async function saveOldBalances(
  ctx: Context,
  old: { total: Cents | null; accounts: readonly { account_id: number; owed: Cents }[] },
): Promise<OpeningTotals> {
  const { time_started } = await lockOpening(ctx)
  if (time_started !== null) throw wrongState('Work has started, so the old balances can no longer change.')
  await replaceOldBalances(ctx, old.accounts)
  await updateOpening(ctx, { total_owed: old.total })
  await deleteOpeningIfEmpty(ctx)
  return readOpeningTotals(ctx)
}

/** Starts work with the opening balances. Throws while they differ from the old trial balance by a cent. */
export async function startWork(ctx: Context): Promise<OpeningTotals> {
  const { time_started } = await lockOpening(ctx)
  if (time_started !== null) throw wrongState('Work has already started.')
  const { old_total, difference, accounts_that_differ } = await readOpeningTotals(ctx)
  if (old_total === null || difference === null)
    throw wrongState('Enter what the accounts owed by the trial balance of the old system first.')
  if (difference !== 0)
    throw wrongState(
      `The opening balances are ${formatRand(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the old trial balance. Load what is missing, or undo what is wrong.`,
    )
  if (accounts_that_differ > 0)
    throw wrongState(
      `The totals agree, but ${accounts_that_differ === 1 ? 'one account has' : `${accounts_that_differ} accounts have`} another balance than before. Correct the items of ${accounts_that_differ === 1 ? 'this account' : 'these accounts'}.`,
    )
  await updateOpening(ctx, { started_by: ctx.actor.username, time_started: ctx.now })
  return readOpeningTotals(ctx)
}
