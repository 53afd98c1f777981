import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { PubSub } from '../../src/kit/pubsub.ts'
import { Sealer } from '../../src/kit/sealer.ts'
import { development } from '../index.ts'
import { Dispatcher } from '../../src/http/dispatcher.ts'
import { Authentication } from '../../src/http/authentication.ts'
import { secureRandom, type Runtime } from '../../src/kit/runtime.ts'
import { makeHttp, type HttpServer } from '../../src/main/listen.ts'
import { OutboxWorker } from '../../src/jobs/outbox.ts'
import { joinPlatform } from '../../src/main/platform.ts'
import { chooseAdapters } from '../../src/main/adapters.ts'
import { RateLimiter } from '../../src/http/rate-limit.ts'
import { subscribers } from '../../src/main/subscribers.ts'
import type { WebFiles } from '../../src/http/web-files.ts'
import { routes } from '../../src/main/routes.ts'
import { inPlatformTransaction } from '../../src/db/platform-transaction.ts'
import type { Database } from '../../src/db/database.ts'
import { openTestDatabase } from './database/database.ts'

/** Secret of the test runtime’s sealer. Another process on its database needs it too. */
export const test_secret = 'a secret for tests that is long enough'

export interface TestRuntime {
  runtime: Runtime
  dispatcher: Dispatcher
  outbox: OutboxWorker
  http: HttpServer
  /** Sets the clock; `null` makes it run again. */
  setNow(now: Date | null): void
  /** Makes the clock run again, restores the adapters and empties the outbox. */
  reset(): Promise<void>
  close(): Promise<void>
}

let open: Promise<TestRuntime> | null = null

/**
 * Returns the runtime of this process, with the real routes and subscribers, on a separate database. All test files
 * that a worker runs share it, one after the other. It ends with the process.
 */
export function testRuntime(): Promise<TestRuntime> {
  open ??= openTestRuntime()
  return open
}

/**
 * Resets the runtime of this process for the next test file: the clock runs, adapters are restored, the outbox is
 * empty.
 */
export async function resetRuntime(): Promise<void> {
  await (await open)?.reset()
}

/** Opens a separate runtime on a new database with the migrations of this release. */
export async function openTestRuntime(): Promise<TestRuntime> {
  const database = await openTestDatabase()
  // Company 1 is special: in production it accepts no guest shipments (SHIP-079).
  await database.pool.query("SELECT setval(pg_get_serial_sequence('provider', 'id'), 1)")
  return openTestRuntimeOn(database)
}

/**
 * Opens a separate runtime on a prepared database. `close` also closes the database and removes the data directory.
 * `now` is the clock while no test sets it; `web` are the files of the web app, which API tests do not need.
 */
export async function openTestRuntimeOn(
  database: Database,
  {
    data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-test-')),
    now = () => new Date(),
    web = null,
    web_url = 'http://web.test',
  }: { data_dir?: string; now?: () => Date; web?: WebFiles | null; web_url?: string } = {},
): Promise<TestRuntime> {
  const chosen = await chooseAdapters({
    data_dir,
    host: '127.0.0.1',
    installation: { is_local: true, mail: 'on' },
    fakes: development.fakes,
  })
  let fixed: Date | null = null
  const runtime: Runtime = {
    pool: database.pool,
    connections: database.connections,
    sessions: database.sessions,
    standby: database.standby,
    embedded: true,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    pubsub: new PubSub(),
    notifications: null,
    sealer: new Sealer(test_secret),
    clock: () => fixed ?? now(),
    clock_offset: () => 0,
    random: secureRandom,
    adapters: chosen.adapters,
    subscribers,
    routes,
    maintenance: { text: null },
    web_url,
    api_url: 'http://api.test',
    allowed_hosts: 'any',
    data_dir,
  }
  joinPlatform(runtime)
  const ownAdapters = [...runtime.adapters]
  const dispatcher = new Dispatcher(runtime, new Authentication(runtime), new RateLimiter(0))
  const http = await makeHttp(runtime, web, async () => undefined, new RateLimiter(0))
  const outbox = new OutboxWorker(runtime)
  return {
    runtime,
    dispatcher,
    outbox,
    http,
    setNow: (now) => {
      fixed = now
    },
    async reset() {
      fixed = null
      runtime.adapters.clear()
      for (const [name, adapter] of ownAdapters) runtime.adapters.set(name, adapter)
      await inPlatformTransaction(runtime, (db) => db.deleteFrom('outbox').execute())
    },
    async close() {
      await outbox.stop()
      await http.app.close()
      await chosen.close()
      await database.close()
      fs.rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
