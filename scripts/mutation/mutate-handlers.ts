import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutantsOf, type Mutant } from './mutants.ts'
import { startThrowAwayCluster } from '../postgres.ts'

const root = path.join(import.meta.dirname, '../..')
/** Modules whose handlers check permissions, states, fields and amounts. */
const modules = [
  'shipments',
  'accounts',
  'identity',
  'billing',
  'payments',
  'collections',
  'claims',
  'drivers',
  'hub',
]
const sample_of_module = 6
/** Another seed gives another sample. */
const seed = 'waybill 1'
/** Files without handler rules: SQL, documents and module wiring. */
const without_rules = /(^|\/)(index|tables|store|[a-z-]+-store)\.ts$|\/documents\//
/**
 * Tests to run when the tests of the module do not fail: calls of every kind of user, settings that have an effect,
 * and modules that use most others.
 */
const wider_tests = [
  'server/tests/kinds-of-people.test.ts',
  'server/tests/what-viewers-read.test.ts',
  'server/tests/permissions-matrix.test.ts',
  'server/tests/journey.test.ts',
  'server/src/accounts/open-account.test.ts',
  'server/src/claims',
  'server/src/rates/revisions.test.ts',
  'server/src/settings',
]
/** A mutant that makes the tests hang counts as noticed, after this time in ms. */
const longest_ms = 300_000
/** After this time in ms, no further mutant is started. */
const max_ms = 20 * 60_000

/**
 * Tries a fixed sample of handler mutants on the server, two at a time, each in a separate run on PostgreSQL: first
 * the tests of its module, then `wider_tests`. Returns how many were tried, and the survivors that no test noticed.
 */
export async function tryHandlers(): Promise<{ tried: number; survivors: Mutant[] }> {
  const cluster = startThrowAwayCluster(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])
  if (!cluster) throw new Error('Install PostgreSQL: handlers are tried on it.')
  const stop = (): void => {
    for (const child of children) child.kill()
    cluster.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stop()
      process.exit(1)
    })
  try {
    const waiting = samples()
    const all = waiting.length
    const survivors: Mutant[] = []
    const until = performance.now() + max_ms
    const runWorker = async (): Promise<void> => {
      while (performance.now() < until) {
        const mutant = waiting.shift()
        if (!mutant) return
        const noticed = await isNoticed(mutant, cluster.url)
        if (!noticed) survivors.push(mutant)
        const { file, line, was, text } = mutant
        const change = `${path.relative(root, file)}:${line}  ${was}  →  ${text}`
        console.log(`  ${noticed ? 'noticed' : 'NOT NOTICED'}  ${change}`)
      }
    }
    await Promise.all([runWorker(), runWorker()])
    if (waiting.length > 0) console.log(`  ${waiting.length} of ${all} were not tried in time.`)
    return { tried: all - waiting.length, survivors }
  } finally {
    stop()
  }
}

/**
 * Returns the sample: one mutant of each module, then the second of each, and so on, so that an early end leaves out
 * no module.
 */
function samples(): Mutant[] {
  const byModule = modules.map((name) => sampleOf(name))
  return Array.from({ length: sample_of_module }, (_, at) => byModule.flatMap((one) => one[at] ?? [])).flat()
}

/** Returns some mutants of a module; the selection stays the same while their lines do not change. */
function sampleOf(name: string): Mutant[] {
  const folder = path.join(root, 'server/src', name)
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts') && !without_rules.test(`/${one}`))
    .toSorted()
  const keyed = files.flatMap((file) => {
    const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n')
    return mutantsOf(path.join(folder, file), { guards: true, lists: true }).map((mutant) => {
      const about = [seed, name, file, lines[mutant.line - 1]?.trim(), mutant.was, mutant.text]
      return { mutant, key: createHash('sha256').update(about.join('\n')).digest('hex') }
    })
  })
  return keyed
    .toSorted((one, other) => one.key.localeCompare(other.key))
    .slice(0, sample_of_module)
    .map(({ mutant }) => mutant)
}

async function isNoticed(mutant: Mutant, url: string): Promise<boolean> {
  const [, , name = ''] = path.relative(root, mutant.file).split(path.sep)
  return (await fails(mutant, url, [`server/src/${name}/`])) || fails(mutant, url, wider_tests)
}

/** Running test processes. */
const children = new Set<ChildProcess>()

/** Whether the tests pass without a mutant, by the names of the tests. */
const unchanged = new Map<string, Promise<boolean>>()

/** Whether tests fail because of a mutant; throws when they also fail without it. */
async function fails(mutant: Mutant, url: string, tests: readonly string[]): Promise<boolean> {
  if (await passes(mutant, url, tests)) return false
  const name = tests.join(', ')
  const known = unchanged.get(name) ?? passes(null, url, tests)
  unchanged.set(name, known)
  if (!(await known)) throw new Error(`${name}: fail without a change.`)
  return true
}

/** Whether the tests pass with a mutant, or without one when `mutant` is null. */
function passes(mutant: Mutant | null, url: string, tests: readonly string[]): Promise<boolean> {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'load-mutant.ts')).href
  const args = ['run', '--project', 'server', '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot']
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...tests],
      {
        cwd: root,
        stdio: 'ignore',
        timeout: longest_ms,
        env: {
          ...process.env,
          NODE_OPTIONS: `--import=${hook}`,
          TEST_DATABASE_URL: url,
          TEST_SCOPE: 'gate',
          MUTANT: JSON.stringify(mutant),
        },
      },
    )
    children.add(child)
    child.once('error', reject)
    child.once('exit', (code) => {
      children.delete(child)
      resolve(code === 0)
    })
  })
}
