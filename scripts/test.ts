import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findChromium } from './chromium.ts'
import { startThrowAwayCluster } from './postgres.ts'
import { buildWeb } from '../server/src/app/run.ts'

/**
 * `npm test`: every test on the embedded database, then the server's tests again on PostgreSQL when a server is given
 * (`TEST_DATABASE_URL`) or its programs are installed. Browsers run once: what the database decides, such as the whole
 * journey through the API, is in the server's tests. Ends with one line of totals.
 */
const root = path.join(import.meta.dirname, '..')
const reports: string[] = []

function runVitest(name: string, projects: readonly string[], env: Record<string, string>): number {
  const report = path.join(root, '.cache', `test-${name}.json`)
  fs.mkdirSync(path.dirname(report), { recursive: true })
  fs.rmSync(report, { force: true })
  reports.push(report)
  console.log(`\n── ${name} ──`)
  const result = spawnSync(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    },
  )
  return result.status ?? 1
}

const chromium = findChromium()
buildWeb(root, (step) => console.log(step))
let failed = runVitest('embedded', ['domain', 'web', 'house', 'server', 'browser'], {
  CHROMIUM_PATH: chromium,
  TEST_DATABASE_URL: '',
})
const cluster = process.env.TEST_DATABASE_URL ? null : startThrowAwayCluster()
const url = process.env.TEST_DATABASE_URL ?? cluster?.url
if (url)
  failed += runVitest('postgresql', ['server'], {
    CHROMIUM_PATH: chromium,
    TEST_DATABASE_URL: url,
  })
else console.log('\nNo PostgreSQL programs found: the second run on a real server was left out.')
cluster?.stop()

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
const totals = { passed: 0, failed: 0 }
for (const file of reports) {
  const report = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : null
  totals.passed += report?.numPassedTests ?? 0
  totals.failed += report ? report.numFailedTests + sayFailures(report) : 1
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)

/** Names what failed at the very end, where a cut-off log still shows it; answers how many files failed as a whole. */
function sayFailures(report: Report): number {
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
