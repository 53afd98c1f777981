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

/** What the test runtime seals with; a process on its database needs it too. */
export const test_secret = 'a secret for tests that is long enough'

export interface TestRuntime {
  runtime: Runtime
  dispatcher: Dispatcher
  outbox: OutboxWorker
  http: HttpServer
  /** Moves the clock; `null` lets it run again. */
  setNow(now: Date | null): void
  /** Lets the clock run, gives partners back their places and forgets what waits in the outbox. */
  tidy(): Promise<void>
  close(): Promise<void>
}

let open: Promise<TestRuntime> | null = null

/**
 * The runtime of this process, with the real routes and reactions, on a database of its own: all test files that a worker
 * runs share it, one after the other, as their companies share an installation. It ends with the process.
 */
export function testRuntime(): Promise<TestRuntime> {
  open ??= openTestRuntime()
  return open
}

/** Leaves the runtime of this process as the next file expects it: the clock runs, partners are its own, nothing waits. */
export async function resetRuntime(): Promise<void> {
  await (await open)?.tidy()
}

/** A runtime of its own, on a new database with the migrations of this release. */
export async function openTestRuntime(): Promise<TestRuntime> {
  const database = await openTestDatabase()
  // Company 1 is special: in production it takes no guest shipments (SHIP-079).
  await database.pool.query("SELECT setval(pg_get_serial_sequence('provider', 'id'), 1)")
  return openTestRuntimeOn(database)
}

/**
 * A runtime of its own on a database that was prepared; it closes the database, and removes the data directory.
 * `now`: what its clock shows while no test moves it; `web`: the files of the web app, which tests of the API do without.
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
    embedded: true,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    pubsub: new PubSub(),
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
    async tidy() {
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
