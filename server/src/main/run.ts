import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { product_name } from '@waybill/domain/kit/app'
import { config } from '../kit/config.ts'
import { openEmbedded } from '../kit/embedded/open.ts'
import type { DemoFilling, DevelopmentServices } from './development.ts'
import { requirePrivate, installationOf, type Installation } from './installation.ts'
import { requireFreePort } from './listen-at.ts'
import { no_set_up, superviseWorkers, toSupervisor } from './workers.ts'

/** Prints a line for the user at the terminal. Logs have their own format. */
function printOut(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Implements `npm start`: builds the web app when it is missing or outdated, boots, prints the URLs, and shuts down
 * gracefully. With `WORKERS` above 1, starts that many processes of itself instead of booting.
 */
export async function run(about: {
  root: string
  args: readonly string[]
  /** Loaded only in a local installation. */
  development?: () => Promise<DevelopmentServices>
}): Promise<void> {
  const started = performance.now()
  const isOneOfMore = about.args.includes(no_set_up)
  const printLine = isOneOfMore ? () => undefined : printOut
  const step = (text: string) => printLine(`[${((performance.now() - started) / 1000).toFixed(1)} s] ${text}`)
  if (Number(process.versions.node.split('.')[0]) < 24)
    fail(
      `This needs Node 24, which npm ci installs beside the code. It is running on ${process.version}; start it with npm start.`,
    )
  const { HOST: host, PORT: port, API_PORT: apiPort, DATABASE_URL: databaseUrl } = config
  const installation = decided(() => installationOf(host, config.environment))
  const dataDir = path.resolve(config.DATA_DIR ?? path.join(about.root, 'data'))
  decided(() => requirePrivate(dataDir, installation))
  // In parallel with the database, because each takes seconds on a first start.
  const web = config.WEB_BUILD !== 'off' && cluster.isPrimary ? buildWeb(about.root, step) : undefined
  if (config.WORKERS > 1 && cluster.isPrimary) {
    decided(() => requireSharedDatabase(installation))
    try {
      await web
      await requireFreePort(host, port, 'PORT')
      await requireFreePort(host, apiPort, 'API_PORT')
    } catch (error) {
      fail((error as Error).message)
    }
    return superviseWorkers(config.WORKERS, about.args, printLine)
  }
  step(databaseUrl ? 'Connecting to PostgreSQL' : `Opening the embedded database in ${dataDir}`)
  const embedded = databaseUrl ? undefined : openEmbedded(dataDir)
  embedded?.catch(() => undefined)
  try {
    // In parallel with the start of the database thread, because each takes seconds on a first start.
    const [{ boot }, { firstStart }, development] = await Promise.all([
      import('./boot.ts'),
      import('./first-start.ts'),
      installation.is_local ? about.development?.() : undefined,
    ])
    let filling: DemoFilling | null = null
    const running = await boot({
      host,
      port,
      api_port: apiPort,
      data_dir: dataDir,
      database_url: databaseUrl,
      embedded,
      web,
      onStep: step,
      development,
      setUp: async ({ runtime }) => {
        if (isOneOfMore) return
        const withDemo = !about.args.includes('--no-demo')
        filling = await firstStart(runtime, {
          installation,
          with_demo: withDemo,
          demonstration: development?.demonstration,
          step,
        })
      },
    })
    step(`${product_name} is ready`)
    if (cluster.isWorker) toSupervisor({ type: 'ready' })
    printLine('')
    printLine(`  Web app   ${running.runtime.web_url}`)
    printLine(`  API       ${running.runtime.api_url}   (reference at ${running.runtime.web_url}/api-docs)`)
    for (const { name, url } of running.addresses) printLine(`  ${name.padEnd(9)} ${url}`)
    printLine('')
    development?.demonstration.signIns(dataDir, running.runtime.web_url).forEach(printLine)
    let stopping = false
    const stop = () => {
      if (stopping) return
      stopping = true
      printLine('Stopping: finishing current work.')
      filling?.stop()
      const settled = (filling?.done ?? Promise.resolve()).then(() => running.close())
      settled.then(
        () => process.exit(0),
        (error: Error) => fail(error.message),
      )
    }
    process.on('unhandledRejection', (reason) => {
      const error = reason instanceof Error ? reason.stack : String(reason)
      running.runtime.log.error({ error }, 'unhandled promise rejection')
    })
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** Throws when the database or the outside services of an installation serve one process only. */
function requireSharedDatabase({ is_local }: Installation): void {
  if (!config.DATABASE_URL)
    throw new Error(
      'WORKERS above 1 needs a PostgreSQL server (DATABASE_URL): one process opens the embedded database.',
    )
  if (is_local)
    throw new Error(
      'WORKERS above 1 needs NODE_ENV=production: the stand-ins for outside services of a local installation run in one process.',
    )
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Returns the result of `decide`. An error prints its message and exits the process. */
function decided<Decision>(decide: () => Decision): Decision {
  try {
    return decide()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** Builds the web app when its output is missing or older than its sources. A failure ends the process. */
export async function buildWeb(root: string, step: (text: string) => void): Promise<void> {
  const output = path.join(root, 'web/dist/index.html')
  const newest = Math.max(
    ...['web/src', 'web/public', 'domain/src'].map((folder) => newestIn(path.join(root, folder))),
    timeOf(path.join(root, 'web/index.html')),
    timeOf(path.join(root, 'web/vite.config.ts')),
    timeOf(path.join(root, 'package-lock.json')),
  )
  if (timeOf(output) >= newest) return
  step('Building the web app (once, about 10 seconds)')
  const build = spawn('npm', ['run', 'build', '-w', '@waybill/web', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The environment of a test would build the slower, larger development bundle.
    env: { ...config.environment, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) fail('The web app could not be built. The lines above say why.')
}

function newestIn(folder: string): number {
  if (!fs.existsSync(folder)) return 0
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .reduce((newest, entry) => Math.max(newest, timeOf(path.join(entry.parentPath, entry.name))), 0)
}

function timeOf(file: string): number {
  return fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0
}
