import { setTimeout as wait } from 'node:timers/promises'
import { billingApi } from '@waybill/domain/billing/api'
import type { MonthEndAction } from '@waybill/domain/billing/month-end'
import { accountsApi } from '@waybill/domain/accounts/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { openMailbox, type Mailbox } from '../../../server/dev/test-kit/fakes/mailbox.ts'
import { newProvider, type Caller, type TestProvider } from '../../../server/dev/test-kit/provider.ts'
import { openTestRuntime } from '../../../server/dev/test-kit/runtime.ts'
import { seededRandom } from '../../attack/hostile-bodies.ts'
import { checkDatabase, every_job_is_done, readRows, type Check } from '../../proofs/database.ts'
import { finishJobs } from '../../proofs/finish-jobs.ts'
import { Product } from '../../proofs/product.ts'
import type { ProofRun } from '../../proofs/run-proof.ts'
import type { Tally } from '../../proofs/tally.ts'

/** How long one month-end may take with its kill and restart, in ms. */
const max_waiting_ms = 180_000
const look_again_ms = 50

export interface MonthEndProof extends ProofRun {
  /** Number of month-ends, each killed once at a random moment. */
  month_ends: number
  accounts: number
}

interface Books {
  p: TestProvider
  staff: Caller
  product: Product
  tally: Tally
  random: () => number
  account_ids: number[]
}

const checks: readonly Check[] = [
  {
    what: 'A charge is on one invoice.',
    statement: `SELECT id, account_id FROM billing_transaction
      WHERE provider_id = $1 AND type = 'admin-debit' AND invoice_id IS NULL`,
  },
  {
    what: 'A run counts the invoices that it issued, and nothing failed.',
    statement: `SELECT id, action, state, made, total, failures FROM month_end_run
      WHERE provider_id = $1 AND (state <> 'done' OR made <> total)`,
  },
  {
    what: 'An invoice has the total of its charges.',
    statement: `SELECT i.id, i.total, sum(t.amount) FROM invoice i
      JOIN billing_transaction t ON t.provider_id = i.provider_id AND t.invoice_id = i.id
      WHERE i.provider_id = $1 GROUP BY i.provider_id, i.id, i.total HAVING i.total <> -sum(t.amount)`,
  },
  {
    what: 'Invoice numbers have no gap.',
    statement: `SELECT max(invoice_number), count(*) FROM invoice WHERE provider_id = $1
      HAVING max(invoice_number) <> count(*)`,
  },
  {
    what: 'A document is recorded once per recipient, and sent.',
    statement: `SELECT document_key, recipient, count(*), min(state) FROM document_delivery WHERE provider_id = $1
      GROUP BY 1, 2 HAVING count(*) <> 1 OR bool_or(state <> 'sent')`,
  },
  every_job_is_done,
]

/**
 * Runs month-end again and again, issuing and e-mailing the invoices of all accounts, and kills the product once in
 * each at a random moment. Notes every account that has not exactly one invoice of each, and every invoice that was not
 * mailed exactly once to each recipient.
 */
export async function proveMonthEnd(proof: MonthEndProof, tally: Tally): Promise<void> {
  const mailbox = await openMailbox()
  const runtime = await openTestRuntime()
  const p = await newProvider({ invoice_minimum_amount: 0 }, runtime)
  const { pool } = runtime.runtime
  await pool.query("UPDATE provider SET origins = origins || '{127.0.0.1}' WHERE id = $1", [p.provider_id])
  const product = new Product(tally, 1, {
    url: String((pool.options as { connectionString?: string }).connectionString),
    env: { SMTP_URL: mailbox.url, LOG_LEVEL: 'fatal', DATABASE_UNSAFE: 'allow' },
  })
  const staff = await p.staff()
  const books: Books = {
    p,
    staff,
    product,
    tally,
    random: seededRandom(proof.seed),
    account_ids: await makeAccounts(p, staff, proof.accounts),
  }
  await product.start()
  // The first one is not killed: it shows how long one takes.
  await chargeAll(books, 0)
  const began = performance.now()
  await closeMonth(books, 0)
  const usualMs = performance.now() - began
  for (let round = 1; round <= proof.month_ends; round += 1) {
    await chargeAll(books, round)
    const killAt = books.random() * usualMs
    const over = new AbortController()
    const killing = killAfter(books, killAt, over.signal)
    await closeMonth(books, round)
    over.abort()
    await killing
    if (round % 10 === 0 || round === proof.month_ends)
      proof.printLine(`${round} of ${proof.month_ends} month-ends are closed, each killed once`)
  }
  await product.stop()
  await finishJobs(p, mailbox, async () => undefined)
  await checkDatabase(p, checks, tally)
  await checkInvoices(books, mailbox, proof)
  await runtime.close()
  await mailbox.close()
}

