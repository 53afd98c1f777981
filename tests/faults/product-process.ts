import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { giveDatabase } from '../../server/dev/test-kit/database/data-dir.ts'
import { freePort } from '../../server/dev/test-kit/free-port.ts'

const root = path.join(import.meta.dirname, '../..')

/** The secret that the test kit's own companies were made with. */
export const test_secret = 'a secret for tests that is long enough'

/** An installation that others can reach. */
export const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1:9' }

/** What a process of the product, or one of its scripts, is started with. */
export interface ProductOptions {
  /** A PostgreSQL server; an embedded database in `data_dir` unless given. */
  url?: string
  /** Kept when the process ends, with the secret in it; one of its own, and the secret of the test kit, unless given. */
  data_dir?: string
  /** `undefined` takes a variable away. */
  env?: Readonly<Record<string, string | undefined>>
  /** Of `npm start` unless said `--no-demo`. */
  args?: readonly string[]
  /** Words before the program, such as `unshare --pid`. */
  under?: readonly string[]
}

/** One process of the product, started as an operator starts it. */
export interface ProductProcess {
  web: string
  /** `PORT` and `API_PORT`. */
  ports: readonly number[]
  child: ChildProcess
  /** What it has printed so far. */
  printed(): string
  /** Whether it still runs. */
  isAlive(): boolean
  /** Ends it politely; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it as a power cut does; resolves when it is gone. */
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
      RATE_LIMIT_SCALE: '0',
      WEB_BUILD: 'off',
      ...about.env,
    },
  })
  let said = ''
  const onOutput = (piece: Buffer): void => {
    said += piece.toString()
  }
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
    if (!about.data_dir) fs.rmSync(dataDir, { recursive: true, force: true })
  })
  return { child, ports, printed: () => said, ended }
}

/** Starts a process of the product; resolves once it is ready, and rejects with what it said. */
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

/** What a script of the product printed, and its exit code. */
export interface Ended {
  code: number | null
  printed: string
}

/** Runs a script of the product to its end, or kills it as soon as it has printed something given. */
export async function runScript(script: string, about: ProductOptions, killAt?: string): Promise<Ended> {
  const { child, printed, ended } = await spawnScript(script, about)
  if (killAt !== undefined)
    child.stdout.on('data', () => {
      if (printed().includes(killAt)) child.kill('SIGKILL')
    })
  await ended
  return { code: child.exitCode, printed: printed() }
}

/** A start that is refused: what it said, without its steps and its log. */
export async function failedStart(about: ProductOptions): Promise<Ended> {
  const { code, printed } = await runScript('start.ts', { args: ['--no-demo'], ...about })
  const lines = printed.split('\n').filter((line) => line !== '' && !/^(\[\d+\.\d s\]|\{"level")/.test(line))
  return { code, printed: lines.join('\n') }
}

/** The TCP ports on which a process listens, lowest first, as the kernel tells (Linux). */
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
