import type { LedgerEntry } from './model.ts'
import type { Posting } from './posting.ts'

/** The detail under which VAT waits on `unearned`; no kind of charge has this name. */
const waiting_vat = 'vat-output'

/**
 * A shipping charge as it is posted at booking: what will be revenue and output VAT waits on `unearned`, each kind by
 * itself, until the shipment reaches the status from which it may be invoiced (BILL-015, decision 0003).
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
 * The further entries of a transaction by which it is earned: every amount still on `unearned` goes to the revenue or
 * VAT it waited for. Empty when nothing waits, so that recognising twice changes nothing. The entries sum to zero.
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

/** What a shipping charge holds without VAT by kind of charge, earned or still waiting; cents. */
export function heldByKind(entries: readonly LedgerEntry[]): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { ledger_account, detail, amount } of entries) {
    const isHeld = ledger_account === 'revenue' || (ledger_account === 'unearned' && detail !== waiting_vat)
    if (isHeld) kinds.set(detail, (kinds.get(detail) ?? 0) + amount)
  }
  return kinds
}

/** A ledger entry's account as the database keeps it: `revenue:surcharge`, `vat-output`. */
export function ledgerName({
  ledger_account,
  detail,
}: Pick<LedgerEntry, 'ledger_account' | 'detail'>): string {
  return detail ? `${ledger_account}:${detail}` : ledger_account
}

/** The reverse of `ledgerName`. */
export function ledgerPlace(name: string): Pick<LedgerEntry, 'ledger_account' | 'detail'> {
  const [ledgerAccount = '', ...detail] = name.split(':')
  return { ledger_account: ledgerAccount as LedgerEntry['ledger_account'], detail: detail.join(':') }
}
