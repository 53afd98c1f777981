import { amountProblem, formatRand, max_at_once, vatWithin, type Cents } from '../kit/money.ts'
import { displayId, formatDate } from '../kit/texts/format.ts'
import { hasPermission, type Actor } from '../kit/actor.ts'
import { forbidden, invalid, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { dayOf } from '../kit/calls/wire.ts'
import type { LedgerAccount, LedgerEntry } from './model.ts'
import { transaction_types, type TransactionTypeName } from './transaction-types.ts'

/**
 * The input for a posting. `amount` is in cents and positive; only `shipping-charge-adjustment` is signed (positive
 * charges more).
 */
export interface NewPosting {
  type: TransactionTypeName
  amount: Cents
  /** The provider's VAT percentage on the day of posting. */
  vat_percentage: number
  /** The zero-rated part of the amount, with the same sign as the amount. */
  zero_rated: Cents
  /** For shipping charges: the amount by kind of charge, for the revenue accounts. An empty list counts as one kind. */
  by_kind: readonly { kind: string; amount: Cents }[]
  /** The gateway that the money came from or goes to; empty for the bank. */
  gateway: string
  /** For cash payments: the part of the amount that was rounded off and never received. */
  rounding?: Cents
}

/**
 * A row of the customer's ledger with its balanced entries. Amounts in cents
 * (docs/domain/accounts-and-ledger.md#ledger).
 */
export interface Posting {
  type: TransactionTypeName
  /** The effect on the account's balance. */
  amount: Cents
  /** The VAT included in the absolute amount. */
  vat: Cents
  vat_percentage: number
  ex_vat_zero_rated: Cents
  /** The entries sum to zero (docs/domain/accounts-and-ledger.md#double-entry). */
  entries: readonly LedgerEntry[]
}

const counter_accounts: Record<TransactionTypeName, LedgerAccount> = {
  'shipping-charge': 'revenue',
  'shipping-charge-adjustment': 'revenue',
  'shipping-charge-reversal': 'revenue',
  payment: 'bank-clearing',
  'payment-reversal': 'bank-clearing',
  refund: 'bank-clearing',
  'refund-reversal': 'bank-clearing',
  'admin-debit': 'revenue',
  'admin-credit': 'revenue',
  'promotional-debit': 'promotional',
  'promotional-credit': 'promotional',
  'balance-adjustment-debit': 'suspense',
  'balance-adjustment-credit': 'suspense',
  'bad-debt-write-off': 'bad-debt',
  'bad-debt-write-off-reversal': 'bad-debt',
}

/**
 * Creates the posting of a transaction with its balanced entries: the customer's balance against revenue, VAT,
 * clearing and other ledger accounts.
 */
export function postingOf(about: NewPosting): Posting {
  const { sign, vat: vatRule } = transaction_types[about.type]
  const effect = about.amount * (sign === 0 ? -1 : sign) + 0
  const zeroRated = vatRule === 'rate' ? about.zero_rated : 0
  const vat = vatRule === 'none' ? 0 : vatWithin(about.amount - zeroRated, about.vat_percentage)
  const direction = about.amount < 0 ? -1 : 1
  const counter = counter_accounts[about.type]
  const net = about.amount - vat
  const facing = sign === 1 ? -1 : 1
  const rounding = about.rounding ?? 0
  const entries: LedgerEntry[] = [{ ledger_account: 'customer-balance', detail: '', amount: effect }]
  for (const { kind, amount } of splitNet(net - rounding, counter, about))
    entries.push({ ...counterOf(counter, kind, about.gateway), amount: amount * facing })
  entries.push({ ledger_account: 'rounding', detail: '', amount: rounding * facing })
  if (vat !== 0) entries.push({ ledger_account: 'vat-output', detail: '', amount: vat * facing })
  return {
    type: about.type,
    amount: effect,
    vat: vat * direction + 0,
    vat_percentage: vatRule === 'none' ? 0 : about.vat_percentage,
    ex_vat_zero_rated: zeroRated * direction + 0,
    entries: entries.filter((entry) => entry.amount !== 0),
  }
}

function splitNet(net: Cents, counter: LedgerAccount, about: NewPosting): { kind: string; amount: Cents }[] {
  if (counter !== 'revenue' || about.by_kind.length === 0)
    return [{ kind: counter === 'revenue' ? about.type : '', amount: net }]
  const amounts = apportion(
    net,
    about.by_kind.map(({ amount }) => amount),
  )
  return about.by_kind.map(({ kind }, index) => ({ kind, amount: amounts[index] ?? 0 }))
}

function counterOf(account: LedgerAccount, kind: string, gateway: string): Omit<LedgerEntry, 'amount'> {
  if (account === 'bank-clearing' && gateway) return { ledger_account: 'gateway-clearing', detail: gateway }
  return { ledger_account: account, detail: kind }
}

/**
 * Splits an amount in proportion to `weights` without losing a cent. The largest remainders get the leftover cents;
 * on a tie the earlier part does. When the weights sum to zero, the first part gets everything.
 */
export function apportion(amount: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const shares = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight)
    const divisor = BigInt(whole)
    const floor = product / divisor - (product % divisor !== 0n && product < 0n !== divisor < 0n ? 1n : 0n)
    return { floor: Number(floor), rest: Math.abs(Number(product - floor * divisor)) }
  })
  const left = amount - shares.reduce((sum, { floor }) => sum + floor, 0)
  const byRest = shares
    .map((_, index) => index)
    .toSorted((a, b) => (shares[b]?.rest ?? 0) - (shares[a]?.rest ?? 0) || a - b)
  const raised = new Set(byRest.slice(0, left))
  return shares.map(({ floor }, index) => floor + (raised.has(index) ? 1 : 0) + 0)
}

