import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { worstBodies } from './attack/worst-bodies.ts'
import { startThrowAwayCluster } from './postgres.ts'

/**
 * `npm run prove:attack`: attacks the product on this machine only (loopback and local sockets), each part limited in
 * count and time, and prints what was tried and what failed. CI runs the same parts with smaller numbers. `--bodies
 * N` (100,000) sets the number of hostile bodies.
 */
const root = path.join(import.meta.dirname, '..')
const option = (name: string, standard: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}

interface Outcome {
  what: string
  tried: string
  failed: string[]
  seconds: number
}

interface Report {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** The parts that are tests: what they attack, and their files. */
const parts: readonly { what: string; project: string; files: readonly string[] }[] = [
  {
    what: 'every endpoint × every identity × ids of others; hostile names and values',
    project: 'server',
    files: [
      'server/tests/tenancy.test.ts',
      'server/tests/permissions-matrix.test.ts',
      'server/tests/bad-input.test.ts',
      'server/tests/hostile-names.test.ts',
      'server/src/settings/secrets.test.ts',
    ],
  },
  {
    what: 'sessions, origins, headers, limits before the parser, files',
    project: 'server',
    files: [
      'server/tests/attack.test.ts',
      'server/src/http/other-origins.test.ts',
      'server/src/http/server-limits.test.ts',
      'server/src/realtime',
      'server/src/identity',
      'server/src/files',
    ],
  },
  {
    what: 'leaked keys: destinations, credentials and ways to sign in are confirmed; restored secrets',
    project: 'server',
    files: [
      'server/src/identity/second-factor/step-up.test.ts',
      'server/src/integrations',
      'server/src/settings',
      'server/src/ops/backup',
      'server/src/ops/rotate-secret.test.ts',
    ],
  },
  {
    what: 'files made to hold up everybody else, and files that say something else than they seem to',
    project: 'server',
    files: [
      'server/tests/worst-files.test.ts',
      'server/src/imports',
      'server/src/maps',
      'server/src/kit/threads.test.ts',
    ],
  },
  {
    what: 'races: repeats, money, PINs, actions, two processes',
    project: 'server',
    files: [
      'server/src/http/idempotency.test.ts',
      'server/tests/processes.test.ts',
      'server/src/drivers',
      'server/src/payments',
      'server/src/billing',
      'server/src/ops/invariants',
    ],
  },
  {
    what: 'lost connections, a stopped database, kills, clocks, secrets, production starts',
    project: 'faults',
    files: ['tests/faults'],
  },
]

function runTests(part: (typeof parts)[number], url: string): Outcome {
  const started = performance.now()
  const report = path.join(root, '.cache', 'attack.json')
  fs.mkdirSync(path.dirname(report), { recursive: true })
  fs.rmSync(report, { force: true })
  spawnSync(
    'vitest',
    ['run', '--project', part.project, ...part.files, '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, stdio: 'ignore', env: { ...process.env, TEST_DATABASE_URL: url, ATTACK: 'long' } },
  )
  const seconds = (performance.now() - started) / 1000
  if (!fs.existsSync(report)) return { what: part.what, tried: '0 tests', failed: ['No test ran.'], seconds }
  const read = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  const failed = read.testResults.flatMap((file) => {
    const own = file.assertionResults.filter(({ status }) => status === 'failed').map((one) => one.fullName)
    return own.length === 0 && file.status === 'failed'
      ? [`${path.relative(root, file.name)} did not run`]
      : own
  })
  return { what: part.what, tried: `${read.numTotalTests} tests`, failed, seconds }
}

function runBodies(count: number): Outcome {
  const started = performance.now()
  const found = worstBodies({ total: count, seed: Date.now() % 2 ** 31, max_ms: 50 })
  return {
    what: 'hostile bodies up to the limit of each call, at most 50 ms of processor time',
    tried: `${found.tried} bodies, worst ${found.worst_ms.toFixed(0)} ms`,
    failed: [...found.odd, ...found.slow],
    seconds: (performance.now() - started) / 1000,
  }
}

const cluster = startThrowAwayCluster(['max_connections=200'])
if (!cluster) {
  console.error('PostgreSQL’s programs are not installed. Races, kills and lost connections need them.')
  process.exit(2)
}
const outcomes = [runBodies(option('bodies', 100_000)), ...parts.map((part) => runTests(part, cluster.url))]
cluster.stop()
for (const { what, tried, failed, seconds } of outcomes) {
  console.log(
    `${failed.length === 0 ? 'held  ' : 'FAILED'}  ${what}: ${tried}, ${failed.length} failed, ${seconds.toFixed(0)} s`,
  )
  for (const line of failed.slice(0, 20)) console.log(`          ${line}`)
}
process.exit(outcomes.some(({ failed }) => failed.length > 0) ? 1 : 0)
