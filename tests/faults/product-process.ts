import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { giveDatabase } from '../../server/dev/test-kit/database/data-dir.ts'
import { freePort } from '../../server/dev/test-kit/free-port.ts'

const root = path.join(import.meta.dirname, '../..')

/** The secret that the companies of the test kit were created with. */
export const test_secret = 'a secret for tests that is long enough'

/** Environment of an installation that others can reach. */
export const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' }

/** Options to start a product process or one of its scripts. */
export interface ProductOptions {
  /** URL of a PostgreSQL server. Default: an embedded database in `data_dir`. */
  url?: string
  /**
   * Data directory, kept with its secret when the process ends. Default: a temporary one, with the secret of the test
   * kit.
   */
  data_dir?: string
  /** Additional environment variables; `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>
  /** Arguments of the script. Default for `npm start`: `--no-demo`. */
  args?: readonly string[]
  /** Command before the program, such as `unshare --pid`. */
  under?: readonly string[]
}

/** One product process, started as an operator starts it. */
export interface ProductProcess {
  web: string
  /** `PORT` and `API_PORT`. */
  ports: readonly number[]
  child: ChildProcess
  /** Returns its output so far. */
  printed(): string
  /** Whether it is still running. */
  isAlive(): boolean
  /** Stops it with SIGTERM; resolves when it has ended. */
  stop(): Promise<void>
  /** Kills it with SIGKILL, as a power cut would; resolves when it has ended. */
  kill(): Promise<void>
}

async function spawnScript(script: string, about: ProductOptions) {
  const ports = [await freePort(), await freePort()]
  const dataDir = about.data_dir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-process-'))
  if (!about.data_dir && !about.url) await giveDatabase(dataDir)
  const [program = '', ...words] = [
    ...(about.under ?? []),
    process.execPath,
    path.join(root, 'scripts', script),
    ...(about.args ?? []),
  ]
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: undefined,
      DATABASE_URL: about.url,
      DATA_DIR: dataDir,
      WAYBILL_SECRET: about.data_dir ? undefined : test_secret,
      HOST: '127.0.0.1',
      PORT: String(ports[0]),
      API_PORT: String(ports[1]),
      THIRD_PARTY_PORT: '0',
      MAIL_PORT: '0',
      SMS_PORT: '0',
      PAYMENTS_PORT: '0',
      INTEGRATIONS_PORT: '0',
      LOCKERS_PORT: '0',
      RATE_LIMIT_SCALE: '0',
      WEB_BUILD: 'off',
      ...about.env,
    },
  })
  let output = ''
  const onOutput = (piece: Buffer): void => {
    output += piece.toString()
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
    if (!about.data_dir) fs.rmSync(dataDir, { recursive: true, force: true })
  })
  return { child, ports, printed: () => output, ended }
}

/** Starts a product process. Resolves once it is ready; rejects with its output when it ends before. */
export async function startProduct(about: ProductOptions): Promise<ProductProcess> {
  const { child, ports, printed, ended } = await spawnScript('start.ts', { args: ['--no-demo'], ...about })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (printed().includes('is ready')) resolve()
    })
    void ended.then(() => reject(new Error(`The process ended before it was ready: ${printed()}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isAlive()) child.kill(signal)
    await ended
  }
  return {
    web: `http://127.0.0.1:${ports[0]}`,
    ports,
    child,
    printed,
    isAlive,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The output and exit code of a product script. */
export interface Ended {
  code: number | null
  printed: string
}

/** Runs a product script to its end, or kills it as soon as it has printed `killAt`. */
export async function runScript(script: string, about: ProductOptions, killAt?: string): Promise<Ended> {
  const { child, printed, ended } = await spawnScript(script, about)
  if (killAt !== undefined)
    child.stdout.on('data', () => {
      if (printed().includes(killAt)) child.kill('SIGKILL')
    })
  await ended
  return { code: child.exitCode, printed: printed() }
}

/** Runs a start that is expected to fail. Returns its output without progress steps and log lines, and its exit code. */
export async function failedStart(about: ProductOptions): Promise<Ended> {
  const { code, printed } = await runScript('start.ts', { args: ['--no-demo'], ...about })
  const lines = printed.split('\n').filter((line) => line !== '' && !/^(\[\d+\.\d s\]|\{"level")/.test(line))
  return { code, printed: lines.join('\n') }
}

/** Returns the TCP ports on which a process listens, lowest first, as reported by the kernel (Linux). */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = fs.readlinkSync(`/proc/${pid}/fd/${fd}`)
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []
    }),
  )
  const ports = ['tcp', 'tcp6'].flatMap((kind) =>
    fs
      .readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  )
  return ports.sort((one, other) => one - other)
}
