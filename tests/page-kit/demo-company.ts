import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDemo } from '../../server/dev/demo/index.ts'
import { openDump, openInMemory } from '../../server/dev/test-kit/database/database.ts'
import { openTestRuntimeOn, type TestRuntime } from '../../server/dev/test-kit/runtime.ts'
import type { TestClock } from './clock.ts'

/** Start time of page tests: a Wednesday at 10:00 in South Africa, with no public holiday near. */
export const opening_time = Date.UTC(2026, 2, 11, 8)

/** A local address, as in development, because platform features differ on other hosts. Nothing listens there. */
const web_url = 'http://127.0.0.1:4100'

/** The HTML page that loads the web app. */
const shell_file = path.join(import.meta.dirname, '../../web/index.html')
const shell = { gzip: null, brotli: null, type: 'text/html; charset=utf-8', immutable: false }

/** Creates the demo company as of `opening_time`, and writes its database and files to a folder. */
export async function makeDemoCompany(folder: string): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-pages-'))
  const database = await openInMemory()
  const test = await openTestRuntimeOn(database, { data_dir: dataDir, now: () => new Date(opening_time) })
  await database.pool.query('UPDATE installation SET has_demo = true')
  const filling = await openDemo(test.runtime, () => undefined)
  filling?.stop()
  await filling?.done
  await test.outbox.drain()
  fs.mkdirSync(folder, { recursive: true })
  fs.cpSync(dataDir, path.join(folder, 'data'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'database.tar'), await database.dump())
  await test.close()
}

/** Opens the demo company of such a folder in memory, on the clock of a test. */
export async function openDemoCompany(folder: string, clock: TestClock): Promise<TestRuntime> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-pages-'))
  fs.cpSync(path.join(folder, 'data'), dataDir, { recursive: true })
  const database = await openDump(fs.readFileSync(path.join(folder, 'database.tar')))
  const web = new Map([['/index.html', { ...shell, body: fs.readFileSync(shell_file) }]])
  return openTestRuntimeOn(database, { data_dir: dataDir, now: () => new Date(clock.now), web, web_url })
}
