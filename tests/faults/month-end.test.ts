import type { MonthEndAction } from '@waybill/domain/billing/month-end'
import { postingOf } from '@waybill/domain/billing/posting'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { brokenInvariants } from '../../server/dev/test-kit/database/invariants.ts'
import { openMailbox, type Mailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import { newProvider, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { lockBalances } from '../../server/src/accounts/index.ts'
import { post } from '../../server/src/billing/ledger/record-transaction.ts'
import { startProduct, type ProductProcess } from './product-process.ts'

/** Three batches of 50 accounts. */
const accounts = 120

describe.runIf(pgProgram('initdb'))('month-end whose process is killed', () => {
  let cluster: Cluster
  let mailbox: Mailbox
  let p: TestProvider
  let pool: pg.Pool
  let token: string
  let running: ProductProcess
  let start: () => Promise<ProductProcess>

  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=120'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    mailbox = await openMailbox()
    process.env.TEST_DATABASE_URL = cluster.url
    p = await newProvider({ invoice_company_vat_no: '4123456789' })
    pool = p.runtime.runtime.pool as pg.Pool
    const url = String((pool.options as { connectionString?: string }).connectionString)
    start = () => startProduct({ url, env: { SMTP_URL: mailbox.url } })
    token = (await p.staff()).token ?? ''
    for (let index = 0; index < accounts; index += 1) {
      const { id } = await p.given.account()
      await p.inTransaction(async (ctx) => {
        await lockBalances(ctx, [id])
        const amount = 1_000 + index
        await post(
          ctx,
          postingOf({
            type: 'admin-debit',
            amount,
            zero_rated: 0,
            vat_percentage: 15,
            by_kind: [],
            gateway: '',
          }),
          { account_id: id, invoiceable: true, description: 'Storage' },
        )
      })
    }
    await p.inTransaction((ctx) =>
      sql`INSERT INTO billing_preference (provider_id, account_id, invoice_emails)
        SELECT provider_id, account_id, 'books-' || account_id || '@karoo.example' FROM account_balance
        WHERE balance < 0`.execute(ctx.db),
    )
    running = await start()
  }, 180_000)
  afterAll(async () => {
    await running.stop()
    await mailbox.close()
    cluster.stop()
  })

  async function begin(action: MonthEndAction): Promise<void> {
    const answer = await fetch(`${running.web}/api/billing/month-end`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ action, period_end: dayOf(new Date()) }),
    })
    expect(answer.status).toBe(200)
  }

  const count = async (query: string): Promise<number> =>
    Number((await pool.query<{ count: string }>(query, [p.provider_id])).rows[0]?.count)

  /**
   * Kills the process while it waits for a lock that `lock` takes, and starts another, whose jobs are due at once
   * instead of after the lease of the killed one.
   */
  async function killAt(lock: string, values: unknown[], action: () => Promise<void>): Promise<void> {
    const blocker = await pool.connect()
    await blocker.query('BEGIN')
    await blocker.query(lock, values)
    await action()
    await expect
      .poll(
        async () =>
          (await pool.query('SELECT FROM pg_stat_activity WHERE wait_event_type = $1', ['Lock'])).rowCount,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await running.kill()
    await blocker.query('ROLLBACK')
    blocker.release()
    await pool.query('UPDATE outbox SET leased_until = NULL, lease_token = NULL, next_attempt_at = now()')
    running = await start()
  }

  it('continues between invoice, document and e-mail, and makes each once', async () => {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT account_id AS id FROM account_balance WHERE provider_id = $1 AND balance < 0 ORDER BY 1 OFFSET 70 LIMIT 1',
      [p.provider_id],
    )
    await killAt('SELECT FROM account_balance WHERE account_id = $1 FOR UPDATE', [rows[0]?.id], () =>
      begin('issue'),
    )
    const done = `SELECT count(*) FROM month_end_run WHERE provider_id = $1 AND state = 'done'`
    await expect.poll(() => count(done), { timeout: 60_000 }).toBe(1)
    const issued = await pool.query<{ numbers: number; accounts: number; last: number }>(
      `SELECT count(*)::int AS numbers, count(DISTINCT account_id)::int AS accounts, max(invoice_number)::int AS last
         FROM invoice WHERE provider_id = $1`,
      [p.provider_id],
    )
    expect(issued.rows).toEqual([{ numbers: accounts, accounts, last: accounts }])
    await killAt('LOCK TABLE message IN SHARE MODE', [], () =>
      killAt('LOCK TABLE document_delivery IN SHARE MODE', [], () => begin('send')),
    )
    await expect.poll(() => count(done), { timeout: 60_000 }).toBe(2)
    const sent = `SELECT count(*) FROM document_delivery WHERE provider_id = $1 AND state = 'sent'`
    await expect.poll(() => count(sent), { timeout: 120_000 }).toBe(accounts)
    expect(await count('SELECT count(*) FROM document_delivery WHERE provider_id = $1')).toBe(accounts)
    const mails = new Map(mailbox.delivered.map(({ message_id, to }) => [message_id, to]))
    expect([mails.size, new Set(mails.values()).size]).toEqual([accounts, accounts])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  }, 300_000)
})
