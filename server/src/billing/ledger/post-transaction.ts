import type { billingApi } from '@waybill/domain/billing/api'
import { becameInvoiceable } from '@waybill/domain/billing/events'
import {
  days_around_hand_posting,
  mayPost,
  mayPostAmount,
  mayReverse,
  postedFromBankText,
  postingOf,
} from '@waybill/domain/billing/posting'
import { accounting_lock_date } from '@waybill/domain/billing/settings'
import { transaction_types, type TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { accountFor, getAccount, lockBalance, updateAccount, type AccountRow } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { allocateCredits, payNamed, spendCredit, takeBackCredits } from '../allocations/allocate-credits.ts'
import { findShipmentOfAccount } from './charge-store.ts'
import { findCreditsOfPayment, findSimilarPayments, lockTransaction } from './ledger-store.ts'
import { getTransaction } from '../list-store.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import { post, vatPercentageNow } from './record-transaction.ts'
import { reviewHold } from './review-hold.ts'
import { issueCreditNote, reverseRows } from './reverse-ledger-rows.ts'
import { presentTransaction } from '../present-billing.ts'

/**
 * Posts a transaction by hand, or reverses one (BILL-002, docs/domain/public-api.md#posting-a-transaction). Updates
 * the balance, credit note, allocations and automatic hold in the same transaction.
 */
export const postTransaction: Handler<typeof billingApi.post> = async (ctx, input) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company may post transactions.')
  const { type, amount } = input
  ensure(
    mayPost(ctx.actor, {
      type,
      amount,
      is_reversal: input.reverses_id !== undefined,
      effective_date: input.effective_date ?? null,
      now: ctx.now,
      accounting_lock_date: ctx.setting(accounting_lock_date),
    }),
  )
  const account = await accountFor(ctx, input.account_id)
  const reference = input.shipment_reference?.toUpperCase()
  const shipment = reference ? await findShipmentOfAccount(ctx, account.id, reference) : undefined
  if (reference && !shipment)
    throw invalid(`${reference} is not a shipment of account ${account.account_code}. Check the reference.`, [
      { field: 'shipment_reference', message: 'is not a shipment of this account' },
    ])
  await lockBalance(ctx, account.id)
  if (type === 'payment' && !input.post_anyway) await requireNotFromBank(ctx, account, input)
  const about: About = {
    description: input.description,
    internal_note: input.internal_note ?? null,
    ...(input.effective_date ? { effective_date: input.effective_date } : {}),
    shipment_id: shipment?.id ?? null,
    shipment_reference: shipment?.reference ?? '',
    cost_center_id: shipment?.cost_center_id ?? null,
  }
  const id = input.reverses_id
    ? await reverse(ctx, account, type, amount, input.reverses_id, about)
    : await postNew(ctx, account, type, amount, about)
  return presentTransaction(ctx.actor, await getTransaction(ctx, id))
}

/**
 * Throws when the same amount came in by a bank statement around the value date. Only users are asked.
 */
async function requireNotFromBank(
  ctx: Context,
  { id, account_code }: AccountRow,
  {
    amount,
    effective_date = ctx.now,
  }: Pick<Parameters<typeof postTransaction>[1], 'amount' | 'effective_date'>,
): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  const day = startOfDay(dayOf(effective_date)).getTime()
  const [found] = await findSimilarPayments(ctx, 'bank', [
    {
      account_id: id,
      amount,
      from: new Date(day - days_around_hand_posting * day_ms),
      until: new Date(day + (days_around_hand_posting + 1) * day_ms),
    },
  ])
  if (!found) return
  const message = postedFromBankText(account_code, amount, found)
  throw invalid(message, [{ field: 'post_anyway', message }])
}

interface About {
  description: string
  internal_note?: string | null
  effective_date?: Date
  shipment_id?: number | null
  shipment_reference?: string
  cost_center_id?: number | null
  payment_id?: number | null
  imported_payment_id?: number | null
  /** The name of the gateway that the money came through. */
  source?: string
  /** For payments that already have a receipt number. */
  payment_number?: number
  sub_type?: string
}

