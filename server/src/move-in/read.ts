import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid } from '@waybill/domain/kit/problem'
import type { moveInApi } from '@waybill/domain/move-in/api'
import { balance_columns } from '@waybill/domain/move-in/columns'
import type { readLines } from '@waybill/domain/move-in/records'
import { accountIdsByCode } from '../accounts/index.ts'
import { listAccountOpenings, readOpeningTotals, saveOldBalances, startWork } from '../billing/index.ts'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { inFileThread } from '../kit/threads.ts'
import { requireMover } from './load-file.ts'
import { countRecords, listBatches } from './store.ts'
import { presentBatch } from './undo-batch.ts'

const readFile = inFileThread<typeof readLines>(
  new URL(import.meta.resolve('@waybill/domain/move-in/records')),
  'readLines',
)

export const readOverview: Handler<typeof moveInApi.overview> = async (ctx) => {
  requireMover(ctx)
  return { kinds: await countRecords(ctx), opening: await readOpeningTotals(ctx) }
}

export const readBatches: Handler<typeof moveInApi.batches> = async (ctx, input) => {
  requireMover(ctx)
  const { rows, total } = await listBatches(ctx, pageOf(input, 100))
  return { batches: rows.map(presentBatch), count: total }
}

export const readOpenings: Handler<typeof moveInApi.openings> = async (ctx, input) => {
  requireMover(ctx)
  return listAccountOpenings(ctx, input.only_differences ?? false, pageOf(input, 10_000))
}

/** Saves the old trial balance: its total, the balance of each account from a file, or both. */
export const saveBalances: ExternalHandler<typeof moveInApi.saveOldBalances> = async (
  ctx,
  { total, content },
) => {
  requireMover(ctx)
  const lines = content === undefined ? [] : await readBalances(content)
  return ctx.answer(async (inner) =>
    saveOldBalances(inner, { total: total ?? null, accounts: await balancesOf(inner, lines) }),
  )
}

async function readBalances(content: string) {
  const file = await readFile(content, balance_columns, 'balances')
  if ('problem' in file) throw invalid(file.problem, [{ field: 'content', message: file.problem }])
  requireNone(file.problems)
  return file.lines
}

function requireNone(problems: readonly { line: number; column: string; message: string }[]): void {
  const [first] = problems
  if (!first) return
  throw invalid(
    `Nothing was saved. Line ${first.line}: ${first.message}`,
    problems.slice(0, 50).map(({ line, column, message }) => ({ field: `lines.${line}.${column}`, message })),
  )
}

async function balancesOf(
  ctx: Context,
  lines: readonly { line: number; values: Readonly<Record<string, string>> }[],
): Promise<{ account_id: number; owed: number }[]> {
  const accounts = await accountIdsByCode(ctx)
  const owed = new Map<number, number>()
  const problems: { line: number; column: string; message: string }[] = []
  for (const { line, values } of lines) {
    const { account_code = '', balance = '' } = values
    const id = accounts.get(account_code.toUpperCase())
    const message =
      id === undefined
        ? `There is no account ${account_code}.`
        : owed.has(id)
          ? `${account_code} is in the file twice.`
          : null
    if (message !== null) problems.push({ line, column: 'account_code', message })
    else if (id !== undefined) owed.set(id, Number(balance))
  }
  requireNone(problems)
  return [...owed].map(([accountId, cents]) => ({ account_id: accountId, owed: cents }))
}

export const start: Handler<typeof moveInApi.start> = async (ctx) => {
  requireMover(ctx)
  return startWork(ctx)
}
