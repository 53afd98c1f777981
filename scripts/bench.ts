import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Bench, type Figures } from './bench/http-load.ts'
import { firstLoad } from './bench/first-load.ts'
import { measureNeighbour, metrics_token, type NeighbourFigures } from './bench/neighbour.ts'
import { Recorder } from './bench/recorder.ts'
import { startThrowAwayCluster, pgProgram } from './postgres.ts'

/**
 * `npm run bench`: loads shipments, measures operations through HTTP and the same SQL through pgbench in the same
 * run, prints a table and writes it to docs/benchmarks.md. `--shipments N` (1,000,000), `--seconds N` (8) per
 * measurement. `--neighbour` only measures how one demanding customer affects other users, and writes nothing.
 */
const root = path.join(import.meta.dirname, '..')
const option = (name: string, standard: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}
const shipments = option('shipments', 1_000_000)
const small = option('small', 10_000)
const embedded = option('embedded', 100_000)
const seconds = option('seconds', 8)
const ports = { web: 3990, api: 3991 }

interface Measured {
  name: string
  http: Figures
  raw_per_second: number | null
}

interface Setup {
  api_key: string
  account_key: string
  token: string
  first_account: number
  accounts: number
  branch_id: number
  provider_id: number
}

async function measureOn(
  databaseUrl: string | null,
  count: number,
  withRaw: boolean,
  onlyNeighbour = false,
): Promise<{ rows: Measured[]; neighbour: NeighbourFigures | null; rss_mb: number; loaded_s: number }> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-bench-'))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '0',
  }
  if (databaseUrl) env.DATABASE_URL = databaseUrl
  else delete env.DATABASE_URL
  const started = performance.now()
  const prepared = execFileSync(
    process.execPath,
    [path.join(root, 'scripts/bench/prepare.ts'), String(count)],
    { env, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 },
  )
  const loadedS = (performance.now() - started) / 1000
  const setup = JSON.parse(prepared.toString().trim().split('\n').at(-1) ?? '{}') as Setup
  console.log(`  loaded ${count.toLocaleString('en')} shipments in ${loadedS.toFixed(0)} s`)
  const server = await startServer(env)
  const rows: Measured[] = []
  try {
    const bench = new Bench(`http://127.0.0.1:${ports.api}`, setup, count)
    const recorder = withRaw && databaseUrl ? new Recorder(env, setup, count) : null
    const baseUrl = `http://127.0.0.1:${ports.api}`
    for (const operation of onlyNeighbour ? [] : bench.operations()) {
      const before = await operation.run(seconds)
      const rawPerSecond = recorder
        ? recorder.pgbench(operation.name, operation.example, databaseUrl ?? '', seconds)
        : null
      // The raw SQL figure is the best of four runs. Measure HTTP a second time, because otherwise only HTTP pays for
      // pages that are not cached yet.
      const after = recorder ? await operation.run(seconds) : before
      const http = after.per_second > before.per_second ? after : before
      rows.push({ name: operation.name, http, raw_per_second: rawPerSecond })
      const share = rawPerSecond ? ` share of raw ${(http.per_second / rawPerSecond).toFixed(2)}` : ''
      console.log(
        `  ${operation.name.padEnd(34)} ${http.per_second.toFixed(0).padStart(6)}/s  p50 ${http.p50.toFixed(1)} ms  p99 ${http.p99.toFixed(1)} ms  errors ${http.errors}${share}`,
      )
    }
    const customer = { token: setup.account_key, seconds }
    const neighbour = databaseUrl ? await measureNeighbour(baseUrl, bench, customer) : null
    return { rows, neighbour, rss_mb: memoryOf(server), loaded_s: loadedS }
  } finally {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startServer(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const log = fs.openSync(path.join(os.tmpdir(), 'waybill-bench.log'), 'w')
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.ts'), '--no-demo'], {
    env: {
      ...env,
      PORT: String(ports.web),
      API_PORT: String(ports.api),
      WEB_BUILD: 'off',
      METRICS_TOKEN: metrics_token,
    },
    stdio: ['ignore', log, 'inherit'],
  })
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${ports.api}/readyz`)
      if (answer.ok) return server
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  throw new Error('The server did not become ready.')
}

function memoryOf(server: ChildProcess): number {
  const status = fs.readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function freshCluster() {
  const cluster = startThrowAwayCluster([
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=15min',
    'work_mem=16MB',
    'random_page_cost=1.1',
  ])
  if (!cluster) throw new Error('The bench needs PostgreSQL programs on this machine.')
  return cluster
}

function table(results: { title: string; rows: Measured[] }[], compare: Map<string, Figures>): string {
  return results
    .map(({ title, rows }) => {
      const lines = rows.map(({ name, http, raw_per_second }) => {
        const base = compare.get(name)
        const raw = raw_per_second
          ? `${raw_per_second.toFixed(0)} | ${(http.per_second / raw_per_second).toFixed(2)}`
          : '– | –'
        const growth = base ? (http.p50 / base.p50).toFixed(2) : '–'
        return `| ${name} | ${http.per_second.toFixed(0)} | ${raw} | ${http.p50.toFixed(1)} | ${http.p99.toFixed(1)} | ${growth} | ${http.errors} |`
      })
      return `### ${title}\n\n| Operation | HTTP /s | raw SQL /s | share | p50 ms | p99 ms | p50 against 10 k | errors |\n|---|--:|--:|--:|--:|--:|--:|--:|\n${lines.join('\n')}\n`
    })
    .join('\n')
}

