import { randomUUID } from 'node:crypto'
import { workloads } from '@waybill/domain/kit/calls/workload'
import type { Shipment } from '@waybill/domain/shipments/model'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { pgBouncerProgram, startPgBouncer, type PgBouncer } from '../../scripts/pgbouncer.ts'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { configure } from '../../server/dev/test-kit/config.ts'
import { booking, newProvider, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { openDatabase, type Database } from '../../server/src/db/database.ts'
import { send } from '../../server/src/kit/db.ts'
import { failedStart, startProduct, type ProductProcess } from './product-process.ts'

/** Fewer than the product opens, so that its transactions share them. */
const server_connections = 4

interface Company {
  p: TestProvider
  token: string
  account_id: number
}

describe.runIf(pgProgram('initdb') && pgBouncerProgram())('PgBouncer in transaction mode', () => {
  let cluster: Cluster
  let pooler: PgBouncer
  let direct: string
  let pooled: string
  let companies: [Company, Company]
  let processes: [ProductProcess, ProductProcess]

  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=120', 'fsync=off'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    pooler = await startPgBouncer(cluster, { connections: server_connections })
    process.env.TEST_DATABASE_URL = cluster.url
    companies = [await newCompany(), await newCompany()]
    const { options } = companies[0].p.runtime.runtime.pool
    direct = String((options as { connectionString?: string }).connectionString)
    pooled = pooler.urlOf(direct)
    const start = () =>
      startProduct({ url: pooled, env: { DATABASE_LISTEN_URL: direct, DATABASE_UNSAFE: 'allow' } })
    processes = [await start(), await start()]
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    await companies[0].p.runtime.close()
    await pooler.stop()
    cluster.stop()
  })

  async function newCompany(): Promise<Company> {
    const p = await newProvider()
    const { token } = await p.staff()
    return { p, token: token ?? '', account_id: (await p.given.account({ balance: 100_000_000 })).id }
  }

  async function call(
    { token }: Company,
    where: string,
    {
      body,
      key = randomUUID(),
      at = processes[0],
    }: { body?: object; key?: string; at?: ProductProcess } = {},
  ) {
    const answer = await fetch(`${at.web}/api${where}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'idempotency-key': key }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }

  async function book(company: Company, key = randomUUID(), at = processes[0]): Promise<Shipment> {
    const body = { ...booking(), account_id: company.account_id, customer_reference: key.slice(0, 18) }
    const answer = await call(company, '/shipments', { body, key, at })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body as Shipment
  }

  async function opened(): Promise<Database> {
    configure({ DATABASE_LISTEN_URL: direct, DATABASE_UNSAFE: 'allow' })
    return openDatabase({ url: pooled, data_dir: '', log: pino({ level: 'silent' }), as_it_is: true })
  }

  it('is recognised: a start without DATABASE_LISTEN_URL is rejected', async () => {
    expect(await failedStart({ url: pooled })).toEqual({
      code: 1,
      printed:
        'DATABASE_URL leads to a connection pooler. Set DATABASE_LISTEN_URL to the address of the database server itself, for messages between processes, locks and migrations.',
    })
  })

  it('serves bookings, their repeats with the same key, and scans', async () => {
    const [company] = companies
    const key = randomUUID()
    const [first, again] = [await book(company, key), await book(company, key, processes[1])]
    expect(again).toEqual(first)
    const scan = {
      parcel_reference: first.parcels[0]?.tracking_reference,
      mode: 'arrive',
      branch_id: company.p.map.branches.CPT,
      scan_id: randomUUID(),
    }
    expect(await call(company, '/tracking/shipment-events', { body: scan })).toMatchObject({ status: 200 })
    const { rows } = await company.p.runtime.runtime.pool.query<{ status: string }>(
      'SELECT status FROM shipment WHERE provider_id = $1 AND customer_reference = $2',
      [company.p.provider_id, key.slice(0, 18)],
    )
    expect(rows).toEqual([{ status: 'at-hub' }])
  })

  it('shows each of two companies only its own shipments while both book and read at once', async () => {
    const before = companies.map(({ p }) => p.provider_id)
    const seen = new Set<string>()
    const work = async (company: Company): Promise<void> => {
      for (let round = 0; round < 8; round += 1) {
        await book(company)
        const { status, body } = await call(company, '/shipments?limit=50', { at: processes[round % 2]! })
        expect(status).toBe(200)
        for (const { account_id: accountId } of (body as { shipments: Shipment[] }).shipments)
          seen.add(`${company.p.provider_id} ${accountId}`)
      }
    }
    await Promise.all(companies.flatMap((company) => [work(company), work(company), work(company)]))
    expect([...seen].toSorted()).toEqual(
      companies.map(({ account_id: id }, n) => `${before[n]} ${id}`).toSorted(),
    )
  })

  it('passes a message of one process to a browser at another', async () => {
    const [company] = companies
    const { body } = await call(company, '/live/ticket', { body: {}, at: processes[1] })
    const socket = new WebSocket(`${processes[1].web.replace('http', 'ws')}/api/live`)
    const kinds: string[] = []
    socket.on('message', (data) => kinds.push((JSON.parse(String(data)) as { kind: string }).kind))
    socket.once('open', () => socket.send(JSON.stringify({ ticket: (body as { ticket: string }).ticket })))
    await expect.poll(() => kinds).toContain('welcome')
    await book(company)
    await expect.poll(() => kinds).toContain('shipment-changed')
    socket.terminate()
  })

  it('leaves every transaction its time zone and time limits, and none to the next one', async () => {
    const database = await opened()
    const limitsOf = async (workload: (typeof workloads)[number]): Promise<unknown> => {
      const client = await database.connections.connect(workload, 0)
      await send(client, `BEGIN${database.connections.opening(workload)}`)
      const { rows } = await send(
        client,
        `SELECT current_setting('timezone') AS zone, current_setting('lock_timeout') AS lock,
           current_setting('statement_timeout') AS statement,
           current_setting('idle_in_transaction_session_timeout') AS idle`,
      )
      await send(client, 'COMMIT')
      client.release()
      return rows[0]
    }
    const common = { zone: 'UTC', lock: '2s', idle: '1min' }
    expect(await Promise.all(workloads.map(limitsOf))).toEqual(
      workloads.map((workload) => ({
        ...common,
        statement: { field: '5s', interactive: '5s', heavy: '30s' }[workload],
      })),
    )
    const { rows } = await database.pool.query<{ limit: string }>(
      "SELECT current_setting('statement_timeout') AS limit",
    )
    expect(rows).toEqual([{ limit: '0' }])
    await database.close()
  })

  it('ends a statement at the limit of its workload', async () => {
    const database = await opened()
    const client = await database.connections.connect('field', 0)
    await send(client, `BEGIN${database.connections.opening('field')}`)
    await expect(send(client, 'SELECT pg_sleep(9)')).rejects.toMatchObject({ code: '57014' })
    await send(client, 'ROLLBACK')
    client.release()
    await database.close()
  })

  it('ends a wait for a lock after two seconds, with an answer that says to repeat the call', async () => {
    const holder = new pg.Client({ connectionString: direct })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE shipment IN ACCESS EXCLUSIVE MODE')
    const answer = await call(companies[0], '/shipments?limit=1').finally(() => holder.end())
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Someone else is changing this right now. Try again in a moment.' },
    })
  })
})
