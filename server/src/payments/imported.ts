import { accounting_lock_date, payment_import_date_range } from '@waybill/domain/billing/settings'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { amountProblem } from '@waybill/domain/kit/money'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, forbidden, invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { recognise } from '@waybill/domain/payments/imported-before'
import {
  eftDescription,
  mayIgnore,
  mayMatch,
  mayReopen,
  namedIn,
  postedByHandText,
  suggestionOf,
  type importedApi,
  type ImportedPayment,
} from '@waybill/domain/payments/imported-payment'
import { accountFor, lockBalance, readAccounts } from '../accounts/index.ts'
import { postPayment, postTransaction } from '../billing/index.ts'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { inFileThread } from '../kit/threads.ts'
import {
  findByAmount,
  findByPayer,
  findNamed,
  findPostedByHand,
  insertImported,
  listImported,
  listParts,
  lockImported,
  lockSimilar,
  readImported,
  updateImported,
  type ImportedRow,
} from './imported-store.ts'
import type * as reader from './read-statement-file.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const max_rows = 100
/** Number of lines for which suggestions are looked up concurrently. */
const at_once = 50

const readFile = inFileThread<typeof reader.readStatementFile>(
  new URL('./read-statement-file.ts', import.meta.url),
  'readStatementFile',
)

/**
 * Imports the incoming payments of a bank statement and suggests an account for each line
 * (docs/domain/invoices-and-statements.md#imported-bank-payments). The file is read before the transaction starts.
 */
export const uploadStatement: ExternalHandler<typeof importedApi.upload> = async (ctx, input) => {
  const file = await readFile(input.content, input.bank_account ?? '')
  if ('problem' in file) throw invalid(file.problem, [{ field: 'content', message: file.problem }])
  const oldest = dayOf(new Date(ctx.now.getTime() - ctx.setting(payment_import_date_range) * day_ms))
  const recent = file.payments.filter(({ bank_date }) => bank_date >= oldest)
  return ctx.answer(async (inner) => {
    const recognised = recognise(recent, await lockSimilar(inner, recent))
    const unknown = recent.flatMap((payment, at) => {
      const { as, id } = { id: null, ...(recognised[at] ?? { as: 'new' }) }
      if (as === 'known') return []
      return as === 'new'
        ? [payment]
        : [{ ...payment, state: 'possible-duplicate', possible_duplicate_of: id }]
    })
    const ids = await insertImported(inner, input.file_name, unknown)
    const rows = await readImported(inner, ids)
    const postable = rows.filter(({ amount }) => amountProblem(amount) === null)
    const clear = postable.filter(({ state }) => state !== 'possible-duplicate')
    let suggested = 0
    for (let at = 0; at < clear.length; at += at_once) {
      const found = await Promise.all(clear.slice(at, at + at_once).map((row) => suggest(inner, row)))
      suggested += found.filter(Boolean).length
    }
    return {
      imported: ids.length,
      suggested,
      possible_duplicates: rows.filter(({ state }) => state === 'possible-duplicate').length,
      known: recent.length - ids.length,
      too_old: file.payments.length - recent.length,
      too_large: rows.length - postable.length,
      money_out: file.money_out,
      ...file.left_out,
    }
  })
}

/** Looks for the account of a line and stores the suggestion; returns whether an account was found. */
async function suggest(ctx: Context, row: ImportedRow): Promise<boolean> {
  const found = await findNamed(ctx, namedIn(row))
  if (found.length === 0) found.push(...(await findByPayer(ctx, row.payer)))
  if (found.length === 0) found.push(...(await findByAmount(ctx, row.amount)))
  const best = suggestionOf(found)
  await updateImported(ctx, row.id, {
    state: best ? 'suggested' : 'unmatched',
    suggested_account_id: best?.account_id ?? null,
    confidence: best?.confidence ?? null,
    suggested_reason: best?.reason ?? '',
  })
  return best !== null
}

/** Lists imported payments with their state and posted parts. */
export const readImportedPayments: Handler<typeof importedApi.list> = async (ctx, input) => {
  const { rows, total } = await listImported(ctx, input, { ...input, ...pageOf(input, max_rows) })
  return { imported_payments: await present(ctx, rows), count: total }
}

/**
 * Posts an imported payment: one ledger payment for each part, dated on the bank's date, or today when the books of
 * that date are closed. The line is locked, so that repeated requests post it only once.
 */
export const matchImported: Handler<typeof importedApi.match> = async (
  ctx,
  { id, version, parts, is_another_payment = false },
) => {
  requirePoster(ctx)
  const row = await lockCurrent(ctx, id, version)
  ensure(mayMatch(row, parts))
  const closed = ctx.setting(accounting_lock_date)
  const isClosed = closed !== null && row.bank_date <= closed
  for (const { account_id, amount } of parts.toSorted((a, b) => a.account_id - b.account_id)) {
    const account = await accountFor(ctx, account_id)
    await lockBalance(ctx, account.id)
    const [byHand] = is_another_payment
      ? []
      : await findPostedByHand(ctx, [{ account_id, amount, bank_date: row.bank_date }])
    if (byHand) {
      const message = postedByHandText(account.account_code, amount, byHand)
      throw invalid(message, [{ field: 'is_another_payment', message }])
    }
    await postPayment(ctx, {
      account_id: account.id,
      amount,
      gateway: '',
      description: eftDescription(row),
      effective_date: isClosed ? ctx.now : startOfDay(row.bank_date),
      imported_payment_id: id,
      invoice_numbers: namedIn(row).invoices,
    })
  }
  await updateImported(ctx, id, { state: parts.length > 1 ? 'split' : 'matched', remark: '' })
  return presentOne(ctx, id)
}

