import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { startProduct, type ProductProcess } from './product-process.ts'

/** How often connections are cut. The gate uses fewer cuts and leaves the other cases to the full test run. */
const isGate = process.env.TEST_SCOPE === 'gate'
const least_cuts = isGate ? 6 : 25

/** One booking request: its idempotency key, its reference and the status of the response. */
interface SentCall {
  key: string
  reference: string
  status: number
}

/** Two product processes on a database server whose connections are cut, and which is itself stopped, under load. */
describe.runIf(pgProgram('initdb'))('lost database connections', () => {
  let cluster: Cluster
  let p: TestProvider
  let staff: Caller
  let accountId: number
  let url: string
  let processes: ProductProcess[] = []
  /** Responses with another status than 200 or 503. */
  const unexpected: string[] = []

  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=120'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    process.env.TEST_DATABASE_URL = cluster.url
    p = await newProvider()
    staff = await p.staff()
    accountId = (await p.given.account({ balance: 100_000_000 })).id
    url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
    processes = await Promise.all([startProduct({ url }), startProduct({ url })])
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    cluster.stop()
  })

  const call = async (at: ProductProcess, method: string, where: string, body?: object, key?: string) => {
    const answer = await fetch(`${at.web}/api${where}`, {
      method,
      headers: {
        authorization: `Bearer ${staff.token}`,
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    if (answer.status !== 200 && answer.status !== 503) unexpected.push(`${answer.status} ${text}`)
    return answer
  }

  const book = (at: ProductProcess, one: SentCall) =>
    call(
      at,
      'POST',
      '/shipments',
      { ...booking(), account_id: accountId, customer_reference: one.reference },
      one.key,
    )

  /** Books and reads on both processes until `disturb` has ended. Returns every response and every booking. */
  async function underLoad(
    disturb: (moreAnswers: (count: number) => Promise<void>, wasCut: () => boolean) => Promise<void>,
  ) {
    const responses: { status: number; retry_after: string | null }[] = []
    const bookings: SentCall[] = []
    const over = new AbortController()
    const client = async (n: number): Promise<void> => {
      const at = processes[n % processes.length]
      if (!at) return
      while (!over.signal.aborted) {
        if (n % 3 === 0) {
          const one: SentCall = { key: randomUUID(), reference: randomUUID().slice(0, 18), status: 0 }
          bookings.push(one)
          const answer = await book(at, one)
          one.status = answer.status
          responses.push({ status: answer.status, retry_after: answer.headers.get('retry-after') })
        } else {
          const answer = await call(at, 'GET', '/shipments?limit=5')
          responses.push({ status: answer.status, retry_after: answer.headers.get('retry-after') })
        }
      }
    }
    const clients = Array.from({ length: 12 }, (_, n) => client(n))
    const moreAnswers = async (count: number): Promise<void> => {
      const from = responses.length
      await expect
        .poll(() => responses.length - from, { timeout: 60_000, interval: 20 })
        .toBeGreaterThan(count)
    }
    const wasCut = () => responses.some(({ status }) => status === 503)
    await disturb(moreAnswers, wasCut).finally(() => over.abort())
    await Promise.all(clients)
    return { told: responses, bookings }
  }

  /** Expects that every booking is stored once. Bookings that did not return 200 are first repeated with their key. */
  async function requireEachOnce(bookings: readonly SentCall[]): Promise<void> {
    const [at] = processes
    for (const one of bookings.filter(({ status }) => status !== 200))
      if (at) await expect.poll(async () => (await book(at, one)).status, { timeout: 30_000 }).toBe(200)
    const { rows } = await p.runtime.runtime.pool.query<{ reference: string; times: number }>(
      `SELECT customer_reference AS reference, count(*)::int AS times FROM shipment
       WHERE provider_id = $1 AND customer_reference = ANY($2) GROUP BY 1`,
      [p.provider_id, bookings.map(({ reference }) => reference)],
    )
    const times = new Map(rows.map((row) => [row.reference, row.times]))
    expect(bookings.filter(({ reference }) => times.get(reference) !== 1)).toEqual([])
  }

  it('give 503 with Retry-After, stop no process, and lose or duplicate no booking', async () => {
    const { told, bookings } = await underLoad(async (moreAnswers, wasCut) => {
      for (let cut = 0; cut < least_cuts || (cut < 25 && !wasCut()); cut += 1) {
        await p.runtime.runtime.pool.query(
          `SELECT pg_terminate_backend(pid) FROM (
             SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'waybill%'
             ORDER BY random() LIMIT 3) AS chosen`,
        )
        await moreAnswers(10)
      }
    })
    expect(processes.flatMap((one) => (one.isAlive() ? [] : [one.printed().slice(-3_000)]))).toEqual([])
    expect(unexpected).toEqual([])
    expect(told.some(({ status }) => status === 503)).toBe(true)
    expect(told.filter(({ status, retry_after }) => status === 503 && !retry_after)).toEqual([])
    await requireEachOnce(bookings)
  })

  if (isGate) return

  it('leave each process with one subscription to the messages of the others', async () => {
    const ears = async () => {
      const { rows } = await p.runtime.runtime.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'waybill notifications'`,
      )
      return rows[0]?.count
    }
    for (let round = 0; round < 3; round += 1) {
      await p.runtime.runtime.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'waybill notifications'`,
      )
      await expect.poll(ears, { timeout: 15_000 }).toBe(2)
    }
  })

  it('lose no confirmed booking when the database server crashes and restarts under load', async () => {
    const { bookings } = await underLoad(async (moreAnswers) => {
      await moreAnswers(60)
      cluster.crashAndRestart()
      await moreAnswers(150)
    })
    expect(processes.flatMap((one) => (one.isAlive() ? [] : [one.printed().slice(-3_000)]))).toEqual([])
    expect(unexpected).toEqual([])
    await requireEachOnce(bookings)
    for (const one of processes)
      await expect.poll(async () => (await fetch(`${one.web}/readyz`)).status, { timeout: 15_000 }).toBe(200)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ off: number }>(
      `SELECT count(*)::int AS off FROM ledger_entry GROUP BY provider_id HAVING sum(amount) <> 0`,
    )
    await client.end()
    expect(rows).toEqual([])
  })
})
