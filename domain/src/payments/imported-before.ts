import type { Cents } from '../kit/money.ts'

/** What a payment of a bank statement is recognised by. */
export interface StatementPayment {
  /** The account of the company, as somebody typed it; `''` when nobody did. */
  bank_account: string
  /** The bank's day, `YYYY-MM-DD`. */
  bank_date: string
  amount: Cents
  description: string
  reference: string
  balance: Cents | null
  /** The bank's own id of the payment; `''` when it gives none. */
  bank_id: string
}

/** What the import of a payment comes to: it is new, it is an earlier one, or a person decides whether it is. */
export type Recognised = { as: 'new' } | { as: 'known' | 'possible'; id: number }

type Key = (payment: StatementPayment) => string | null

const keyOf = (
  { bank_date, amount }: StatementPayment,
  ...more: readonly (string | number | null)[]
): string => [bank_date, amount, ...more].join('\n')

const byWords: Key = (payment) => keyOf(payment, payment.description, payment.reference, payment.balance)
const byBankId: Key = (payment) => (payment.bank_id === '' ? null : keyOf(payment, payment.bank_id))
/** Earlier releases kept the bank's id as the reference. */
const byStoredBankId: Key = (payment) =>
  byBankId({ ...payment, bank_id: payment.bank_id || payment.reference })
const byBalance: Key = (payment) => (payment.balance === null ? null : keyOf(payment, payment.balance))

/**
 * Tells which payments of a statement were imported before, whatever reader or layout they were read with. A payment is
 * an earlier one when the account, the day and the amount are the same, and so are the words with the balance, the
 * bank's id, or the balance; each earlier payment is that of one payment of the file, in their order. Of what is left on
 * both sides, the same account, day and amount, the same words on another account, or the same id on another day make a
 * payment that a person decides about: a bank repeats everything of a day, so an earlier payment that is not found in
 * the file was probably read differently.
 */
export function recognise<T extends StatementPayment & { id: number }>(
  payments: readonly StatementPayment[],
  stored: readonly T[],
): Recognised[] {
  const recognised: (Recognised | undefined)[] = payments.map(() => undefined)
  let left: readonly T[] = stored
  for (const [ofFile, ofStored] of [
    [byWords, byWords],
    [byBankId, byStoredBankId],
    [byBalance, byBalance],
  ] as const) {
    const groups = grouped(left, ofStored)
    const found = new Set<T>()
    for (const [at, payment] of payments.entries()) {
      if (recognised[at]) continue
      const group = groups.get(ofFile(payment) ?? '') ?? []
      const index = group.findIndex((one) => isSameAccount(payment, one) && !areTwoIds(payment, one))
      const [earlier] = index < 0 ? [] : group.splice(index, 1)
      if (!earlier) continue
      found.add(earlier)
      recognised[at] = { as: 'known', id: earlier.id }
    }
    left = left.filter((one) => !found.has(one))
  }
  const sameDay = grouped(left, (payment) => keyOf(payment))
  const sameId = grouped(left, ({ bank_id, amount }) => (bank_id === '' ? null : `${bank_id}\n${amount}`))
  return payments.map((payment, at): Recognised => {
    const before = recognised[at]
    if (before) return before
    const earlier =
      sameDay
        .get(keyOf(payment))
        ?.find((one) => isSameAccount(payment, one) || byWords(payment) === byWords(one)) ??
      sameId.get(`${payment.bank_id}\n${payment.amount}`)?.find((one) => isSameAccount(payment, one))
    return earlier ? { as: 'possible', id: earlier.id } : { as: 'new' }
  })
}

function grouped<T extends StatementPayment>(payments: readonly T[], key: Key): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const payment of payments) {
    const name = key(payment)
    if (name === null) continue
    const group = groups.get(name)
    if (group) group.push(payment)
    else groups.set(name, [payment])
  }
  return groups
}

/** Names are typed by people: capitals and spaces say nothing, and one left out may be any account. */
function isSameAccount(one: StatementPayment, other: StatementPayment): boolean {
  const [name, another] = [one, other].map(({ bank_account }) =>
    bank_account.trim().toLowerCase().replace(/\s+/g, ' '),
  )
  return name === another || name === '' || another === ''
}

function areTwoIds(one: StatementPayment, other: StatementPayment): boolean {
  return one.bank_id !== '' && other.bank_id !== '' && one.bank_id !== other.bank_id
}