/**
 * Posts a payment to an account (top-ups, shipment payments, imported bank rows) with its receipt number, and
 * allocates it to open invoices, those in `invoice_numbers` first. `gateway` is '' for the bank; `amount` is in
 * cents. Returns the transaction id.
 */
export async function postPayment(
  ctx: Context,
  payment: About & {
    account_id: number
    amount: Cents
    gateway: string
    /** The part of the amount that was rounded off in cash, in cents. */
    rounding?: Cents
    /** The invoices that the payer named. */
    invoice_numbers?: readonly number[]
  },
): Promise<number> {
  const { account_id, amount, gateway, rounding, invoice_numbers, ...about } = payment
  const account = await getAccount(ctx, account_id)
  await lockBalance(ctx, account_id)
  return postNew(ctx, account, 'payment', amount, about, { gateway, rounding, invoice_numbers })
}

/**
 * Pays a claim to an account; `amount` in cents. It is paid as credit on the account, or by bank. By bank the credit
 * is refunded at once, so that the balance does not change. Both rows have the sub type `claim`, and the actor needs
 * the permission to post each of them (docs/domain/claims.md). Returns the id of the row that pays the claim.
 */
export async function postClaim(
  ctx: Context,
  claim: About & { account_id: number; amount: Cents; pay_by: 'account-credit' | 'bank' },
): Promise<number> {
  const { account_id, amount, pay_by, ...details } = claim
  const about = { ...details, sub_type: 'claim' }
  const account = await getAccount(ctx, account_id)
  const types: TransactionTypeName[] = pay_by === 'bank' ? ['admin-credit', 'refund'] : ['admin-credit']
  for (const type of types) requireMayPost(ctx, type, amount)
  await lockBalance(ctx, account_id)
  if (pay_by === 'account-credit') return postNew(ctx, account, 'admin-credit', amount, about)
  const creditId = await postRow(ctx, account_id, 'admin-credit', amount, about)
  const refundId = await postRow(ctx, account_id, 'refund', amount, about)
  await spendCredit(ctx, account_id, amount, [creditId])
  await reviewHold(ctx, account_id)
  return refundId
}

/**
 * Posts the refund of a payment through its gateway; `amount` in cents. The credit of the payment is used up by it, and
 * invoices that were paid with it are open again. Returns the transaction id.
 */
export async function postRefund(
  ctx: Context,
  refund: About & { account_id: number; amount: Cents; gateway: string; payment_id: number },
): Promise<number> {
  const { account_id, amount, gateway, ...about } = refund
  const account = await getAccount(ctx, account_id)
  await lockBalance(ctx, account_id)
  const credits = await findCreditsOfPayment(ctx, account_id, about.payment_id)
  const id = await postRow(ctx, account_id, 'refund', amount, about, { gateway })
  await takeBackCredits(ctx, account_id, amount, credits)
  await allocateCredits(ctx, account)
  await reviewHold(ctx, account_id)
  return id
}

/** Reverses a refund that the gateway did not make: the money is on the account again. */
export async function reverseRefund(
  ctx: Context,
  accountId: number,
  transactionId: number,
  description: string,
): Promise<void> {
  const account = await getAccount(ctx, accountId)
  await lockBalance(ctx, accountId)
  const original = await lockTransaction(ctx, accountId, transactionId)
  if (!original || original.has_been_reversed) return
  await reverseRows(ctx, 'refund-reversal', [original], {
    account_id: accountId,
    description,
    reason: description,
  })
  await allocateCredits(ctx, account)
  await reviewHold(ctx, accountId)
}

/** Throws unless the caller may post an amount, in cents, of this type today. */
export function requireMayPost(ctx: Context, type: TransactionTypeName, amount: Cents): void {
  ensure(
    mayPost(ctx.actor, {
      type,
      amount,
      effective_date: null,
      now: ctx.now,
      accounting_lock_date: ctx.setting(accounting_lock_date),
    }),
  )
}

/**
 * Charges the fee of a payout of collected money to an account, and pays it from that money at once. `amount` in cents,
 * VAT included. The caller must hold the balance lock of the account.
 */