export const ignoreImported: Handler<typeof importedApi.ignore> = async (ctx, { id, version, reason }) => {
  requirePoster(ctx)
  ensure(mayIgnore(await lockCurrent(ctx, id, version)))
  await updateImported(ctx, id, { state: 'ignored', remark: reason })
  return presentOne(ctx, id)
}

/**
 * Reopens a line: undoes a match and reverses what was posted, un-ignores a line, or confirms that it is not a
 * duplicate. The line is then unmatched or suggested again.
 */
export const reopenImported: Handler<typeof importedApi.reopen> = async (
  ctx,
  { id, version, reason = '' },
) => {
  requirePoster(ctx)
  const row = await lockCurrent(ctx, id, version)
  ensure(mayReopen(row))
  const isPosted = row.state === 'matched' || row.state === 'split'
  if (isPosted && reason === '')
    throw invalid('Enter the reason for undoing the match.', [{ field: 'reason', message: 'is required' }])
  const parts = await listParts(ctx, [id])
  for (const part of parts.filter(({ has_been_reversed }) => !has_been_reversed))
    await postTransaction(ctx, {
      account_id: part.account_id,
      type: 'payment-reversal',
      amount: part.amount,
      reverses_id: part.id,
      description: `Wrong match: ${reason}`.slice(0, 255),
    })
  await updateImported(ctx, id, { state: 'unmatched', remark: reason })
  const [reopened] = await readImported(ctx, [id])
  if (reopened && !isPosted && amountProblem(reopened.amount) === null) await suggest(ctx, reopened)
  return presentOne(ctx, id)
}

function requirePoster(ctx: Context): void {
  if (!isStaff(ctx.actor) || !hasPermission(ctx.actor, 'INLINE_transaction_payment'))
    throw forbidden('You may not post payments. Ask someone with this permission.')
}

/**
 * Returns the line and locks it. Throws 409 with the stored state and version when another user has changed it since
 * it was read.
 */
async function lockCurrent(ctx: Context, id: number, version: number | undefined): Promise<ImportedRow> {
  const row = await lockImported(ctx, id)
  if (version !== undefined && version !== row.version)
    throw conflict('Someone else has changed this payment in the meantime. Check it again.', {
      state: row.state,
      version: row.version,
    })
  return row
}

async function presentOne(ctx: Context, id: number): Promise<ImportedPayment> {
  const [payment] = await present(ctx, await readImported(ctx, [id]))
  if (!payment) throw new Error('An imported payment could not be read back.')
  return payment
}

async function present(ctx: Context, rows: readonly ImportedRow[]): Promise<ImportedPayment[]> {
  const [parts, accounts, earlier] = await Promise.all([
    listParts(
      ctx,
      rows.map(({ id }) => id),
    ),
    readAccounts(ctx, [...new Set(rows.flatMap((row) => row.suggested_account_id ?? []))]),
    readImported(ctx, [...new Set(rows.flatMap((row) => row.possible_duplicate_of ?? []))]),
  ])
  const named = new Map(accounts.map(({ id, account_code, name }) => [id, { id, account_code, name }]))
  const accountOf = (row: ImportedRow) =>
    row.state === 'suggested' ? named.get(row.suggested_account_id ?? 0) : undefined
  const suggested = rows.flatMap((row) => {
    const account = accountOf(row)
    return account ? [{ ...row, account_id: account.id, account_code: account.account_code }] : []
  })
  const postedByHand = await findPostedByHand(ctx, suggested)
  const marks = new Map(
    suggested.flatMap(({ id, account_code, amount }, at) => {
      const found = postedByHand[at]
      return found ? [[id, postedByHandText(account_code, amount, found)] as const] : []
    }),
  )
  return rows.map((row) => {
    const account = accountOf(row)
    return {
      ...row,
      suggestion:
        account && row.confidence
          ? { account, confidence: row.confidence, reason: row.suggested_reason }
          : null,
      posted_by_hand: marks.get(row.id) ?? '',
      duplicate_of: earlier.find(({ id }) => id === row.possible_duplicate_of) ?? null,
      parts: parts
        .filter((part) => part.imported_payment_id === row.id)
        .map((part) => ({
          transaction_id: part.id,
          account: { id: part.account_id, account_code: part.account_code, name: part.name },
          amount: part.amount,
          has_been_reversed: part.has_been_reversed,
          time_created: part.time_created,
          by: part.modified_by,
        })),
    }
  })
}
