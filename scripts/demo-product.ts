import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { boot, type Running } from '../server/src/main/boot.ts'
import { firstStart } from '../server/src/main/first-start.ts'
import { development } from '../server/dev/index.ts'
import { buildWeb } from '../server/src/main/run.ts'

const root = path.join(import.meta.dirname, '..')

/** A running product with the demonstration company, without its older history, in a separate folder. */
export interface DemoProduct {
  running: Running
  data_dir: string
  /** Content of `demo.json`. */
  demo: DemoFile
}

interface DemoFile {
  web_url: string
  account_id: number
  users: { role: string; email: string; password: string }[]
  api_keys: { admin: string }
}

/** Builds the web app when it is out of date, and performs a first start of the product. Reports its steps to `step`. */
export async function openDemoProduct(
  ports: { port: number; api_port: number; rate_limit_scale?: number; log_level?: string },
  step: (text: string) => void = () => undefined,
): Promise<DemoProduct> {
  await buildWeb(root, step)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-demo-'))
  const running = await boot({
    host: '127.0.0.1',
    port: ports.port,
    api_port: ports.api_port,
    ...(ports.rate_limit_scale === undefined ? {} : { rate_limit_scale: ports.rate_limit_scale }),
    data_dir: dataDir,
    database_url: undefined,
    log: pino({ level: ports.log_level ?? 'silent' }),
    development,
  })
  const filling = await firstStart(running.runtime, {
    installation: running.installation,
    with_demo: true,
    demonstration: development.demonstration,
    step,
  })
  filling?.stop()
  await filling?.done
  const demo = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as DemoFile
  return { running, data_dir: dataDir, demo }
}
