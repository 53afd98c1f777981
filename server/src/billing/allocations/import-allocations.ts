import {
  checkAllocations,
  invoiceNumberOf,
  readCreditReference,
  type AllocationBooks,
  type AllocationLine,
  type readAllocationsFile,
} from '@waybill/domain/billing/allocation-import'
import type { billingApi, ImportedAllocation } from '@waybill/domain/billing/api'
import { invalid } from '@waybill/domain/kit/problem'
import { requireAllocating } from './allocate-by-hand.ts'
import { lockBalance } from '../../accounts/index.ts'
import type { Context, ExternalHandler } from '../../kit/handler.ts'
import { inFileThread } from '../../kit/threads.ts'
import { saveAllocations } from './allocate-credits.ts'
import { accountsByCode, creditsByNumber, invoicesByNumber } from './allocation-store.ts'
import { reviewHold } from '../ledger/review-hold.ts'

const readFile = inFileThread<typeof readAllocationsFile>(
  new URL(import.meta.resolve('@waybill/domain/billing/allocation-import')),
  'readAllocationsFile',
)

/**
 * Allocates the credits of a file to its invoices. Locks the balances of all accounts in the file and checks every
 * line as if the lines before it were already applied. Then writes all lines, or none when any line is wrong
 * (TOOL-006). With `dry_run` it stops after the check.
 */
export const importAllocations: ExternalHandler<typeof billingApi.importAllocations> = async (
  ctx,
  { text, dry_run },
) => {
  requireAllocating(ctx)
  const file = await readFile(text)
  if ('problem' in file) throw invalid(file.problem, [{ field: 'text', message: file.problem }])
  return ctx.answer((tx) => allocateAll(tx, file.lines, dry_run ?? false))
}

async function allocateAll(ctx: Context, read: readonly AllocationLine[], dryRun: boolean) {
  const checked = checkAllocations(read, await booksOf(ctx, read))
  const lines = checked.map(({ line, problems, effect }): ImportedAllocation => ({
    ...line,
    problems,
    effect,
  }))
  if (dryRun) return { lines, imported: 0 }
  const wrong = lines.filter(({ problems }) => problems.length > 0)
  if (wrong.length > 0)
    throw invalid(
      `Nothing was imported: ${wrong.length === 1 ? 'one line is' : `${wrong.length} lines are`} wrong. Correct the file and try again.`,
      wrong
        .slice(0, 50)
        .map(({ line, problems }) => ({ field: `lines.${line}`, message: problems.join(' ') })),
    )
  const byAccount = Map.groupBy(checked, ({ account_id }) => account_id)
  for (const [accountId, rows] of byAccount) {
    if (accountId === null) continue
    await saveAllocations(
      ctx,
      accountId,
      rows.flatMap(({ allocation }) => allocation ?? []),
    )
    await reviewHold(ctx, accountId)
  }
  return { lines, imported: lines.length }
}

/** Reads the accounts, credits and invoices that the lines name. Locks the account balances in the order of their ids. */
async function booksOf(ctx: Context, lines: readonly AllocationLine[]): Promise<AllocationBooks> {
  const accounts = await accountsByCode(
    ctx,
    lines.map((line) => line.account_code.toUpperCase()),
  )
  const accountIds = [...accounts.values()].sort((a, b) => a - b)
  for (const id of accountIds) await lockBalance(ctx, id)
  const named = lines.flatMap((line) => readCreditReference(line.payment_reference) ?? [])
  const numbersOf = (kind: 'payment' | 'credit-note') =>
    named.filter((one) => one.kind === kind).map(({ number }) => number)
  return {
    accounts,
    credits: await creditsByNumber(ctx, accountIds, numbersOf('payment'), numbersOf('credit-note')),
    invoices: await invoicesByNumber(
      ctx,
      accountIds,
      lines.flatMap((line) => invoiceNumberOf(line.invoice_number.toUpperCase()) ?? []),
      lines.map((line) => line.invoice_number.toUpperCase()),
    ),
  }
}
