import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutantsOf, type Mutant } from './mutants.ts'
import { startThrowAwayCluster } from '../postgres.ts'

const root = path.join(import.meta.dirname, '../..')
/** Modules whose handlers decide who may do what, in which state, with which fields and amounts. */
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
/** Another word is another sample. */
const seed = 'waybill 1'
/** SQL, drawn documents and what joins a module hold no rule of a handler. */
const without_rules = /(^|\/)(index|tables|store|[a-z-]+-store)\.ts$|\/documents\//
/** What is run when the tests of the module noticed nothing: calls of every kind of person, and settings that act. */
const wider_tests = [
  'server/tests/kinds-of-people.test.ts',
  'server/tests/what-viewers-read.test.ts',
  'server/tests/permissions-matrix.test.ts',
  'server/tests/journey.test.ts',
  'server/src/settings',
]
/** A change that makes tests hang is noticed. */
const longest_ms = 300_000
/** After this no further change is begun. */
const max_ms = 20 * 60_000

/**
 * Tries a fixed sample of small changes of the handlers on the server, two at a time, each in a run of its own on
 * PostgreSQL: first the tests of its module, then `wider_tests`. Answers how many were tried and which no test noticed.
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
    const work = async (): Promise<void> => {
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
    await Promise.all([work(), work()])
    if (waiting.length > 0) console.log(`  ${waiting.length} of ${all} were not tried in time.`)
    return { tried: all - waiting.length, survivors }
  } finally {
    stop()
  }
}

/** The sample: one change of each module, then the second of each, and so on, so that an early end misses none. */
function samples(): Mutant[] {
  const byModule = modules.map((name) => sampleOf(name))
  return Array.from({ length: sample_of_module }, (_, at) => byModule.flatMap((one) => one[at] ?? [])).flat()
}

/** Some changes of a module: the same ones while their lines stay as they are. */
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

/** The runs under way. */
const children = new Set<ChildProcess>()

/** Whether tests pass that were run without a change, by their names. */
const unchanged = new Map<string, Promise<boolean>>()

/** Whether tests fail because of a change; throws when they fail without it too. */
async function fails(mutant: Mutant, url: string, tests: readonly string[]): Promise<boolean> {
  if (await passes(mutant, url, tests)) return false
  const name = tests.join(', ')
  const known = unchanged.get(name) ?? passes(null, url, tests)
  unchanged.set(name, known)
  if (!(await known)) throw new Error(`${name}: fail without a change.`)
  return true
}

/** Whether tests pass with a change, or without one. */
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
