import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { boot } from '../../server/src/app/boot.ts'
import { firstStart } from '../../server/src/app/first-start.ts'
import { buildWeb } from '../../server/src/app/run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demonstration company in it: every browser file starts from a copy. */
    demo_folder: string
  }
}

const root = path.join(import.meta.dirname, '../..')

/** Builds the web app and makes the demonstration company once for all browser files; answers how to clear it away. */
export default async function makeDemoFolder(project: TestProject): Promise<() => void> {
  buildWeb(root, () => undefined)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-e2e-demo-'))
  const running = await boot({
    host: '127.0.0.1',
    port: 4300,
    api_port: 4301,
    data_dir: folder,
    database_url: undefined,
    log: pino({ level: 'silent' }),
  })
  const filling = await firstStart(running.house, {
    host: '127.0.0.1',
    with_demo: true,
    step: () => undefined,
  })
  filling?.stop()
  await filling?.done
  await running.close()
  project.provide('demo_folder', folder)
  return () => fs.rmSync(folder, { recursive: true, force: true })
}