export async function postCodFee(
  ctx: Context,
  { account_id, amount, description }: { account_id: number; amount: Cents; description: string },
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  const about = { description, sub_type: 'cod-fee' }
  await postNew(ctx, account, 'admin-debit', amount, about)
  await postNew(ctx, account, 'payment', amount, about, { gateway: 'cod' })
}

/** How a payment was received: the gateway, and the amount rounded off in cash. */
interface PaymentOrigin {
  gateway?: string
  rounding?: Cents | undefined
}

/**
 * Posts one row with its document and returns its id; `amount` in cents. The caller must hold the balance lock, and
 * handles allocation, free credit and holds.
 */
export async function postRow(
  ctx: Context,
  accountId: number,
  type: TransactionTypeName,
  amount: Cents,
  about: About,
  { gateway = '', rounding = 0 }: PaymentOrigin = {},
): Promise<number> {
  ensure(mayPostAmount(amount))
  const { document, sign } = transaction_types[type]
  const posting = postingOf({
    type,
    amount,
    vat_percentage: vatPercentageNow(ctx),
    zero_rated: 0,
    by_kind: [],
    gateway,
    rounding,
  })
  const id = await post(ctx, posting, {
    ...about,
    account_id: accountId,
    invoiceable: document === 'invoice',
    credit_note_id:
      document === 'credit-note'
        ? await issueCreditNote(ctx, posting, accountId, null, about.description)
        : null,
    payment_number:
      document === 'receipt' ? (about.payment_number ?? (await nextNumber(ctx, 'payment'))) : null,
    unallocated: sign === 1 ? posting.amount : 0,
  })
  if (id === null) throw new Error('A manual transaction was mistaken for a duplicate charge.')
  return id
}

async function postNew(
  ctx: Context,
  account: AccountRow,
  type: TransactionTypeName,
  amount: Cents,
  about: About,
  { invoice_numbers = [], ...came }: PaymentOrigin & { invoice_numbers?: readonly number[] | undefined } = {},
): Promise<number> {
  const { document, sign } = transaction_types[type]
  const isCredit = sign === 1
  const id = await postRow(ctx, account.id, type, amount, about, came)
  await payNamed(ctx, account, { transaction_id: id, rest: amount }, invoice_numbers)
  if (isCredit) await allocateCredits(ctx, account)
  else if (document === 'none') await spendCredit(ctx, account.id, amount, null)
  else if (account.invoice_frequency === 'shipment')
    await ctx.emit(becameInvoiceable, { account_id: account.id })
  // A release until the next payment ends with this payment.
  if (type === 'payment' && account.temp_disable_auto_hold)
    await updateAccount(ctx, account.id, undefined, { temp_disable_auto_hold: false })
  await reviewHold(ctx, account.id)
  return id
}

async function reverse(
  ctx: Context,
  account: AccountRow,
  type: TransactionTypeName,
  amount: Cents,
  reversesId: number,
  about: About,
): Promise<number> {
  const original = await lockTransaction(ctx, account.id, reversesId)
  if (!original)
    throw invalid(`Transaction ${reversesId} is not a transaction of account ${account.account_code}.`, [
      { field: 'reverses_id', message: 'is not a transaction of this account' },
    ])
  ensure(mayReverse(ctx.actor, original))
  const { reversed_by, label } = transaction_types[original.type]
  if (reversed_by !== type)
    throw wrongState(
      `A ${label.toLowerCase()} is reversed by ${reversed_by ? `a ${transaction_types[reversed_by].label.toLowerCase()}` : 'nothing'}. Choose that type.`,
    )
  if (amount !== Math.abs(original.amount))
    throw invalid(
      `A reversal must be for the full amount, ${formatRand(Math.abs(original.amount))}. To reverse less, post a correction.`,
      [{ field: 'amount', message: `must be ${formatRand(Math.abs(original.amount))}` }],
    )
  const [id] = await reverseRows(ctx, type, [original], {
    account_id: account.id,
    ...about,
    reason: about.description,
  })
  if (id === undefined) throw wrongState('Nothing is left to reverse.')
  await allocateCredits(ctx, account)
  await reviewHold(ctx, account.id)
  return id
}
