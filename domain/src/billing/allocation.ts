import { formatRand, toRand, type Cents } from '../kit/money.ts'
import { conflict, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** An invoice that payments can be allocated to; `open` in cents, `due_day` as `YYYY-MM-DD`. */
export interface OpenInvoice {
  invoice_id: number
  invoice_number: number
  due_day: string
  open: Cents
}

/** The unallocated rest of a payment, credit note or write-off, in cents. */
export interface OpenCredit {
  transaction_id: number
  /** The invoice that the credit names; it is paid before older ones. */
  invoice_id: number | null
  rest: Cents
}

/** One allocation row, `amount` in cents. A row with a negative amount undoes an allocation. */
export interface Allocation {
  transaction_id: number
  invoice_id: number
  amount: Cents
}

/** Sorts invoices by due day, oldest first, then by lowest number (BILL-009). */
export function oldestFirst<Row extends OpenInvoice>(invoices: readonly Row[]): Row[] {
  return invoices.toSorted((a, b) =>
    a.due_day === b.due_day ? a.invoice_number - b.invoice_number : a.due_day < b.due_day ? -1 : 1,
  )
}

/**
 * Allocates credits to open invoices, oldest first. A credit that names an invoice pays that invoice first
 * (docs/domain/invoices-and-statements.md#payments-and-allocation). Uses credits in the given order and never
 * allocates more than is open or left.
 */
export function allocateOldestFirst(
  credits: readonly OpenCredit[],
  invoices: readonly OpenInvoice[],
): Allocation[] {
  const open = new Map(invoices.map((invoice) => [invoice.invoice_id, invoice.open]))
  const rests = new Map(credits.map((credit) => [credit.transaction_id, credit.rest]))
  const rows: Allocation[] = []
  const allocate = ({ transaction_id }: OpenCredit, invoiceId: number): void => {
    const amount = Math.min(rests.get(transaction_id) ?? 0, open.get(invoiceId) ?? 0)
    if (amount <= 0) return
    rows.push({ transaction_id, invoice_id: invoiceId, amount })
    open.set(invoiceId, (open.get(invoiceId) ?? 0) - amount)
    rests.set(transaction_id, (rests.get(transaction_id) ?? 0) - amount)
  }
  for (const credit of credits) if (credit.invoice_id !== null) allocate(credit, credit.invoice_id)
  const order = oldestFirst(invoices)
  for (const credit of credits) for (const { invoice_id } of order) allocate(credit, invoice_id)
  return rows
}

/**
 * Allocates a new payment to the invoices that its payer named, before any other invoice. An invoice whose open
 * amount equals the payment is paid whatever the account's method. Otherwise as much as possible is allocated, but
 * only when `isAutomatic` is set (docs/domain/invoices-and-statements.md#payments-and-allocation).
 */
export function allocateToNamed(
  payment: Pick<OpenCredit, 'transaction_id' | 'rest'>,
  named: readonly OpenInvoice[],
  isAutomatic: boolean,
): Allocation[] {
  const { transaction_id, rest } = payment
  const exact = oldestFirst(named).find((invoice) => invoice.open === rest)
  if (exact) return [{ transaction_id, invoice_id: exact.invoice_id, amount: rest }]
  return isAutomatic ? allocateOldestFirst([{ ...payment, invoice_id: null }], named) : []
}

/**
 * Checks whether an amount may be allocated by hand: above zero, and within the rest of the credit and the open
 * amount of the invoice. Amounts in cents.
 */
export function mayAllocate(rest: Cents, open: Cents, amount: Cents): RuleResult {
  const max = Math.min(rest, open)
  if (amount > 0 && amount <= max) return true
  const limit = rest < open ? 'is left on this credit' : 'is open on this invoice'
  const message = amount <= 0 ? 'The amount must be more than R 0.00.' : `Only ${formatRand(max)} ${limit}.`
  return invalid(message, [{ field: 'amount', message }])
}

/** An allocation by hand, with what was left on the credit and open on the invoice when the user chose the amount. */
export interface RequestedAllocation extends Allocation {
  rest: Cents
  open: Cents
}

/** What is left on credits by transaction id, and open on invoices by invoice id, in cents. */
export interface OpenAmounts {
  credits: ReadonlyMap<number, Cents>
  invoices: ReadonlyMap<number, Cents>
}

/**
 * Checks allocations by hand against the current amounts. Rejects the request with 409 when a credit or an invoice
 * changed since the user read it, so that of two users only the first allocates. Otherwise every row is checked as if
 * the rows before it were already applied. Amounts in cents.
 */
export function mayAllocateAll(rows: readonly RequestedAllocation[], now: OpenAmounts): RuleResult {
  const changed = rows.flatMap((row, index) => {
    const [rest, open] = [now.credits.get(row.transaction_id) ?? 0, now.invoices.get(row.invoice_id) ?? 0]
    return rest === row.rest && open === row.open ? [] : [{ index, rest, open, row }]
  })
  const [first] = changed
  if (first) {
    const what =
      first.rest === first.row.rest
        ? `${formatRand(first.open)} is open on the invoice now, not ${formatRand(first.row.open)}`
        : `${formatRand(first.rest)} is left on the credit now, not ${formatRand(first.row.rest)}`
    return conflict(
      `Somebody else changed these amounts: ${what}. Nothing was allocated. Check the amounts.`,
      {
        allocations: changed.map(({ row, rest, open }) => ({
          transaction_id: row.transaction_id,
          invoice_id: row.invoice_id,
          rest: toRand(rest),
          open: toRand(open),
        })),
      },
    )
  }
  const rests = new Map(now.credits)
  const open = new Map(now.invoices)
  for (const [index, { transaction_id, invoice_id, amount }] of rows.entries()) {
    const left = [rests.get(transaction_id) ?? 0, open.get(invoice_id) ?? 0] as const
    const verdict = mayAllocate(...left, amount)
    if (verdict !== true)
      return invalid(verdict.message, [{ field: `allocations.${index}.amount`, message: verdict.message }])
    rests.set(transaction_id, left[0] - amount)
    open.set(invoice_id, left[1] - amount)
  }
  return true
}

/** Returns the row that undoes an allocation. */
export function deallocationOf(allocation: Allocation): Allocation {
  return { ...allocation, amount: -allocation.amount }
}
