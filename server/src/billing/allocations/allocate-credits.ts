import {
  allocateOldestFirst,
  allocateToNamed,
  deallocationOf,
  type Allocation,
} from '@waybill/domain/billing/allocation'
import type { Cents } from '@waybill/domain/kit/money'
import { moveBalance, type AccountRow } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import {
  listFreeCredits,
  listOpenInvoices,
  readAllocations,
  recordAllocations,
  takeFromCredits,
} from './allocation-store.ts'
import type { LockedTransaction } from '../ledger/ledger-store.ts'

type Allocating = Pick<AccountRow, 'id' | 'account_type' | 'invoice_allocation_method'>

/** Whether the credits of an account are allocated to its invoices automatically (BILL-009). */
export function isAutomatic(account: Allocating): boolean {
  return (
    account.account_type === 'prepaid' || account.invoice_allocation_method === 'auto-oldest-invoice-first'
  )
}

/**
 * Allocates the free credit of an account to its open invoices, oldest first, when the account's method is automatic.
 * Prepaid accounts always allocate, because their invoices are paid on issue (BILL-009,
 * docs/domain/invoices-and-statements.md#invoices, docs/domain/invoices-and-statements.md#payments-and-allocation).
 * The caller must hold the balance lock.
 */
export async function allocateCredits(ctx: Context, account: Allocating): Promise<void> {
  if (!isAutomatic(account)) return
  const credits = await listFreeCredits(ctx, account.id)
  if (credits.length === 0) return
  await saveAllocations(
    ctx,
    account.id,
    allocateOldestFirst(credits, await listOpenInvoices(ctx, account.id)),
  )
}

/** Allocates a new payment to the invoices that its payer named. The caller must hold the balance lock. */
export async function payNamed(
  ctx: Context,
  account: Allocating,
  payment: { transaction_id: number; rest: Cents },
  invoiceNumbers: readonly number[],
): Promise<void> {
  if (invoiceNumbers.length === 0) return
  const open = await listOpenInvoices(ctx, account.id)
  const named = open.filter((invoice) => invoiceNumbers.includes(invoice.invoice_number))
  await saveAllocations(ctx, account.id, allocateToNamed(payment, named, isAutomatic(account)))
}

/**
 * Allocates credit notes to the invoices they correct, whatever the account's method
 * (docs/domain/invoices-and-statements.md#credit-notes).
 */
export async function allocateToItsInvoice(ctx: Context, accountId: number): Promise<void> {
  const credits = (await listFreeCredits(ctx, accountId)).filter((credit) => credit.invoice_id !== null)
  const named = new Set(credits.map((credit) => credit.invoice_id))
  const invoices = (await listOpenInvoices(ctx, accountId)).filter((invoice) => named.has(invoice.invoice_id))
  await saveAllocations(
    ctx,
    accountId,
    allocateOldestFirst(credits, invoices).filter((row) =>
      credits.some(
        (credit) => credit.transaction_id === row.transaction_id && credit.invoice_id === row.invoice_id,
      ),
    ),
  )
}

/**
 * Undoes every allocation of a credit, each with a separate row
 * (docs/domain/invoices-and-statements.md#payments-and-allocation).
 */
export async function freeAllocations(
  ctx: Context,
  transaction: Pick<LockedTransaction, 'id' | 'account_id'>,
): Promise<void> {
  const allocations = await readAllocations(ctx, transaction.id)
  await saveAllocations(ctx, transaction.account_id, allocations.map(deallocationOf))
}

/**
 * Uses up free credit for a debit that goes on no invoice (a refund, a payment reversal): the credits `transactionIds`,
 * or the oldest credits when it is `null`. `amount` is in cents and positive.
 */
export async function spendCredit(
  ctx: Context,
  accountId: number,
  amount: Cents,
  transactionIds: readonly number[] | null,
): Promise<void> {
  let left = amount
  const parts: { transaction_id: number; amount: Cents }[] = []
  for (const credit of await listFreeCredits(ctx, accountId)) {
    if (transactionIds !== null && !transactionIds.includes(credit.transaction_id)) continue
    const part = Math.min(left, credit.rest)
    if (part > 0) parts.push({ transaction_id: credit.transaction_id, amount: part })
    left -= part
  }
  if (parts.length === 0) return
  await takeFromCredits(ctx, parts)
  await moveBalance(ctx, accountId, 0, left - amount)
}

/**
 * Uses up the credits of a payment that is paid back: what is free of them, then what was allocated of them, newest
 * invoice first, so that these invoices are open again. What neither covers was used before, and takes the oldest
 * credits. `amount` is in cents and positive. The caller must hold the balance lock.
 */
export async function takeBackCredits(
  ctx: Context,
  accountId: number,
  amount: Cents,
  transactionIds: readonly number[],
): Promise<void> {
  const free = (await listFreeCredits(ctx, accountId)).filter((credit) =>
    transactionIds.includes(credit.transaction_id),
  )
  let missing = amount - free.reduce((sum, { rest }) => sum + rest, 0)
  const allocated: Allocation[] = []
  for (const id of transactionIds) allocated.push(...(await readAllocations(ctx, id)))
  const undone: Allocation[] = []
  for (const allocation of allocated.toSorted((a, b) => b.invoice_id - a.invoice_id)) {
    const part = Math.min(missing, allocation.amount)
    if (part <= 0) continue
    undone.push(deallocationOf({ ...allocation, amount: part }))
    missing -= part
  }
  await saveAllocations(ctx, accountId, undone)
  const other = Math.max(missing, 0)
  await spendCredit(ctx, accountId, amount - other, transactionIds)
  await spendCredit(ctx, accountId, other, null)
}

/**
 * Writes allocations of one account and updates its invoices, its credits and its free credit. The caller must hold
 * the balance lock.
 */
export async function saveAllocations(
  ctx: Context,
  accountId: number,
  rows: readonly Allocation[],
): Promise<void> {
  if (rows.length === 0) return
  await recordAllocations(ctx, rows)
  await takeFromCredits(ctx, rows)
  await moveBalance(ctx, accountId, 0, -rows.reduce((sum, row) => sum + row.amount, 0))
}
