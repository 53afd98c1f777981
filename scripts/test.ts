import path from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { buildWeb } from '../server/src/main/run.ts'
import { installPrograms } from './programs.ts'

/**
 * `npm test` runs the gate that every change must pass; `npm run test:all` (`--all`) also runs what
 * `vitest.config.ts` leaves out of the gate. `--check` adds types, lint, format and unused code, and fails when a
 * test was not run. All files come from one queue with one slot per core. A failed file runs once more, alone; a case
 * that then passes is reported as flaky. The last line prints the totals.
 */
const root = path.join(import.meta.dirname, '..')
const options = new Set(process.argv.slice(2))
process.env.TEST_SCOPE = options.has('--all') ? 'all' : 'gate'
if (options.has('--all')) process.env.TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
process.env.NODE_ENV ??= 'test'
process.env.VITEST = 'true'
// Share the compile cache, so that a module is compiled once for all processes.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/programs')

interface Failure {
  file: string
  project: string
  title: string
  message: string
}

const began = performance.now()
const missing = installPrograms()
await buildWeb(root, (step) => console.log(step))
const vitest = await createVitest('test', {
  root,
  watch: false,
  reporters: ['default'],
  project: [
    '*',
    ...(options.has('--check') ? [] : ['!checks']),
    ...(missing.includes('chromium') ? ['!browser', '!components'] : []),
  ],
})
const { testModules, unhandledErrors } = await vitest.start()
const broken = testModules.filter(isBroken)
const failedFirst = broken.flatMap(failuresOf)
const failed = await runAgain(broken)
const flaky = failedFirst.filter((one) => !failed.some((other) => nameOf(other) === nameOf(one)))
const modules = vitest.state.getTestModules()
printTimes(modules)
const notRun = skippedEverywhere(modules)
if (missing.includes('chromium')) notRun.push(...(await browserFiles()))
process.exitCode = 0
await vitest.close()
const isClosedWell = process.exitCode === 0
report()

/** Whether a file failed, or its process ended before the file had run. */
function isBroken(module: TestModule): boolean {
  return !module.ok() || !['passed', 'skipped'].includes(module.state())
}

/** Runs each of these files once more, alone, with the same seed; returns what failed again. */
async function runAgain(files: readonly TestModule[]): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const file of files) {
    // Vitest returns every file of the run.
    const { testModules: all } = await vitest.runTestSpecifications([file.toTestSpecification()])
    const ran = all.find((one) => one.moduleId === file.moduleId && one.project.name === file.project.name)
    if (!ran || isBroken(ran)) failures.push(...failuresOf(ran ?? file))
  }
  return failures
}

function nameOf({ file, title, project }: Failure): string {
  return `${path.relative(root, file)} › ${title} [${project}]`
}

/** Returns the failures of a file: its cases, and its hooks or imports. */
function failuresOf(module: TestModule): Failure[] {
  const about = { file: module.moduleId, project: module.project.name }
  const cases = [...module.children.allTests('failed')].map((one) => ({
    ...about,
    title: one.fullName,
    message: (one.result().errors ?? []).map(textOf).join('\n'),
  }))
  const others = [module, ...module.children.allSuites()].flatMap((one) =>
    one.errors().map((error) => ({
      ...about,
      title: one.type === 'suite' ? one.fullName : 'the file',
      message: textOf(error),
    })),
  )
  const found = [...cases, ...others]
  return found.length > 0
    ? found
    : [{ ...about, title: 'the file', message: 'Its process ended before all its cases had run.' }]
}

function textOf({ message, stacks }: { message: string; stacks?: { file: string; line: number }[] }): string {
  const places = (stacks ?? []).slice(0, 3).map(({ file, line }) => `    at ${file}:${line}`)
  return [message, ...places].join('\n').slice(0, 2_000)
}

/** Prints the time of each project, summed over its files, and the slowest files. */
function printTimes(all: readonly TestModule[]): void {
  const times = all.map((module) => ({ module, seconds: secondsOf(module) }))
  const line = (name: string, seconds: number, more: string) =>
    console.log(`${name.padEnd(64)}${String(Math.round(seconds)).padStart(5)} s  ${more}`)
  console.log('\n── time, added up over files ──')
  for (const project of new Set(all.map((one) => one.project.name))) {
    const own = times.filter(({ module }) => module.project.name === project)
    const tests = own.reduce((sum, { module }) => sum + [...module.children.allTests()].length, 0)
    const seconds = own.reduce((sum, one) => sum + one.seconds, 0)
    line(project, seconds, `${own.length} files, ${tests} tests`)
  }
  console.log('── longest files ──')
  for (const { module, seconds } of times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 12))
    line(module.relativeModuleId, seconds, module.project.name)
  console.log(`\n${Math.round((performance.now() - began) / 1000)} s in all`)
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
}

/** Returns the cases that no project ran, because a program they need is missing. */
function skippedEverywhere(all: readonly TestModule[]): string[] {
  const ran = new Set<string>()
  const skipped = new Map<string, string>()
  for (const module of all)
    for (const test of module.children.allTests()) {
      const name = `${module.relativeModuleId} › ${test.fullName}`
      const result = test.result()
      if (result.state === 'skipped') skipped.set(name, result.note ? `${name} (${result.note})` : name)
      else ran.add(name)
    }
  return [...skipped].filter(([name]) => !ran.has(name)).map(([, line]) => line)
}

async function browserFiles(): Promise<string[]> {
  const specifications = await vitest.globTestSpecifications()
  return specifications
    .filter(({ project }) => /^(browser|components)/.test(project.name))
    .map(({ moduleId }) => `${moduleId} (needs Chromium)`)
}

/** Prints failures, flaky cases, tests that were not run and the totals, and ends the process. */
function report(): never {
  const red = (text: string) => (process.env.NO_COLOR ? text : `\u001B[31m${text}\u001B[39m`)
  for (const one of failed) console.log(`\n${red('FAILED')} ${nameOf(one)}\n${one.message}`)
  for (const error of unhandledErrors)
    console.log(`\n${red('FAILED')} outside of a test\n${textOf(error as { message: string })}`)
  for (const one of flaky) console.log(`\n${one.message}\n${red(`flaky: ${nameOf(one)}`)}`)
  for (const line of notRun) console.log(`not run: ${line}`)
  if (missing.length > 0) console.log(`Missing here: ${missing.join(', ')}.`)
  if (missing.includes('postgresql'))
    console.log('Server tests ran on the embedded database only, not on PostgreSQL.')
  if (process.env.TEST_SEED) console.log(`TEST_SEED=${process.env.TEST_SEED}`)
  const cases = modules.flatMap((one) => [...one.children.allTests()])
  const passed = cases.filter((one) => one.result().state === 'passed').length
  const failures = new Set(failed.map(nameOf)).size + unhandledErrors.length + (isClosedWell ? 0 : 1)
  console.log(
    `\n${passed} passed, ${failures} failed${notRun.length > 0 ? `, ${notRun.length} skipped` : ''}`,
  )
  const isComplete = notRun.length === 0 || !options.has('--check')
  process.exit(failures === 0 && isComplete ? 0 : 1)
}
