import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import pg from 'pg'
import { lastMonthEnd, type MonthEndAction, type MonthEndRun } from '@waybill/domain/billing/month-end'
import { role_ids } from '@waybill/domain/kit/actor'
import { bulkLoad } from '../server/dev/bench/bulk-load.ts'
import { withLoader } from '../server/dev/bench/with-loader.ts'
import { loadAccounts, loadCharges } from '../server/dev/bench/charge-load.ts'
import { createMap } from '../server/dev/demo/map.ts'
import { openMailbox } from '../server/dev/test-kit/fakes/mailbox.ts'
import { insertSession, insertUser } from '../server/src/identity/index.ts'
import { digestOf } from '../server/src/kit/sealer.ts'
import { boot } from '../server/src/main/boot.ts'
import { asSystem, installProvider } from '../server/src/main/install.ts'
import { clusterCpuMs, threadCpuMs } from './bench/processor-time.ts'
import { startThrowAwayCluster } from './postgres.ts'

/**
 * `node scripts/bench-month-end.ts`: loads `--accounts N` (500) with `--shipments N` (100) charges each into a new
 * PostgreSQL cluster, issues and e-mails the invoices of last month through `POST /billing/month-end`, and prints the
 * time, the processor time of product and database, and the number of statements per account. `--statements` lists the slowest statements. `--issue-only` skips the
 * e-mails.
 */
const option = (name: string, standard: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}
const accounts = option('accounts', 500)
const shipments = option('shipments', 100)
const first_account = 900_001
const port = Number(process.env.PORT ?? 3996)

const cluster = startThrowAwayCluster(['shared_buffers=1GB', 'max_wal_size=8GB', 'random_page_cost=1.1'])
if (!cluster) throw new Error('The bench needs PostgreSQL programs on this machine.')
const postmaster = cluster.postmaster()
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-month-end-'))
const mailbox = await openMailbox()
process.env.SMTP_URL = mailbox.url

/** Number of executions and their total time in ms, by statement. */
const statements = new Map<string, { times: number; ms: number }>()
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
  const [first] = args as [string | { text: string }]
  const text = (typeof first === 'string' ? first : first.text).replace(/\s+/g, ' ').trim()
  const began = performance.now()
  const result = original.apply(this, args)
  const entry = statements.get(text) ?? { times: 0, ms: 0 }
  statements.set(text, entry)
  entry.times += 1
  if (result instanceof Promise)
    void result.then(
      () => (entry.ms += performance.now() - began),
      () => undefined,
    )
  return result
} as never

const running = await boot({
  host: '127.0.0.1',
  port: 0,
  api_port: port,
  data_dir: dataDir,
  database_url: cluster.url,
  log: pino({ level: 'warn' }),
  rate_limit_scale: 0,
})
const { runtime } = running
await running.scheduler.stop()
const { provider_id } = await installProvider(runtime, {
  name: 'Month-end',
  is_default: true,
  settings: {
    invoice_company_vat_no: '4123456789',
    require_2fa_for_staff: 'off',
    invoice_trigger_shipment_status_for_month_end: 'collected',
  },
})
const { branches } = await asSystem(runtime, provider_id, (ctx) => createMap(ctx, () => 'driver-1'))
const token = randomBytes(32).toString('base64url')
await asSystem(runtime, provider_id, async (ctx) => {
  const staff = await insertUser(ctx, {
    username: 'staff',
    name: 'Staff',
    email: 'staff@example.com',
    role_id: role_ids.administrator,
  })
  await insertSession(ctx, {
    user_id: staff,
    token_digest: digestOf(token),
    time_expires: new Date(Date.now() + 86_400_000),
    device: 'bench',
  })
})
const began = performance.now()
const { rows } = await runtime.pool.query<{ id: number }>(
  'SELECT id FROM rate_revision WHERE provider_id = $1',
  [provider_id],
)
const load = {
  provider_id,
  revision_id: rows[0]?.id ?? 1,
  first_account,
  accounts,
  shipments: accounts * shipments,
  branch_id: branches.JHB,
  only_shipments: true,
}
await withLoader(runtime, cluster.url, async (client) => {
  await loadAccounts(client, load)
  await bulkLoad(client, load, () => undefined)
  await loadCharges(client, load)
})
console.log(
  `${accounts} accounts × ${shipments} charges, loaded in ${seconds(began)} s; ${os.cpus().length} cores`,
)

/** Processor time in seconds: of the database, of the main thread of the product, and of its other threads. */
type ProcessorTimes = [database: number, main: number, threads: number]

/** Returns the processor time used up to now. The threads are those that draw documents, and those of Node itself. */
function processorTimes(): ProcessorTimes {
  const main = threadCpuMs(process.pid) / 1000
  const { user, system } = process.cpuUsage()
  return [clusterCpuMs(postmaster) / 1000, main, (user + system) / 1e6 - main]
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

const period_end = lastMonthEnd(new Date())

async function call<Answer>(method: 'GET' | 'POST', body: object): Promise<Answer> {
  const query = method === 'GET' ? `?period_end=${period_end}` : ''
  const answer = await fetch(`http://127.0.0.1:${port}/billing/month-end${query}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' ? { body: JSON.stringify({ period_end, ...body }) } : {}),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 500))
}

async function waiting(): Promise<number> {
  const { rows: left } = await runtime.pool.query<{ count: string }>('SELECT count(*) FROM outbox')
  return Number(left[0]?.count)
}

function report(what: string, since: number, before: ProcessorTimes): void {
  const all = [...statements]
  const times = all.reduce((sum, [, entry]) => sum + entry.times, 0)
  const used = processorTimes().map((one, at) => one - (before[at] ?? 0))
  const [database, main, threads] = used.map((one) => one.toFixed(1))
  const sum = used.reduce((all, one) => all + one, 0).toFixed(1)
  console.log(
    `  ${what}: ${seconds(since)} s, ${sum} s of processor (database ${database}, main thread ${main}, other threads ${threads}), ${(times / accounts).toFixed(2)} statements per account`,
  )
  if (!process.argv.includes('--statements')) return
  for (const [text, entry] of all.toSorted(([, a], [, b]) => b.ms - a.ms).slice(0, 14))
    console.log(
      `    ${entry.ms.toFixed(0).padStart(8)} ms ${String(entry.times).padStart(7)} × ${text.slice(0, 150)}`,
    )
}

async function measure(action: MonthEndAction): Promise<void> {
  statements.clear()
  const since = performance.now()
  const before = processorTimes()
  const { run } = await call<{ run: MonthEndRun | null }>('POST', { action })
  console.log(`  ${action}: started in ${seconds(since)} s`)
  let newest = run
  await waitFor(async () => {
    const { rows: found } = await runtime.pool.query<MonthEndRun>(
      'SELECT state, made, done, total, failures FROM month_end_run ORDER BY id DESC LIMIT 1',
    )
    newest = found[0] ?? null
    return newest?.state !== 'running'
  })
  console.log(`  ${action}: ${newest?.made} made, ${newest?.failures.length} failed`)
  report(`${action}, run`, since, before)
  statements.clear()
  await waitFor(async () => (await waiting()) === 0)
  report(`${action}, with what follows from it`, since, before)
}

try {
  const since = performance.now()
  await call('GET', {})
  console.log(`  preview: ${seconds(since)} s`)
  await measure('issue')
  if (!process.argv.includes('--issue-only')) {
    await measure('send')
    console.log(`  ${mailbox.delivered.length} e-mails received`)
  }
} finally {
  await running.close()
  await mailbox.close()
  cluster.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
