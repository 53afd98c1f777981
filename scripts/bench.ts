import os from 'node:os'
import { openMailbox } from '../server/dev/test-kit/fakes/mailbox.ts'
import { firstLoad } from './bench/first-load.ts'
import { load } from './bench/http-load.ts'
import { runLean } from './bench/lean.ts'
import { Meter } from './bench/meter.ts'
import { measureNeighbour } from './bench/neighbour.ts'
import { Operations, type Operation } from './bench/operations.ts'
import { withLoadedProduct } from './bench/loaded-product.ts'
import { writeSection } from './bench/page.ts'
import type { Product } from './bench/product.ts'
import type { Measured, Run } from './bench/measured.ts'
import { report } from './bench/report.ts'
import type { Setup } from './bench/setup.ts'
import { measureLife } from './bench/shipment-life.ts'
import { startThrowAwayCluster, type Cluster } from './postgres.ts'

/**
 * `npm run bench`: loads shipments into a new PostgreSQL cluster, measures operations through HTTP and the same facts by
 * a lean statement in the same run, and what each costs; prints the figures and writes them to docs/benchmarks.md.
 * `--shipments N` (20,000), `--seconds N` (8) per measurement, `--large N` shipments for a second run that shows growth
 * (0: none), `--embedded N` shipments on the embedded database (20,000; 0: none). `--quick` measures only the first, for
 * 3 seconds each, and writes nothing. `--only TEXT` measures the operations whose name contains the text, on the first,
 * and writes nothing. `--neighbour` only measures how one demanding customer affects other users.
 */
const option = (name: string, standard: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}
const isQuick = process.argv.includes('--quick')
const isOnlyNeighbour = process.argv.includes('--neighbour')
const shipments = option('shipments', 20_000)
const large = option('large', 0)
const embedded = option('embedded', 20_000)
const seconds = option('seconds', isQuick ? 3 : 8)
const onlyAt = process.argv.indexOf('--only')
const only = onlyAt > 0 ? (process.argv[onlyAt + 1] ?? '') : ''
const lives = isQuick ? 100 : 300

const mailbox = await openMailbox()

async function measureOnPostgres(count: number, isFirst: boolean): Promise<Run> {
  const cluster = freshCluster()
  const meter = new Meter(cluster)
  try {
    return await withProduct(cluster.url, count, async (setup, product, loadedS) => {
      await meter.prepare()
      const operations = new Operations(setup)
      const measuresLife = isFirst && !isOnlyNeighbour && !only
      const life = measuresLife ? await measureLife(product, setup, meter, lives) : null
      const rows: Measured[] = []
      if (!isOnlyNeighbour)
        for (const operation of operations.all().filter(({ name }) => name.includes(only)))
          rows.push(await measure(product, operation, meter))
      const measuresNeighbour = isOnlyNeighbour || (isFirst && !isQuick && !only)
      const neighbour = measuresNeighbour
        ? await measureNeighbour(product.url, operations, setup, seconds)
        : null
      const { rss } = await product.figures()
      await product.stop()
      for (const row of rows) await addLean(row, cluster, setup, meter)
      return { title: title('PostgreSQL', count), rows, loaded_s: loadedS, rss, life, neighbour }
    })
  } finally {
    await meter.close()
    cluster.stop()
  }
}

async function measureEmbedded(count: number): Promise<Run> {
  return withProduct(null, count, async (setup, product, loadedS) => {
    const rows: Measured[] = []
    for (const operation of new Operations(setup).all()) rows.push(await measure(product, operation, null))
    const { rss } = await product.figures()
    return {
      title: title('Embedded database', count),
      rows,
      loaded_s: loadedS,
      rss,
      life: null,
      neighbour: null,
    }
  })
}

/** Loads a company, says so, and runs the measurements of it. */
function withProduct(
  databaseUrl: string | null,
  count: number,
  run: (setup: Setup, product: Product, loadedS: number) => Promise<Run>,
): Promise<Run> {
  const place = { database_url: databaseUrl, smtp_url: mailbox.url, shipments: count }
  return withLoadedProduct(place, (setup, product, loadedS) => {
    console.log(
      `${title(databaseUrl ? 'PostgreSQL' : 'Embedded database', count)}, loaded in ${loadedS.toFixed(0)} s`,
    )
    return run(setup, product, loadedS)
  })
}

/** Measures an operation through HTTP, after a warm-up, with its cost when there is a meter. */
async function measure(product: Product, operation: Operation, meter: Meter | null): Promise<Measured> {
  await load(product.url, operation, Math.min(2, seconds / 3))
  const run = () => load(product.url, operation, seconds)
  const { counted_by } = operation
  const changed = async () => (meter && counted_by ? meter.count(counted_by) : 0)
  const before = await changed()
  const { result: http, cost } = meter
    ? await meter.measure(product, run)
    : { result: await run(), cost: null }
  const after = await changed()
  if (meter && counted_by && after - before !== http.operations - http.errors)
    throw new Error(`${operation.name}: ${http.operations} requests changed ${after - before} times.`)
  console.log(
    `  ${operation.name.padEnd(36)} ${http.per_second.toFixed(0).padStart(6)}/s  p50 ${http.p50.toFixed(1)} ms  p99 ${http.p99.toFixed(1)} ms  errors ${http.errors}`,
  )
  return { operation, http, cost, lean: null }
}

async function addLean(row: Measured, cluster: Cluster, setup: Setup, meter: Meter): Promise<void> {
  const { lean, name } = row.operation
  if (!lean) return
  await runLean(cluster, setup, lean, 1)
  const { result, cost } = await meter.measure(null, () => runLean(cluster, setup, lean, seconds))
  row.lean = { ...result, cost }
  const share = (row.http.per_second / result.per_second).toFixed(3)
  console.log(`  ${name.padEnd(36)} ${result.per_second.toFixed(0).padStart(6)}/s lean, HTTP ÷ lean ${share}`)
}

function title(database: string, count: number): string {
  return `${database}, ${count.toLocaleString('en')} shipments`
}

function freshCluster(): Cluster {
  const cluster = startThrowAwayCluster([
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    // The meter reads what was written since a measurement began.
    'wal_keep_size=8GB',
    'checkpoint_timeout=1h',
    'work_mem=16MB',
    'random_page_cost=1.1',
  ])
  if (!cluster) throw new Error('The bench needs PostgreSQL programs on this machine.')
  return cluster
}

const started = new Date()
const [running = 0] = os.loadavg()
const first = await measureOnPostgres(shipments, true)
const isPart = isQuick || isOnlyNeighbour || only !== ''
const runs = [
  first,
  ...(large > 0 && !isPart ? [await measureOnPostgres(large, false)] : []),
  ...(embedded > 0 && !isPart ? [await measureEmbedded(embedded)] : []),
]
const text = report(runs, { started, seconds, load: running, pages: isPart ? null : await firstLoad() })
console.log(text)
if (!isPart) writeSection('bench', text)
await mailbox.close()
process.exit(0)