/** Returns the entries of a gateway's fee in cents: it moves from the clearing account to the fee account. */
export function feeEntries(gateway: string, fee: Cents): LedgerEntry[] {
  return [
    { ledger_account: 'gateway-clearing', detail: gateway, amount: fee },
    { ledger_account: 'gateway-fee', detail: gateway, amount: -fee },
  ]
}

/** A gateway keeps its fee when a payment is reversed, so the reversal leaves the fee account as it is. */
function withoutFee(entry: LedgerEntry): LedgerEntry {
  return entry.ledger_account === 'gateway-fee' ? { ...entry, ledger_account: 'gateway-clearing' } : entry
}

/** The fields of a posted row that a reversal needs. */
export type Reversible = Pick<
  Posting,
  'type' | 'amount' | 'vat' | 'vat_percentage' | 'ex_vat_zero_rated' | 'entries'
>

/**
 * Returns the posting that undoes `rows` exactly, ledger account by ledger account, except fees of gateways. It reverses a single row, or is
 * one `shipping-charge-reversal` for the charge and all adjustments of a shipment
 * (docs/domain/accounts-and-ledger.md#ledger). Returns `null` when the amounts already sum to zero.
 */
export function reversalOf(type: TransactionTypeName, rows: readonly Reversible[]): Posting | null {
  const entries = new Map<string, LedgerEntry>()
  for (const entry of rows.flatMap((row) => row.entries).map(withoutFee)) {
    const key = `${entry.ledger_account}\n${entry.detail}`
    const before = entries.get(key)
    entries.set(key, { ...entry, amount: (before?.amount ?? 0) - entry.amount })
  }
  const amount = -rows.reduce((sum, row) => sum + row.amount, 0)
  if (amount === 0) return null
  const inDirection = (of: (row: Reversible) => Cents): Cents =>
    rows.reduce((sum, row) => sum + of(row) * (Math.sign(row.amount) === Math.sign(amount) ? -1 : 1), 0)
  return {
    type,
    amount,
    vat: inDirection((row) => row.vat),
    vat_percentage: rows[0]?.vat_percentage ?? 0,
    ex_vat_zero_rated: inDirection((row) => row.ex_vat_zero_rated),
    entries: [...entries.values()].filter((entry) => entry.amount !== 0),
  }
}

/** The data that decides whether an actor may post. */
export interface PostingRequest {
  type: TransactionTypeName
  amount: Cents
  /** Whether it reverses a transaction. A reversal may exceed the maximum, because it must have the original amount. */
  is_reversal?: boolean
  /** Value date; `null` means now. */
  effective_date: Date | null
  now: Date
  /** Last closed day of the books, `YYYY-MM-DD`; `null` when no day is closed. */
  accounting_lock_date: string | null
}