function neighbourTable(figures: NeighbourFigures): string {
  const { quiet_p99, loud_p99, quiet_liveness, loud_liveness, quiet_loop, loud_loop } = figures
  const customer = Object.entries(figures.customer).map(([status, count]) => `${count} × ${status}`)
  return [
    '| What others meet | alone | beside the customer | ratio | limit |',
    '|---|--:|--:|--:|---|',
    `| hub scan, p99 | ${quiet_p99.toFixed(0)} ms | ${loud_p99.toFixed(0)} ms | ${(loud_p99 / quiet_p99).toFixed(1)} | 3 |`,
    `| liveness, slowest | ${quiet_liveness.toFixed(0)} ms | ${loud_liveness.toFixed(0)} ms | – | 100 ms |`,
    `| delay of the event loop, p99 | ${quiet_loop.toFixed(0)} ms | ${loud_loop.toFixed(0)} ms | – | 50 ms |`,
    '',
    `The customer's own calls: ${customer.join(', ')}.`,
  ].join('\n')
}

if (process.argv.includes('--neighbour')) {
  const cluster = freshCluster()
  const { neighbour } = await measureOn(cluster.url, small, false, true)
  cluster.stop()
  console.log(neighbour ? neighbourTable(neighbour) : '')
  process.exit(0)
}

console.log(`PostgreSQL, ${small.toLocaleString('en')} shipments`)
const one = freshCluster()
const base = await measureOn(one.url, small, false)
one.stop()
console.log(`PostgreSQL, ${shipments.toLocaleString('en')} shipments`)
const two = freshCluster()
const large = await measureOn(two.url, shipments, true)
two.stop()
console.log(`Embedded database, ${embedded.toLocaleString('en')} shipments`)
const own = embedded > 0 ? await measureOn(null, embedded, false) : null
const { loads, request_path } = await firstLoad()

const compare = new Map(base.rows.map((row) => [row.name, row.http]))
const version = spawnSync(pgProgram('postgres') ?? 'postgres', ['--version'])
  .stdout.toString()
  .trim()
const report = [
  '# Benchmarks',
  '',
  'Made by `npm run bench`; figures of one run on one machine, so only ratios carry over. HTTP is measured with sign-in,',
  'row security, audit and logging on; rate limits are off. "Raw SQL" is the statements of one such request, recorded and',
  'run by `pgbench` on the same database in the same run: the best of four runs, as HTTP is the better of two, one before',
  'and one behind them.',
  '',
  `Machine: ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}; ${version}. ${seconds} s per measure. Client, server and database share the cores.`,
  '',
  table(
    [
      { title: `PostgreSQL, ${shipments.toLocaleString('en')} shipments`, rows: large.rows },
      { title: `PostgreSQL, ${small.toLocaleString('en')} shipments`, rows: base.rows },
      ...(own
        ? [{ title: `Embedded database, ${embedded.toLocaleString('en')} shipments`, rows: own.rows }]
        : []),
    ],
    compare,
  ),
  `Loading ${shipments.toLocaleString('en')} shipments took ${large.loaded_s.toFixed(0)} s. Server process after the run: ${large.rss_mb} MB on PostgreSQL${own ? `, ${own.rss_mb} MB embedded` : ''}.`,
  '',
  '### One demanding customer',
  '',
  'Two scanners and a liveness check, alone and beside one account owner who asks at once for 20 batches of 100 labels, 20',
  'exports and 10 lists of 500, over and over, without rate limits.',
  '',
  large.neighbour ? neighbourTable(large.neighbour) : '',
  '',
  '### First load, gzip',
  '',
  '| Page | script KB | style KB | all KB | limit |',
  '|---|--:|--:|--:|---|',
  ...loads.map(
    (load) => `| ${load.page} | ${load.script_kb} | ${load.style_kb} | ${load.all_kb} | ${load.limit} |`,
  ),
  '',
  '### The way in, demonstration company on the embedded database',
  '',
  '| What | Measured | Limit |',
  '|---|---|---|',
  ...request_path.map(({ what, measured, limit }) => `| ${what} | ${measured} | ${limit} |`),
  '',
].join('\n')
const file = path.join(root, 'docs/benchmarks.md')
fs.writeFileSync(file, report)
spawnSync('npm', ['run', 'format', '--silent', '--', file], { cwd: root, stdio: 'inherit' })
console.log(report)
