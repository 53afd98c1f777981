import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { NewsDesk } from '../../kit/news.ts'
import { Sealer } from '../../kit/sealer.ts'
import { Desk } from '../desk.ts'
import { Door } from '../door.ts'
import { secureRandom, type House } from '../house.ts'
import { makeHttp, type HttpServer } from '../http.ts'
import { OutboxWorker } from '../outbox.ts'
import { joinPlatform } from '../platform.ts'
import { choosePartners } from '../partners.ts'
import { RateLimiter } from '../rate-limit.ts'
import { reactions } from '../reactions.ts'
import { routes } from '../routes.ts'
import { platformWork } from '../work.ts'
import { openTestDatabase } from './database.ts'

/** What the test house seals with; a process on its database needs it too. */
export const test_secret = 'a secret for tests that is long enough'

export interface TestHouse {
  house: House
  desk: Desk
  outbox: OutboxWorker
  http: HttpServer
  /** Moves the clock; `null` lets it run again. */
  setNow(now: Date | null): void
  /** Lets the clock run, gives partners back their places and forgets what waits in the outbox. */
  tidy(): Promise<void>
  close(): Promise<void>
}

let open: Promise<TestHouse> | null = null

/**
 * The house of this process, with the real routes and reactions, on a database of its own: all test files that a worker
 * runs share it, one after the other, as their companies share an installation. It ends with the process.
 */
export function testHouse(): Promise<TestHouse> {
  open ??= openTestHouse()
  return open
}

/** Leaves the house of this process as the next file expects it: the clock runs, partners are its own, nothing waits. */
export async function tidyHouse(): Promise<void> {
  await (await open)?.tidy()
}

export async function openTestHouse(): Promise<TestHouse> {
  const database = await openTestDatabase()
  // Company 1 is special: in production it takes no guest shipments (SHIP-079).
  await database.pool.query("SELECT setval(pg_get_serial_sequence('provider', 'id'), 1)")
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-test-'))
  const partners = await choosePartners({
    data_dir,
    host: '127.0.0.1',
    installation: { is_local: true, mail: 'on' },
  })
  let fixed: Date | null = null
  const house: House = {
    pool: database.pool,
    connections: database.connections,
    embedded: true,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    news: new NewsDesk(),
    sealer: new Sealer(test_secret),
    clock: () => fixed ?? new Date(),
    clock_offset: () => 0,
    random: secureRandom,
    partners: partners.adapters,
    reactions,
    routes,
    maintenance: { text: null },
    web_url: 'http://web.test',
    api_url: 'http://api.test',
    allowed_hosts: 'any',
    data_dir,
  }
  joinPlatform(house)
  const own_partners = [...house.partners]
  const desk = new Desk(house, new Door(house), new RateLimiter(0))
  const http = await makeHttp(house, null, async () => undefined, new RateLimiter(0))
  const outbox = new OutboxWorker(house)
  return {
    house,
    desk,
    outbox,
    http,
    setNow: (now) => {
      fixed = now
    },
    async tidy() {
      fixed = null
      house.partners.clear()
      for (const [name, adapter] of own_partners) house.partners.set(name, adapter)
      await platformWork(house, (db) => db.deleteFrom('outbox').execute())
    },
    async close() {
      await outbox.stop()
      await http.app.close()
      await partners.close()
      await database.close()
      fs.rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
