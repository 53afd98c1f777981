import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../scripts/attack/hostile-bodies.ts'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { giveDatabase } from '../../server/dev/test-kit/database/data-dir.ts'
import { openMailbox, type Mailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import { booking, newProvider, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { openTestRuntimeOn, test_secret, type TestRuntime } from '../../server/dev/test-kit/runtime.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { mailPort, smtpMailer, withCompanyMailServers } from '../../server/src/kit/mail/index.ts'
import { startProduct, type ProductProcess } from './product-process.ts'

/** How many times a process is killed: once in the gate, four times in the full test run, 40 times in the long attack. */
const kills = process.env.ATTACK === 'long' ? 40 : process.env.TEST_SCOPE === 'gate' ? 1 : 4

/** Number of concurrent clients. */
const clients = 6

/** A request that a client sent, with its idempotency key, and whether it was confirmed. */
interface SentCall {
  kind: 'booking' | 'scan' | 'payment'
  key: string
  path: string
  body: object
  is_acknowledged: boolean
}

/** A company under load, whatever runs its processes. */
interface Company {
  token: string
  account_id: number
  branch_id: number
}

async function companyOf(p: TestProvider): Promise<Company> {
  const { id } = await p.given.account({ balance: 100_000_000 })
  const { token } = await p.staff()
  return { token: token ?? '', account_id: id, branch_id: p.map.branches.CPT }
}

/**
 * Sends a request and returns the response body; `null` when it was not confirmed. A killed process sends no
 * response.
 */
async function send(at: ProductProcess, { token }: Company, sentCall: SentCall): Promise<unknown> {
  try {
    const answer = await fetch(`${at.web}/api${sentCall.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': sentCall.key },
      body: JSON.stringify(sentCall.body),
      signal: AbortSignal.timeout(60_000),
    })
    const body: unknown = await answer.json()
    if (answer.status === 200) sentCall.is_acknowledged = true
    return sentCall.is_acknowledged ? body : null
  } catch {
    return null
  }
}

/** Books, receives the parcel at the hub and pays, until the process has ended or `signal` is aborted. */
async function job(
  at: ProductProcess,
  company: Company,
  all: SentCall[],
  signal: AbortSignal,
): Promise<void> {
  const call = (kind: SentCall['kind'], url: string, bodyOf: (key: string) => object) => {
    const key = randomUUID()
    const sentCall: SentCall = { kind, key, path: url, body: bodyOf(key), is_acknowledged: false }
    all.push(sentCall)
    return send(at, company, sentCall)
  }
  const { account_id, branch_id } = company
  while (!signal.aborted && at.isAlive()) {
    const booked = (await call('booking', '/shipments', (key) => ({
      ...booking(),
      account_id,
      customer_reference: key,
    }))) as { parcels: { tracking_reference: string }[] } | null
    if (!booked) continue
    const parcelReference = booked.parcels[0]?.tracking_reference
    await call('scan', '/tracking/shipment-events', (scanId) => ({
      parcel_reference: parcelReference,
      mode: 'arrive',
      branch_id,
      scan_id: scanId,
    }))
    await call('payment', '/billing/transactions', (description) => ({
      account_id,
      type: 'payment',
      amount: 1.5,
      description,
    }))
  }
}

/** Puts processes under load and kills them one by one at random. Then repeats every request that was not confirmed. */
async function killUnderLoad(
  processes: ProductProcess[],
  company: Company,
  start: () => Promise<ProductProcess>,
): Promise<SentCall[]> {
  const random = seededRandom(20_261_123)
  const all: SentCall[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = Math.floor(random() * processes.length)
    const over = new AbortController()
    const before = all.length
    const working = Array.from({ length: clients }, (_, n) =>
      job(processes[n % processes.length]!, company, all, over.signal),
    )
    const enough = 12 + Math.floor(random() * 30)
    await expect.poll(() => all.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough)
    await processes[victim]?.kill()
    over.abort()
    await Promise.all(working)
    processes[victim] = await start()
  }
  const unsure = all.filter(({ is_acknowledged }) => !is_acknowledged)
  for (const sentCall of unsure)
    await expect
      .poll(() => send(processes[0]!, company, sentCall).then(() => sentCall.is_acknowledged), {
        timeout: 60_000,
      })
      .toBe(true)
  return all
}

/** SQL that counts how often each request is stored, by its key; for bookings also their charges. */
const stored_counts: Readonly<Record<SentCall['kind'] | 'charge', string>> = {
  booking:
    'SELECT customer_reference AS key, count(*)::int AS times FROM shipment WHERE customer_reference = ANY($1) GROUP BY 1',
  charge: `SELECT s.customer_reference AS key, count(*)::int AS times FROM shipment s
    JOIN billing_transaction t ON t.provider_id = s.provider_id AND t.shipment_id = s.id
    WHERE s.customer_reference = ANY($1) AND t.type = 'shipping-charge' GROUP BY 1`,
  scan: 'SELECT scan_id::text AS key, count(*)::int AS times FROM hub_scan WHERE scan_id::text = ANY($1) GROUP BY 1',
  payment:
    'SELECT description AS key, count(*)::int AS times FROM billing_transaction WHERE description = ANY($1) GROUP BY 1',
}

/** Expects that every request is stored once, and that each of its mails was sent under one message id. */
async function expectOnce(all: readonly SentCall[], mailbox: Mailbox, pool: pg.Pool): Promise<void> {
  const keysOf = (kind: SentCall['kind']) =>
    all.flatMap((sentCall) => (sentCall.kind === kind ? sentCall.key : []))
  for (const [what, statement] of Object.entries(stored_counts)) {
    const keys = keysOf(what === 'charge' ? 'booking' : (what as SentCall['kind']))
    const { rows } = await pool.query<{ key: string; times: number }>(statement, [keys])
    const times = new Map(rows.map((row) => [row.key, row.times]))
    expect(
      keys.filter((key) => times.get(key) !== 1),
      what,
    ).toEqual([])
  }
  const { rows } = await pool.query<SentMessage>(
    `SELECT m.id, m.shipment_id, m.event, m.recipient, m.status, m.gateway_message_id AS message_id
     FROM message m
     JOIN shipment s ON s.provider_id = m.provider_id AND s.id = m.shipment_id
     WHERE m.channel = 'email' AND s.customer_reference = ANY($1)`,
    [keysOf('booking')],
  )
  const about = ({ shipment_id, event, recipient }: SentMessage) => `${shipment_id} ${event} ${recipient}`
  expect(new Set(rows.map(about)).size, 'messages written down twice').toBe(rows.length)
  const booked = rows.filter(({ event }) => event === 'submitted')
  expect(booked.length, 'mails of bookings').toBe(keysOf('booking').length)
  expect(rows.filter(({ status }) => status !== 'sent')).toEqual([])
  const ids = rows.map(({ message_id }) => message_id).toSorted()
  expect([...new Set(mailbox.delivered.map(({ message_id }) => message_id))].toSorted()).toEqual(ids)
}

interface SentMessage {
  id: string
  /** The id under which the mail was handed over. */
  message_id: string
  shipment_id: string
  event: string
  recipient: string
  status: string
}

/**
 * Completes the jobs that killed processes left, ten minutes later, as other processes do once the leases have
 * expired.
 */
async function finishJobs({ runtime, outbox, setNow }: TestRuntime, mailbox: Mailbox): Promise<void> {
  const mailer = smtpMailer({ url: mailbox.url })
  runtime.adapters.set(mailPort.name, withCompanyMailServers(mailer, { allow_private: true }))
  setNow(new Date(Date.now() + 600_000))
  await runtime.pool.query(
    'UPDATE outbox SET leased_until = NULL, lease_token = NULL, next_attempt_at = now()',
  )
  await outbox.drain()
  const { rows } = await runtime.pool.query('SELECT listener, last_error FROM outbox')
  expect(rows, 'jobs that were not done').toEqual([])
  setNow(null)
  mailer.close()
}

describe.runIf(pgProgram('initdb'))('processes on a database server that are killed under load', () => {
  let cluster: Cluster
  let mailbox: Mailbox
  let p: TestProvider
  let url: string
  let processes: ProductProcess[] = []
  const start = () => startProduct({ url, env: { SMTP_URL: mailbox.url } })

  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=120'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    mailbox = await openMailbox()
    process.env.TEST_DATABASE_URL = cluster.url
    p = await newProvider()
    url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
    processes = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    await mailbox.close()
    cluster.stop()
  })

  it('lose no confirmed request, and store and send nothing twice', async () => {
    const all = await killUnderLoad(processes, await companyOf(p), start)
    await Promise.all(processes.map((one) => one.stop()))
    await finishJobs(p.runtime, mailbox)
    await expectOnce(all, mailbox, p.runtime.runtime.pool)
  })
})

describe('embedded database whose process is killed under load', () => {
  it('loses no confirmed request, and stores and sends nothing twice', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-kills-'))
    const mailbox = await openMailbox()
    await giveDatabase(dataDir)
    const log = pino({ level: 'silent' })
    const open = async () => openTestRuntimeOn(await openDatabase({ url: undefined, data_dir: dataDir, log }))
    let runtime = await open()
    const company = await companyOf(await newProvider({}, runtime))
    await runtime.close()
    const start = () =>
      startProduct({ data_dir: dataDir, env: { SMTP_URL: mailbox.url, WAYBILL_SECRET: test_secret } })
    const processes = [await start()]
    const all = await killUnderLoad(processes, company, start)
    await processes[0]?.stop()
    runtime = await open()
    await finishJobs(runtime, mailbox)
    await expectOnce(all, mailbox, runtime.runtime.pool)
    await runtime.close()
    await mailbox.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })
})
