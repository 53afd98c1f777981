import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll } from 'vitest'
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
import { openTestDatabase } from './database.ts'

export interface TestHouse {
  house: House
  desk: Desk
  outbox: OutboxWorker
  http: HttpServer
  /** Moves the clock; `null` lets it run again. */
  setNow(now: Date | null): void
  close(): Promise<void>
}

let open: Promise<TestHouse> | null = null

/** The house of this test file: a database of its own, the real routes and reactions, closed when the file ends. */
export function testHouse(): Promise<TestHouse> {
  if (!open) {
    open = openTestHouse()
    afterAll(async () => {
      const known = open
      open = null
      await (await known)?.close()
    })
  }
  return open
}

export async function openTestHouse(): Promise<TestHouse> {
  const database = await openTestDatabase()
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-test-'))
  const partners = await choosePartners({ data_dir, host: '127.0.0.1' })
  let fixed: Date | null = null
  const house: House = {
    pool: database.pool,
    embedded: true,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    news: new NewsDesk(),
    sealer: new Sealer('a secret for tests that is long enough'),
    clock: () => fixed ?? new Date(),
    random: secureRandom,
    partners: partners.adapters,
    reactions,
    routes,
    maintenance: { text: null },
    web_url: 'http://web.test',
    api_url: 'http://api.test',
    data_dir,
  }
  joinPlatform(house)
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
    async close() {
      await outbox.stop()
      await http.app.close()
      await partners.close()
      await database.close()
      fs.rmSync(data_dir, { recursive: true, force: true })
    },
  }
}
