import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** The secret that the test kit's own companies were made with. */
export const test_secret = 'a secret for tests that is long enough'

/** One process of the product, started as an operator starts it. */
export interface ProductProcess {
  web: string
  child: ChildProcess
  /** What it has printed so far. */
  printed(): string
  /** Whether it still runs. */
  isAlive(): boolean
  stop(): Promise<void>
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a process on a database that others use too; resolves once it is ready, and rejects with what it said. */
export async function startProduct(about: {
  url: string
  env?: Record<string, string>
  args?: readonly string[]
}): Promise<ProductProcess> {
  const [port, api_port] = [await freePort(), await freePort()]
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-process-'))
  const child = spawn(
    process.execPath,
    [path.join(root, 'scripts/start.ts'), ...(about.args ?? ['--no-demo'])],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: about.url,
        DATA_DIR: data_dir,
        WAYBILL_SECRET: test_secret,
        HOST: '127.0.0.1',
        PORT: String(port),
        API_PORT: String(api_port),
        THIRD_PARTY_PORT: '0',
        MAIL_PORT: '0',
        SMS_PORT: '0',
        PAYMENTS_PORT: '0',
        INTEGRATIONS_PORT: '0',
        RATE_LIMIT_SCALE: '0',
        WEB_BUILD: 'off',
        ...about.env,
      },
    },
  )
  let said = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  await new Promise<void>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += piece.toString()
      if (said.includes('is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`The process ended before it was ready: ${said}`)))
  })
  return {
    web: `http://127.0.0.1:${port}`,
    child,
    printed: () => said,
    isAlive,
    async stop() {
      if (isAlive()) child.kill('SIGTERM')
      await ended
      fs.rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
