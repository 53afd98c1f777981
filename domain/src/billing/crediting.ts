import { formatRand, type Cents } from '../kit/money.ts'
import { conflict, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { LedgerEntry } from './model.ts'
import { apportion, type Posting } from './posting.ts'

/** Amounts of an invoice or of a part of it, in cents: the total with VAT, its VAT and its zero-rated part. */
export interface Taxed {
  total: Cents
  vat: Cents
  zero_rated: Cents
}

/** Returns the part of an invoice that no credit note has credited yet. */
export function uncreditedOf(invoice: Taxed, credited: Taxed): Taxed {
  return {
    total: invoice.total - credited.total,
    vat: invoice.vat - credited.vat,
    zero_rated: invoice.zero_rated - credited.zero_rated,
  }
}

/**
 * Returns the share of VAT and of the zero-rated part in an amount that is credited. Both are in proportion to what is
 * not credited yet, so that credit notes of the whole invoice have exactly its VAT.
 */
export function shareOf(uncredited: Taxed, amount: Cents): Taxed {
  const parts = [amount, uncredited.total - amount]
  return {
    total: amount,
    vat: apportion(uncredited.vat, parts)[0] ?? 0,
    zero_rated: apportion(uncredited.zero_rated, parts)[0] ?? 0,
  }
}

/**
 * Checks whether an amount of an invoice may be credited. `seen` is the uncredited rest that the user read; another
 * rest now is rejected with 409. Amounts in cents.
 */
export function mayCredit(uncredited: Cents, seen: Cents, amount: Cents): RuleResult {
  if (uncredited !== seen)
    return conflict(
      `Somebody else credited this invoice: ${formatRand(uncredited)} can still be credited, not ${formatRand(seen)}. Nothing was credited.`,
    )
  if (amount > 0 && amount <= uncredited) return true
  const message =
    amount <= 0
      ? `The amount must be more than ${formatRand(0)}.`
      : `Only ${formatRand(uncredited)} of this invoice can still be credited.`
  return invalid(message, [{ field: 'amount', message }])
}

/** Creates the posting of a credit against an invoice, with the VAT of the invoice instead of the current percentage. */
export function creditPosting({ total, vat, zero_rated }: Taxed, vatPercentage: number): Posting {
  const entries: LedgerEntry[] = [
    { ledger_account: 'customer-balance', detail: '', amount: total },
    { ledger_account: 'revenue', detail: 'admin-credit', amount: vat - total },
    { ledger_account: 'vat-output', detail: '', amount: 0 - vat },
  ]
  return {
    type: 'admin-credit',
    amount: total,
    vat,
    vat_percentage: vatPercentage,
    ex_vat_zero_rated: zero_rated,
    entries: entries.filter((entry) => entry.amount !== 0),
  }
}

/** The amount of a line of an invoice; charges are negative. */
interface CreditableLine {
  shipment_id: number | null
  amount: Cents
}

/**
 * Groups the lines of an invoice that are reversed together: those of one shipment, and every other line alone. When a
 * group would be a credit on the invoice, all lines are one group, because a row of a credit note is never negative.
 */
export function groupsToReverse<Line extends CreditableLine>(lines: readonly Line[]): Line[][] {
  const byShipment = new Map<number | Line, Line[]>()
  for (const line of lines) {
    const key = line.shipment_id ?? line
    byShipment.set(key, [...(byShipment.get(key) ?? []), line])
  }
  const groups = [...byShipment.values()]
  const isCharge = (group: readonly Line[]): boolean => group.reduce((sum, { amount }) => sum + amount, 0) < 0
  return groups.every(isCharge) ? groups : [[...lines]]
}
