import type { Cents } from '@waybill/domain/kit/money'
import { paymentReference } from '@waybill/domain/payments/payment'
import type { Mailbox } from '../../../server/dev/test-kit/fakes/mailbox.ts'
import { checkDatabase, every_job_is_done, readRows, type Check } from '../../proofs/database.ts'
import type { Tally } from '../../proofs/tally.ts'
import type { Attempt, Payable, PayingCompany } from './payables.ts'

const checks: readonly Check[] = [
  {
    what: 'A payment is posted once when money arrived, and otherwise not at all.',
    statement: `SELECT p.id, p.status, count(t.id) FROM payment p
      LEFT JOIN billing_transaction t ON t.provider_id = p.provider_id AND t.payment_id = p.id AND t.type = 'payment'
      WHERE p.provider_id = $1 GROUP BY p.provider_id, p.id, p.status
      HAVING count(t.id) <> (CASE WHEN p.status IN ('complete', 'mismatch') THEN 1 ELSE 0 END)`,
  },
  {
    what: 'A payment of a gateway is posted once.',
    statement: `SELECT gateway, gateway_reference, count(*) FROM payment
      WHERE provider_id = $1 AND gateway_reference IS NOT NULL AND status IN ('complete', 'mismatch')
      GROUP BY 1, 2 HAVING count(*) > 1`,
  },
  {
    what: 'A shipment is charged at most once.',
    statement: `SELECT shipment_id, count(*) FROM billing_transaction
      WHERE provider_id = $1 AND type = 'shipping-charge' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    what: 'Money that needs a person has a next step, and staff were notified.',
    statement: `SELECT p.number, p.status, p.remark FROM payment p
      WHERE p.provider_id = $1 AND (p.status IN ('held', 'mismatch') OR p.again_of IS NOT NULL)
        AND (p.remark = '' OR NOT EXISTS (SELECT 1 FROM inbox_message m WHERE m.provider_id = p.provider_id
          AND m.link LIKE '%PMT' || lpad(p.number::text, 6, '0')))`,
  },
  {
    what: 'Every notification that was stored has a result.',
    statement: `SELECT id, gateway FROM payment_notice WHERE provider_id = $1 AND result = ''`,
  },
  every_job_is_done,
]

interface Row {
  id: number
  number: number
  gateway: string
  custom_id: string
  again_of: number | null
  shipment_id: number | null
  status: string
  held_reason: string
  email: string
  posted: Cents | null
}

const rows_statement = `SELECT p.id::int, p.number::int, p.gateway, p.custom_id, p.again_of::int, p.shipment_id::int,
  p.status, p.held_reason, p.email, t.amount::int AS posted FROM payment p
  LEFT JOIN billing_transaction t ON t.provider_id = p.provider_id AND t.payment_id = p.id AND t.type = 'payment'
  WHERE p.provider_id = $1 ORDER BY p.id`
const charges_statement = `SELECT shipment_id::int, sum(amount)::int AS net, count(*)::int AS rows FROM billing_transaction
  WHERE provider_id = $1 AND shipment_id IS NOT NULL AND type <> 'payment' GROUP BY 1`

interface Books {
  /** By gateway and its id. */
  payments: ReadonlyMap<string, Row>
  repeats: ReadonlyMap<number, Row[]>
  counter: ReadonlyMap<number, Row[]>
  charges: ReadonlyMap<number, { net: Cents; rows: number }>
}

/** Compares every payment, charge, receipt and message with what the payers did, and notes every difference. */
export async function checkMoney(
  { p, payables }: PayingCompany,
  mailbox: Mailbox,
  tally: Tally,
): Promise<void> {
  await checkDatabase(p, checks, tally)
  const rows = await readRows<Row>(p, rows_statement)
  const charges = await readRows<{ shipment_id: number; net: Cents; rows: number }>(p, charges_statement)
  const started = rows.filter(({ again_of, custom_id }) => again_of === null && custom_id !== null)
  const books: Books = {
    payments: new Map(started.map((row) => [keyOf(row), row])),
    repeats: Map.groupBy(
      rows.filter(({ again_of }) => again_of !== null),
      ({ again_of }) => again_of ?? 0,
    ),
    counter: Map.groupBy(
      rows.filter(({ custom_id }) => custom_id === null),
      ({ shipment_id }) => shipment_id ?? 0,
    ),
    charges: new Map(charges.map((charge) => [charge.shipment_id, charge])),
  }
  for (const [number, payable] of payables.entries()) {
    tally.count(`payables: a payer ${payable.plan.what}`)
    for (const problem of differencesOf(payable, books))
      tally.violate(`Payable ${number} (${payable.kind}, a payer ${payable.plan.what}): ${problem}`)
  }
  const due = (row: Row): boolean => row.posted !== null && row.email !== ''
  checkReceipts(rows.filter(due), mailbox, tally)
  tally.count('rand received', Math.round(rows.reduce((sum, { posted }) => sum + (posted ?? 0), 0) / 100))
}

const keyOf = ({ gateway, custom_id }: Pick<Row | Attempt, 'gateway' | 'custom_id'>): string =>
  `${gateway} ${custom_id}`

/** Returns how the payments and charges of a payable differ from what its payer did, as sentences. */
function differencesOf(payable: Payable, { payments, repeats, counter, charges }: Books): string[] {
  const { plan, attempts, price, shipment_id, is_taken_at_counter, is_cancelled } = payable
  const problems: string[] = []
  const expect = (what: string, found: unknown, expected: unknown): void => {
    if (found !== expected) problems.push(`${what} is ${String(found)}, expected ${String(expected)}.`)
  }
  let isSettled = is_taken_at_counter
  for (const key of new Set(attempts.map(keyOf))) {
    const row = payments.get(key)
    const attempt = attempts.find((one) => keyOf(one) === key)
    if (!row || !attempt) {
      problems.push(`${key} is not stored.`)
      continue
    }
    const end = plan.end(attempt.gateway)
    const posted = end.posted === undefined ? null : price + end.posted
    expect(`the status of ${key}`, row.status, end.status)
    expect(`the reason of ${key}`, row.held_reason, end.held_reason ?? '')
    expect(`what was posted of ${key}`, row.posted, posted)
    if (end.posted === 0) isSettled = true
    const again = repeats.get(row.id) ?? []
    expect(`the number of repeats of ${key}`, again.length, plan.pays === 'the same form twice' ? 1 : 0)
    for (const repeat of again) expect(`what was posted of a repeat of ${key}`, repeat.posted, price)
  }
  if (shipment_id === null) return problems
  const taken = counter.get(shipment_id) ?? []
  expect('the number of payments at the counter', taken.length, is_taken_at_counter ? 1 : 0)
  expect('what was charged', charges.get(shipment_id)?.net ?? 0, isSettled && !is_cancelled ? -price : 0)
  return problems
}

/** Checks that each payer got one receipt for each payment that was posted, and nobody else. */
function checkReceipts(posted: readonly Row[], { delivered }: Mailbox, tally: Tally): void {
  const receipts = Map.groupBy(
    delivered.filter(({ subject }) => subject.startsWith('Receipt ')),
    ({ subject }) => subject.split(' ')[1] ?? '',
  )
  for (const { number, email } of posted) {
    const reference = paymentReference(number)
    const mails = receipts.get(reference) ?? []
    receipts.delete(reference)
    const ids = new Set(mails.map(({ message_id }) => message_id))
    if (ids.size !== 1 || mails.some(({ to }) => to !== email))
      tally.violate(`${ids.size} receipts of ${reference} were mailed, expected one to ${email}.`)
    tally.count('receipts')
    tally.count('receipts handed over again under the same id', mails.length - ids.size)
  }
  for (const reference of receipts.keys())
    tally.violate(`A receipt of ${reference} was mailed, but nothing was posted.`)
}
