import { proveLockers } from './prove-lockers/prove.ts'
import { startThrowAwayCluster } from './postgres.ts'

/**
 * `npm run prove:lockers`: carries `--parcels N` (10,000) parcels through own lockers and three misbehaving networks
 * while the product is killed `--kills N` (10) times, and prints what was tried and every violation. `--seed N` repeats
 * the choices of a run.
 */
const option = (name: string, standard: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}

const cluster = startThrowAwayCluster(['max_connections=120', 'fsync=off', 'shared_buffers=256MB'])
if (!cluster) {
  console.error('PostgreSQL’s programs are not installed. The proof needs them.')
  process.exit(2)
}
process.env.TEST_DATABASE_URL = cluster.url
const began = performance.now()
try {
  const seed = option('seed', Date.now() % 2 ** 31)
  console.log(`seed ${seed}`)
  const { violations, rows } = await proveLockers({
    parcels: option('parcels', 10_000),
    kills: option('kills', 10),
    clients: 16,
    seed,
    printLine: (line) => console.log(line),
  })
  for (const [what, times] of rows) console.log(`${String(times).padStart(8)}  ${what}`)
  console.log(
    `${String(violations.length).padStart(8)}  violations, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  for (const line of violations) console.log(`          ${line}`)
  process.exitCode = violations.length > 0 ? 1 : 0
} finally {
  cluster.stop()
}
