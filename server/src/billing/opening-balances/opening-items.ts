import { dueDay } from '@waybill/domain/billing/schedule'
import { postingOf } from '@waybill/domain/billing/posting'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { hasPermission } from '@waybill/domain/kit/actor'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { amountProblem, type Cents } from '@waybill/domain/kit/money'
import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { getAccount, lockBalance, moveBalance } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { insertInvoices, putOnInvoice } from '../invoices-and-statements/document-store.ts'
import { recipientOf } from '../invoices-and-statements/invoice-recipient.ts'
import { insertTransaction } from '../ledger/ledger-store.ts'
import {
  deleteOpeningRows,
  lockOpening,
  lockOpeningItem,
  nextOldNumber,
  opening_source,
} from './opening-store.ts'

/** An open invoice or an unallocated credit of another system. */
export interface OpeningItem {
  account_id: number
  number: string
  type: 'invoice' | 'credit'
  /** Above zero. */
  amount: Cents
  /** `YYYY-MM-DD`. */
  date: string
  /** `YYYY-MM-DD`; `null` follows the terms of the account. */
  due_date: string | null
}

/** Locks the opening balances for a change. Throws once work with them has started, and without the rights to post. */
export async function lockOpeningItems(ctx: Context): Promise<void> {
  for (const type of ['balance-adjustment-debit', 'balance-adjustment-credit'] as const) {
    const { permission, label } = transaction_types[type]
    if (permission !== null && !hasPermission(ctx.actor, permission))
      throw forbidden(`Opening items are balance adjustments. You may not post a ${label.toLowerCase()}.`)
  }
  const { time_started } = await lockOpening(ctx)
  if (time_started !== null)
    throw wrongState(
      'Work with the opening balances has started, so they can no longer change. Post a balance adjustment on the account.',
    )
}

/**
 * Posts an opening item on its account and returns the id of the transaction. An invoice gets a document with its old
 * number and dates and without VAT, because its VAT was declared in the old system. A credit stays unallocated. The
 * caller has called `lockOpeningItems`.
 */
export async function postOpeningItem(ctx: Context, item: OpeningItem): Promise<number> {
  const problem = amountProblem(item.amount)
  if (problem !== null) throw invalid(`The amount ${problem}.`, [{ field: 'amount', message: problem }])
  await lockBalance(ctx, item.account_id)
  const isInvoice = item.type === 'invoice'
  const posting = postingOf({
    type: isInvoice ? 'balance-adjustment-debit' : 'balance-adjustment-credit',
    amount: item.amount,
    vat_percentage: 0,
    zero_rated: 0,
    by_kind: [],
    gateway: '',
  })
  const unallocated = isInvoice ? 0 : item.amount
  const inserted = await insertTransaction(ctx, posting, {
    account_id: item.account_id,
    description: `Opening balance: ${item.number}`,
    effective_date: startOfDay(item.date),
    unallocated,
    migration_reference: item.number,
    source: opening_source,
  })
  if (!inserted) throw new Error('An opening item was mistaken for a duplicate charge.')
  if (isInvoice) await putOnInvoice(ctx, await insertOpeningInvoice(ctx, item), [inserted.id])
  return inserted.id
}

async function insertOpeningInvoice(ctx: Context, item: OpeningItem): Promise<number> {
  const account = await getAccount(ctx, item.account_id)
  const { payment_terms, payment_terms_from_statement } = account
  const number = await nextOldNumber(ctx)
  const ids = await insertInvoices(ctx, [
    {
      account_id: item.account_id,
      invoice_number: number,
      migration_reference: item.number,
      invoice_date: startOfDay(item.date),
      due_date: startOfDay(item.due_date ?? dueDay(item.date, payment_terms, payment_terms_from_statement)),
      from_date: null,
      to_date: null,
      total: item.amount,
      vat: 0,
      zero_rated: 0,
      recipient: await recipientOf(ctx, account),
    },
  ])
  const id = ids.get(number)
  if (id === undefined) throw new Error('An opening invoice was not stored.')
  return id
}

/**
 * Removes an opening item with its invoice and restores the balance. Throws when it was paid, allocated or reversed
 * since. The caller has called `lockOpeningItems`.
 */
export async function removeOpeningItem(ctx: Context, id: number): Promise<void> {
  const item = await lockOpeningItem(ctx, id)
  if (!item) return
  const { account_id, amount, unallocated, migration_reference } = item
  if (item.has_been_reversed)
    throw wrongState(`${migration_reference} has been reversed since. It can no longer be removed.`)
  if (item.settled !== 0)
    throw wrongState(
      `${migration_reference} has been paid or credited since. Take back the allocation first.`,
    )
  if (unallocated !== Math.max(0, amount))
    throw wrongState(
      `${migration_reference} has been allocated to an invoice since. Take back the allocation first.`,
    )
  await lockBalance(ctx, account_id)
  await deleteOpeningRows(ctx, item)
  await moveBalance(ctx, account_id, -amount, -unallocated)
}