/**
 * Checks whether a transaction may be posted (BILL-002). Types without a permission are posted by the system only;
 * for the others the actor needs the permission of the type. The amount must be above zero and not above the maximum
 * for one posting. Backdating and posting into closed books need `INLINE_backdate_transaction`.
 */
export function mayPost(actor: Actor, request: PostingRequest): RuleResult {
  const { permission, label } = transaction_types[request.type]
  if (permission === null && actor.kind !== 'system')
    return invalid(`${label} is posted by the system only. Choose another type.`, [
      { field: 'type', message: 'cannot be posted by hand' },
    ])
  if (permission !== null && !hasPermission(actor, permission))
    return forbidden(`You may not post a transaction of type ${label.toLowerCase()}.`)
  const amount = mayPostAmount(request.is_reversal ? Math.min(request.amount, max_at_once) : request.amount)
  return amount === true ? mayDate(actor, request) : amount
}

/** Checks whether an amount may be posted in one transaction by a person, a gateway or a bank statement. */
export function mayPostAmount(amount: Cents): RuleResult {
  const message = amountProblem(amount)
  return message === null || invalid(`The amount ${message}.`, [{ field: 'amount', message }])
}

function mayDate(actor: Actor, { effective_date, now, accounting_lock_date }: PostingRequest): RuleResult {
  if (hasPermission(actor, 'INLINE_backdate_transaction')) return true
  const on = effective_date ?? now
  if (dayOf(on) < dayOf(now))
    return forbidden('You may not backdate transactions. Leave the value date empty.')
  return mayPostOn(actor, on, accounting_lock_date)
}

/**
 * Checks whether a transaction may have a value date: one on or before the last closed day of the books needs
 * `INLINE_backdate_transaction`.
 */
export function mayPostOn(actor: Actor, effectiveDate: Date, accountingLockDate: string | null): RuleResult {
  const isOpen = accountingLockDate === null || dayOf(effectiveDate) > accountingLockDate
  if (isOpen || hasPermission(actor, 'INLINE_backdate_transaction')) return true
  return wrongState(`The books are closed up to ${accountingLockDate}. Choose a later value date.`)
}

/**
 * Checks whether a row may be reversed: only once, never a reversal itself, and with the permission of the reversing
 * type.
 */
export function mayReverse(
  actor: Actor,
  transaction: {
    type: TransactionTypeName
    amount: Cents
    has_been_reversed: boolean
    reverses_id: number | null
  },
): RuleResult {
  const { reversed_by, label } = transaction_types[transaction.type]
  if (transaction.has_been_reversed)
    return wrongState(
      `This ${label.toLowerCase()} of ${formatRand(Math.abs(transaction.amount))} has already been reversed.`,
    )
  if (transaction.reverses_id !== null || reversed_by === null)
    return wrongState(`A ${label.toLowerCase()} cannot be reversed. Post the correct transaction instead.`)
  const { permission } = transaction_types[reversed_by]
  const isAllowed = permission === null ? actor.kind === 'system' : hasPermission(actor, permission)
  return isAllowed ? true : forbidden(`You may not reverse a transaction of type ${label.toLowerCase()}.`)
}

/** A posted payment that may be the same money as another one. */
export interface SimilarPayment {
  payment_number: number | null
  effective_date: Date
}

/** The number of days before and after a payment posted by hand in which a bank payment may be the same money. */
export const days_around_hand_posting = 3

/** The warning shown before a payment is posted by hand that already came in by a bank statement. `amount` is in cents. */
export function postedFromBankText(
  accountCode: string,
  amount: Cents,
  { payment_number, effective_date }: SimilarPayment,
): string {
  const receipt = payment_number === null ? '' : ` (${displayId('payment', payment_number)})`
  return `${formatRand(amount)} was posted on ${accountCode} from a bank statement on ${formatDate(effective_date)}${receipt}. If it is the same money, do not post it; if not, say that it is another payment.`
}
