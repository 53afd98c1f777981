import type { LedgerEntry } from './model.ts'
import type { Posting } from './posting.ts'

/** The detail of VAT that is held on `unearned`; no kind of charge has this name. */
const waiting_vat = 'vat-output'

/**
 * Returns a shipping charge as it is posted at booking. Future revenue and output VAT are held on `unearned`,
 * separately by kind, until the shipment reaches the status from which it may be invoiced (BILL-015, decision 0003).
 */
export function deferred(posting: Posting): Posting {
  return { ...posting, entries: posting.entries.map(waiting) }
}

function waiting(entry: LedgerEntry): LedgerEntry {
  if (entry.ledger_account === 'revenue') return { ...entry, ledger_account: 'unearned' }
  if (entry.ledger_account === 'vat-output')
    return { ...entry, ledger_account: 'unearned', detail: waiting_vat }
  return entry
}

/**
 * Returns the additional entries that recognise a transaction as earned: every amount still on `unearned` moves to
 * its revenue or VAT account. Returns an empty list when nothing is left, so that recognising twice changes nothing.
 * The entries sum to zero.
 */
export function recognitionOf(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const waits = new Map<string, number>()
  for (const { ledger_account, detail, amount } of entries)
    if (ledger_account === 'unearned') waits.set(detail, (waits.get(detail) ?? 0) + amount)
  return [...waits]
    .filter(([, amount]) => amount !== 0)
    .flatMap(([detail, amount]): LedgerEntry[] => [
      { ledger_account: 'unearned', detail, amount: -amount },
      detail === waiting_vat
        ? { ledger_account: 'vat-output', detail: '', amount }
        : { ledger_account: 'revenue', detail, amount },
    ])
}

/** Returns the amounts of a shipping charge without VAT by kind of charge, earned or still on `unearned`; cents. */
export function heldByKind(entries: readonly LedgerEntry[]): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { ledger_account, detail, amount } of entries) {
    const isHeld = ledger_account === 'revenue' || (ledger_account === 'unearned' && detail !== waiting_vat)
    if (isHeld) kinds.set(detail, (kinds.get(detail) ?? 0) + amount)
  }
  return kinds
}

/** Returns the stored name of a ledger entry's account: `revenue:surcharge`, `vat-output`. */
export function ledgerName({
  ledger_account,
  detail,
}: Pick<LedgerEntry, 'ledger_account' | 'detail'>): string {
  return detail ? `${ledger_account}:${detail}` : ledger_account
}

/** Parses a stored name; the reverse of `ledgerName`. */
export function ledgerPlace(name: string): Pick<LedgerEntry, 'ledger_account' | 'detail'> {
  const [ledgerAccount = '', ...detail] = name.split(':')
  return { ledger_account: ledgerAccount as LedgerEntry['ledger_account'], detail: detail.join(':') }
}
