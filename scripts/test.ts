import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { findChromium } from './chromium.ts'
import { startThrowAwayCluster } from './postgres.ts'
import { buildWeb } from '../server/src/app/run.ts'

/**
 * `npm test` is the gate that a change must pass; `npm run test:all` (`--all`) also runs the files that
 * `vitest.config.ts` leaves out of the gate. Server tests run on the embedded database, then again on PostgreSQL when
 * `TEST_DATABASE_URL` names a server or PostgreSQL's programs are installed. `--check` adds types, lint and format.
 * The last line has the totals.
 */
const root = path.join(import.meta.dirname, '..')
/** Read by `vitest.config.ts`. */
const scope = { TEST_SCOPE: process.argv.includes('--all') ? 'all' : 'gate' }
/** The report of each run of tests, by its name. */
const report_files = new Map<string, string>()
const durations: { name: string; seconds: number }[] = []

/** Runs a command to its end and answers its exit code; `quiet` holds back what it prints until then. */
async function run(
  name: string,
  command: string,
  args: readonly string[],
  { env = {}, quiet = false }: { env?: Record<string, string>; quiet?: boolean } = {},
): Promise<number> {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...scope, ...env },
    shell: process.platform === 'win32',
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => void printed.push(bytes))
  const [code] = (await once(child, 'close')) as [number | null]
  if (quiet) console.log(`\n── ${name} ──\n${Buffer.concat(printed).toString()}`)
  durations.push({ name, seconds: (performance.now() - started) / 1000 })
  return code ?? 1
}

function runVitest(name: string, projects: readonly string[], env: Record<string, string>): Promise<number> {
  const report = path.join(root, '.cache', `test-${name}.json`)
  fs.mkdirSync(path.dirname(report), { recursive: true })
  fs.rmSync(report, { force: true })
  report_files.set(name, report)
  console.log(`\n── ${name} ──`)
  return run(
    name,
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  )
}

const chromium = findChromium()
buildWeb(root, (step) => console.log(step))
const embedded = { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: '' }
let failed = await runVitest('embedded', ['domain', 'web', 'architecture', 'components', 'server'], embedded)
const cluster = process.env.TEST_DATABASE_URL ? null : startThrowAwayCluster()
const url = process.env.TEST_DATABASE_URL ?? cluster?.url
const on_server = url === undefined ? null : { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url }
const checking = process.argv.includes('--check')
  ? run('types, lint, format', 'npm', ['run', 'check:code', '--silent'], { quiet: true })
  : Promise.resolve(0)
const faults = async () => (on_server ? runVitest('faults', ['faults'], on_server) : 0)
const [browser, checks, ...others] = await Promise.all([
  runVitest('browser', ['browser'], embedded),
  checking,
  checking.then(faults),
])
failed += browser + checks + others[0]
if (on_server) failed += await runVitest('postgresql', ['server'], on_server)
else console.log('\nNo PostgreSQL programs found: the second run on a real server was left out.')
cluster?.stop()
const reports = new Map([...report_files].map(([name, file]) => [name, readReport(file)]))
printTimes()
if (checks !== 0) console.log('\nFAILED npm run check:code: its lines stand above.')

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
const totals = { passed: 0, failed: 0 }
for (const report of reports.values()) {
  totals.passed += report?.numPassedTests ?? 0
  totals.failed += report ? report.numFailedTests + printFailures(report) : 1
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)

/** What a run of tests has written; `null` when it ended before it could. */
function readReport(file: string): Report | null {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : null
}

/** Where the time went: each run from start to end, and the time of all files of each project of it, two at a time. */
function printTimes(): void {
  const line = (name: string, seconds: number, more = '') =>
    console.log(`${name.padEnd(24)}${String(Math.round(seconds)).padStart(6)} s${more}`)
  console.log('\n── time ──')
  for (const { name, seconds } of durations) {
    line(name, seconds)
    const sums = new Map<string, { seconds: number; tests: number }>()
    for (const one of reports.get(name)?.testResults ?? []) {
      const project = projectOf(path.relative(root, one.name))
      const sum = sums.get(project) ?? { seconds: 0, tests: 0 }
      sum.seconds += (one.endTime - one.startTime) / 1000
      sum.tests += one.assertionResults.length
      sums.set(project, sum)
    }
    for (const [project, sum] of sums) line(`  ${project}`, sum.seconds, `  ${sum.tests} tests`)
  }
}

/** The project a test file belongs to, by where it stands. */
function projectOf(file: string): string {
  if (file.endsWith('.browser.test.tsx')) return 'components'
  const [folder = '', inner = ''] = file.split('/')
  if (folder !== 'tests') return folder
  return inner === 'e2e' ? 'browser' : inner === 'faults' ? 'faults' : 'architecture'
}

/** Names what failed at the very end, where a cut-off log still shows it; answers how many files failed as a whole. */
function printFailures(report: Report): number {
  let broken = 0
  for (const file of report.testResults) {
    const name = path.relative(root, file.name)
    const failures = file.assertionResults.filter((one) => one.status === 'failed')
    if (file.status === 'failed' && failures.length === 0) {
      broken += 1
      console.log(`\nFAILED ${name}\n${file.message}`)
    }
    for (const one of failures)
      console.log(`\nFAILED ${name}: ${one.fullName}\n${one.failureMessages.join('\n').slice(0, 2_000)}`)
  }
  return broken
}
process.exit(failed === 0 && totals.failed === 0 ? 0 : 1)
