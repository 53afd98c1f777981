import type { Cents } from '../kit/money.ts'

/** The fields by which a payment of a bank statement is recognised. */
export interface StatementPayment {
  /** The company's bank account, as typed by a user; `''` when not given. */
  bank_account: string
  /** The bank's date, `YYYY-MM-DD`. */
  bank_date: string
  amount: Cents
  description: string
  reference: string
  balance: Cents | null
  /** The bank's own id of the payment; `''` when it gives none. */
  bank_id: string
}

/**
 * The result for a payment: new, known (imported before as `id`), or possibly the earlier payment `id`, which a user
 * decides.
 */
export type Recognised = { as: 'new' } | { as: 'known' | 'possible'; id: number }

type Key = (payment: StatementPayment) => string | null

const keyOf = (
  { bank_date, amount }: StatementPayment,
  ...more: readonly (string | number | null)[]
): string => [bank_date, amount, ...more].join('\n')

const byWords: Key = (payment) => keyOf(payment, payment.description, payment.reference, payment.balance)
const byBankId: Key = (payment) => (payment.bank_id === '' ? null : keyOf(payment, payment.bank_id))
/** Earlier releases stored the bank's id as the reference. */
const byStoredBankId: Key = (payment) =>
  byBankId({ ...payment, bank_id: payment.bank_id || payment.reference })
const byBalance: Key = (payment) => (payment.balance === null ? null : keyOf(payment, payment.balance))

/**
 * Recognises payments of a statement that were imported before, even from a file in another format or layout.
 *
 * A payment is known when the account, the date and the amount match an earlier payment, and also one of: the texts
 * with the balance, the bank's id, or the balance. Each earlier payment matches one payment of the file, in order.
 *
 * Of the payments left on both sides, one is possibly a duplicate when it has the same account, date and amount, the
 * same texts on another account, or the same bank id on another date. A user decides, because a bank repeats all
 * entries of a day, so that an earlier payment missing from the file was probably read differently.
 */
export function recognise(
  payments: readonly StatementPayment[],
  stored: readonly (StatementPayment & { id: number })[],
): Recognised[] {
  const recognised: (Recognised | undefined)[] = payments.map(() => undefined)
  let left: readonly (StatementPayment & { id: number })[] = stored
  for (const [ofFile, ofStored] of [
    [byWords, byWords],
    [byBankId, byStoredBankId],
    [byBalance, byBalance],
  ] as const) {
    const groups = grouped(left, ofStored)
    const found = new Set<StatementPayment & { id: number }>()
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

/** Ignores capitals and spaces, because users type the account names. An empty name matches every account. */
function isSameAccount(one: StatementPayment, other: StatementPayment): boolean {
  const [name, another] = [one, other].map(({ bank_account }) =>
    bank_account.trim().toLowerCase().replace(/\s+/g, ' '),
  )
  return name === another || name === '' || another === ''
}

function areTwoIds(one: StatementPayment, other: StatementPayment): boolean {
  return one.bank_id !== '' && other.bank_id !== '' && one.bank_id !== other.bank_id
}