async function makeAccounts(p: TestProvider, staff: Caller, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const { id } = await p.given.account()
    const email = recipientOf(id)
    await staff.send(accountsApi.change, { id, billing_contact: { name: 'Books', email } } as never)
    ids.push(id)
  }
  return ids
}

const recipientOf = (accountId: number): string => `books-${accountId}@karoo.example`

/** Charges every account another amount than in other rounds. */
async function chargeAll({ staff, account_ids }: Books, round: number): Promise<void> {
  for (const accountId of account_ids)
    await staff.send(billingApi.post, {
      account_id: accountId,
      type: 'admin-debit',
      amount: 100_00 + round,
      description: `Storage ${round}`,
    })
}

/** Issues and e-mails the invoices, and waits until that is done. */
async function closeMonth({ p, staff, product }: Books, round: number): Promise<void> {
  const periodEnd = dayOf(new Date())
  for (const action of ['issue', 'send'] as const satisfies MonthEndAction[]) {
    await product.call({
      path: '/api/billing/month-end',
      token: staff.token,
      key: `month-end-${round}-${action}`,
      body: { period_end: periodEnd, action },
    })
    await until(p, `SELECT 1 FROM month_end_run WHERE provider_id = $1 AND state NOT IN ('done', 'failed')`)
  }
  // A mail that the killed process was sending is due after the lease of its message; the last round waits for it.
  await until(p, 'SELECT 1 FROM outbox WHERE provider_id = $1 AND next_attempt_at <= now()')
}

/** Waits until a statement returns no row. */
async function until(p: TestProvider, statement: string): Promise<void> {
  const end = performance.now() + max_waiting_ms
  while ((await readRows(p, statement)).length > 0) {
    if (performance.now() > end) throw new Error(`A month-end does not go on: ${statement}`)
    await wait(look_again_ms)
  }
}

/**
 * Kills the process after a time, and starts it again. The leases of the dead process then end at once, because the
 * proof does not wait for minutes.
 */
async function killAfter({ p, product, tally }: Books, ms: number, signal: AbortSignal): Promise<void> {
  const isOver = await wait(ms, false, { signal }).catch(() => true)
  if (isOver) tally.count('month-ends that were closed before the kill')
  await product.kill()
  await p.runtime.runtime.pool.query(
    'UPDATE outbox SET leased_until = NULL, lease_token = NULL, next_attempt_at = now() WHERE leased_until IS NOT NULL',
  )
}

/** Checks that each account has one invoice of each month-end, mailed once to its recipient. */
async function checkInvoices(
  { p, tally, account_ids }: Books,
  { delivered }: Mailbox,
  { month_ends }: MonthEndProof,
): Promise<void> {
  const invoices = await readRows<{ account_id: number; reference: string; total: number }>(
    p,
    `SELECT account_id::int, 'INV' || lpad(invoice_number::text, 6, '0') AS reference, total::int FROM invoice
      WHERE provider_id = $1 ORDER BY id`,
  )
  const ofAccounts = Map.groupBy(invoices, ({ account_id }) => account_id)
  const totals = Array.from({ length: month_ends + 1 }, (_, round) => 100_00 + round).join()
  for (const id of account_ids) {
    const found = (ofAccounts.get(id) ?? []).map(({ total }) => total).join()
    if (found !== totals) tally.violate(`Account ${id} has invoices of ${found}, expected ${totals}.`)
  }
  const mails = Map.groupBy(delivered, ({ subject }) => /INV\d+/.exec(subject)?.[0] ?? subject)
  for (const { account_id, reference } of invoices) {
    const sent = mails.get(reference) ?? []
    const ids = new Set(sent.map(({ message_id }) => message_id))
    if (ids.size !== 1 || sent.some(({ to }) => to !== recipientOf(account_id)))
      tally.violate(
        `Invoice ${reference} was mailed ${ids.size} times, expected once to ${recipientOf(account_id)}.`,
      )
    tally.count('invoices of month-ends')
    tally.count('invoices handed over again under the same id', sent.length - ids.size)
  }
}
