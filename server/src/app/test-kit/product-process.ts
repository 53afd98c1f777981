import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../../..')

/** What a process of the product is started with; its environment knows nothing of the one the tests run in. */
export interface ProductOptions {
  port: number
  data_dir: string
  /** An embedded database unless given. */
  url?: string
  /** Beyond the ports and the folder; `undefined` takes one away. */
  env?: Readonly<Record<string, string | undefined>>
  args?: readonly string[]
  /** Words before the program, such as `unshare --pid`. */
  under?: readonly string[]
}

/** A process of the product as an operator starts it, ready to be asked. */
export interface ProductProcess {
  pid: number
  web: string
  /** Everything it has written so far. */
  said(): string
  /** Ends it politely; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it as a power cut does; resolves when it is gone. */
  kill(): Promise<void>
}

const not_inherited =
  /^(VITEST|TEST_|NODE_ENV|SMTP_|MAIL|INFOBIP_|WEB_URL|API_URL|DATABASE_URL|DATA_DIR|WAYBILL_)/

function spawnScript(script: string, about: ProductOptions) {
  const inherited = Object.entries(process.env).filter(([name]) => !not_inherited.test(name))
  const words = [
    ...(about.under ?? []),
    process.execPath,
    path.join(root, 'scripts', script),
    ...(about.args ?? []),
  ]
  const [program = '', ...rest] = words
  return spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      HOST: '127.0.0.1',
      PORT: String(about.port),
      API_PORT: String(about.port + 1),
      THIRD_PARTY_PORT: String(about.port + 2),
      MAIL_PORT: String(about.port + 3),
      SMS_PORT: String(about.port + 4),
      PAYMENTS_PORT: String(about.port + 5),
      INTEGRATIONS_PORT: String(about.port + 6),
      DATA_DIR: about.data_dir,
      WEB_BUILD: 'off',
      ...(about.url ? { DATABASE_URL: about.url, DATABASE_UNSAFE: 'allow' } : {}),
      ...about.env,
    },
  })
}

function listening(child: ReturnType<typeof spawnScript>) {
  let said = ''
  const hear = (piece: Buffer): void => {
    said += piece.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { said: () => said, ended }
}

/** Runs a script of the product to its end; what it wrote, and how it ended. */
export async function runScript(
  script: string,
  about: ProductOptions,
): Promise<{ code: number | null; said: string }> {
  const { said, ended } = listening(spawnScript(script, about))
  const code = await ended
  return { code, said: said() }
}

/** Starts the product and waits until it is ready; without the demonstration company unless `args` say otherwise. */
export async function startProduct(about: ProductOptions): Promise<ProductProcess> {
  const child = spawnScript('start.ts', { args: ['--no-demo'], ...about })
  const { said, ended } = listening(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (said().includes('is ready')) resolve()
    })
    void ended.then(() => reject(new Error(`The process ended before it was ready: ${said()}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    web: `http://127.0.0.1:${about.port}`,
    said,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** A start that is refused: what the product said, without its steps and its log, and how it ended. */
export async function refusedStart(about: ProductOptions): Promise<{ code: number | null; said: string }> {
  const { code, said } = await runScript('start.ts', { args: ['--no-demo'], ...about })
  const lines = said.split('\n').filter((line) => line !== '' && !/^(\[\d+\.\d s\]|\{"level")/.test(line))
  return { code, said: lines.join('\n') }
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
