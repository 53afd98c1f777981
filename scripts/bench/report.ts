import type { firstLoad } from './first-load.ts'
import { connections } from './http-load.ts'
import { limitsOf } from './limits.ts'
import { machineLine } from './machine-line.ts'
import type { Run } from './measured.ts'
import type { NeighbourFigures } from './neighbour.ts'
import type { LifeFigures } from './shipment-life.ts'
import { table } from './table.ts'

interface About {
  started: Date
  seconds: number
  /** Average number of running processes in the minute before. */
  load: number
  pages: Awaited<ReturnType<typeof firstLoad>> | null
}

const kb = (bytes: number) => (bytes / 1024).toFixed(1)

/** Returns the page of all figures, in Markdown. */
export function report(runs: readonly Run[], { started, seconds, load, pages }: About): string {
  const [first] = runs
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Measured over HTTP with 3,350 signed-in callers and 200 API keys; row security, audit,',
    'logging and e-mail are on, rate limits are off. Shipments are loaded under the product’s triggers. Each scan and delivery',
    'changes another shipment; the bench fails when one changes nothing. "Lean" is one statement by hand that keeps the same',
    'facts ([lean](../scripts/bench/lean/README.md)), run by `pgbench` on the same database in the same run.',
    '',
    `${machineLine(started)} One process, ${connections} connections, ${seconds} s per measure. Client, product and database share the cores, before the run with ${load.toFixed(1)} other running processes.`,
    '',
    ...(first ? [...counts(first), ...limits(first)] : []),
    ...runs.flatMap((run) => [
      `## Speed: ${run.title}`,
      '',
      speeds(run, run === first ? null : (first ?? null)),
    ]),
    ...runs.flatMap(({ life }) => (life ? lifeSection(life) : [])),
    ...runs.flatMap(({ neighbour }) => (neighbour ? neighbourSection(neighbour) : [])),
    ...(pages ? pageSections(pages) : []),
  ].join('\n')
}

function speeds({ rows, loaded_s, rss }: Run, base: Run | null): string {
  const heads = ['Operation', 'HTTP /s', 'lean /s', 'HTTP ÷ lean', 'p50 ms', 'p99 ms', 'errors']
  const body = rows.map(({ operation, http, lean }) => {
    const before = base?.rows.find((row) => row.operation.name === operation.name)
    return [
      operation.name,
      http.per_second.toFixed(0),
      lean ? lean.per_second.toFixed(0) : '–',
      lean ? (http.per_second / lean.per_second).toFixed(3) : '–',
      http.p50.toFixed(1),
      http.p99.toFixed(1),
      String(http.errors),
      ...(base ? [before ? (http.p50 / before.http.p50).toFixed(2) : '–'] : []),
    ]
  })
  return `${table([...heads, ...(base ? ['p50 against the first'] : [])], body)}\nLoaded in ${loaded_s.toFixed(0)} s. Product after the run: ${(rss / 2 ** 20).toFixed(0)} MB.\n`
}

/** Counts of an operation, which do not depend on the machine, and processor times, of which only ratios carry over. */
function counts({ rows }: Run): string[] {
  const measured = rows.flatMap(({ operation, cost, lean }) =>
    cost ? [[operation.name, cost] as const, ...(lean ? [['— lean', lean.cost] as const] : [])] : [],
  )
  if (measured.length === 0) return []
  const heads = [
    'Operation',
    'round trips',
    'statements',
    'rows inserted',
    'updated',
    'deleted',
    'log KB',
    'Node.js ms',
    'database ms',
  ]
  const body = measured.map(([name, cost]) => {
    const isLean = name === '— lean'
    return [
      name,
      isLean ? '1' : cost.round_trips.toFixed(1),
      isLean ? '1' : cost.statements.toFixed(1),
      cost.rows_inserted.toFixed(1),
      cost.rows_updated.toFixed(1),
      cost.rows_deleted.toFixed(1),
      kb(cost.wal_bytes),
      isLean ? '–' : cost.node_cpu_ms.toFixed(2),
      cost.database_cpu_ms.toFixed(2),
    ]
  })
  return [
    '## Cost of one operation',
    '',
    'Everything the product does while it is measured, divided by the operations: also sign-in, e-mails and other work after',
    'the response, and regular jobs. The trips of the call itself are fewer, and',
    '[round-trips.test.ts](../server/tests/round-trips.test.ts) limits them: booking 5, scan 3, delivery 5. Rows and bytes are those',
    'of the write-ahead log; times are processor times.',
    '',
    table(heads, body),
  ]
}

function limits(run: Run): string[] {
  const rows = limitsOf(run).map(({ what, measured, limit, holds }) => [
    what,
    measured,
    limit,
    holds ? 'yes' : '**no**',
  ])
  return rows.length === 0 ? [] : ['## Limits', '', table(['What', 'measured', 'limit', 'holds'], rows)]
}

function lifeSection({ lives, bytes, lasting_bytes, cost, by_table }: LifeFigures): string[] {
  return [
    '## Life of one shipment',
    '',
    `One parcel: booking, collection, two hub scans, manifest, delivery, invoice and the e-mails. Growth of all tables and indexes over ${lives} shipments, after as many before them and \`VACUUM\`: **${kb(bytes)} KB**, and **${kb(lasting_bytes)} KB** without jobs and responses that are removed after two days. Of \`shipment\`, \`parcel\` and \`message\` it includes old versions of rows, whose room is used again.`,
    '',
    `The life costs ${kb(cost.wal_bytes)} KB of log, ${cost.node_cpu_ms.toFixed(0)} ms of Node.js and ${cost.database_cpu_ms.toFixed(0)} ms of the database.`,
    '',
    table(
      ['Table with its indexes', 'KB'],
      by_table.filter((one) => Math.abs(one.bytes) >= 100).map((one) => [`\`${one.table}\``, kb(one.bytes)]),
    ),
  ]
}

function neighbourSection(figures: NeighbourFigures): string[] {
  const { quiet_p99, loud_p99, quiet_liveness, loud_liveness } = figures
  const customer = Object.entries(figures.customer).map(([status, count]) => `${count} × ${status}`)
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    '## One demanding customer',
    '',
    'Two scanners and a liveness check, alone and beside one account owner who asks at once for 20 batches of 100 labels, 20',
    'exports and 10 lists of 500, over and over, without rate limits.',
    '',
    table(
      ['What others meet', 'alone', 'beside the customer', 'ratio', 'limit'],
      [
        ['hub scan, p99', ms(quiet_p99), ms(loud_p99), (loud_p99 / quiet_p99).toFixed(1), '3'],
        ['liveness, slowest', ms(quiet_liveness), ms(loud_liveness), '–', '100 ms'],
      ],
    ),
    `The customer's own calls: ${customer.join(', ')}.`,
    '',
  ]
}

function pageSections({ loads, request_path }: NonNullable<About['pages']>): string[] {
  return [
    '## First load, gzip',
    '',
    table(
      ['Page', 'script KB', 'style KB', 'all KB', 'limit'],
      loads.map((one) => [one.page, one.script_kb, one.style_kb, one.all_kb, one.limit].map(String)),
    ),
    '## The way in, demonstration company on the embedded database',
    '',
    table(
      ['What', 'Measured', 'Limit'],
      request_path.map(({ what, measured, limit }) => [what, measured, limit]),
    ),
  ]
}
