import fs from 'node:fs'
import path from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { tryHandlers } from './mutate-handlers.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

/**
 * `npm run mutate [-- <module> …] [-- --all]`: changes the domain rules one small step at a time and runs the tests
 * of their module. A change that no test notices is listed as a survivor. Without `--all`, a fixed sample of each
 * module is tried, the same for the same code. The module `server` means the handlers of the server
 * (`mutate-handlers.ts`). Fails when the tests of a module notice fewer changes than `floor` percent.
 */
const modules = ['shipments', 'rates', 'billing', 'payments', 'hub', 'identity', 'settings']
/** Minimum share of mutants per module that the tests must notice, in percent. */
const floor = 85
const sample_size = 60

const root = path.join(import.meta.dirname, '../..')
/** Files with declarations only; the tests of the code that uses them cover their content. */
const declaring = /(^|\/)(api|[a-z-]+-api|settings|live-settings|model|events|catalogue|sections)\.ts$/

/** Returns `size` evenly spaced items of a list, the same ones each time. */
function sampled<One>(all: readonly One[], size: number): One[] {
  const step = Math.max(1, all.length / size)
  return Array.from({ length: Math.min(size, all.length) }, (_, at) => all[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  )
}

let changed: Mutant | null = null

async function open(name: string): Promise<Vitest> {
  return createVitest(
    'test',
    {
      config: false,
      root,
      include: [`domain/src/${name}/**/*.test.ts`],
      watch: false,
      pool: 'threads',
      bail: 1,
      reporters: [{}],
      fsModuleCache: false,
      testTimeout: 10_000,
    },
    {
      plugins: [
        {
          name: 'mutate',
          enforce: 'pre',
          transform: (code, id) => {
            if (!changed || id.split('?')[0] !== changed.file) return null
            const source = fs.readFileSync(changed.file, 'utf8')
            return source.slice(0, changed.start) + changed.text + source.slice(changed.end)
          },
        },
      ],
    },
  )
}

async function tryModule(name: string, isWhole: boolean): Promise<{ tried: number; survivors: Mutant[] }> {
  const folder = path.join(root, 'domain/src', name)
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts') && !declaring.test(one))
    .map((one) => path.join(folder, one))
    .toSorted()
  const all = files.flatMap((file) => mutantsOf(file))
  const chosen = isWhole ? all : sampled(all, sample_size)
  const vitest = await open(name)
  try {
    const specifications = await vitest.globTestSpecifications()
    const passes = async (): Promise<boolean> => {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false)
      return unhandledErrors.length === 0 && testModules.every((one) => one.ok())
    }
    if (!(await passes())) throw new Error(`The tests of ${name} fail without a change.`)
    const survivors: Mutant[] = []
    for (const mutant of chosen) {
      changed = mutant
      vitest.invalidateFile(mutant.file)
      if (await passes()) survivors.push(mutant)
      changed = null
      vitest.invalidateFile(mutant.file)
    }
    return { tried: chosen.length, survivors }
  } finally {
    await vitest.close()
  }
}

const requested = process.argv.slice(2).filter((one) => !one.startsWith('-'))
let is_low = false
for (const name of requested.length > 0 ? requested : [...modules, 'server']) {
  const start = performance.now()
  const { tried, survivors } = await (name === 'server'
    ? tryHandlers()
    : tryModule(name, process.argv.includes('--all')))
  const share = tried === 0 ? 100 : Math.floor(((tried - survivors.length) / tried) * 100)
  is_low ||= share < floor
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`${name}: ${share} % of ${tried} changes noticed (${seconds} s)`)
  for (const { file, line, was, text } of survivors)
    console.log(`  ${path.relative(root, file)}:${line}  ${was}  →  ${text}`)
}
if (is_low) {
  console.log(`Fewer than ${floor} % were noticed.`)
  process.exitCode = 1
}
