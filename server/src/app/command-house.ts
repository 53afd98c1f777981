import path from 'node:path'
import { apiUrlOf } from '@waybill/domain/kit/environment'
import { pino } from 'pino'
import { NewsDesk } from '../kit/news.ts'
import { openDatabase, type Database } from './database.ts'
import { clockOf } from './database-clock.ts'
import { secureRandom, type House } from './house.ts'
import { openSealer } from './open-sealer.ts'
import { reactions } from './reactions.ts'

/** Commands print what they did, and nothing else. */
const log = pino({ level: 'silent' })

/** A house of a command of the operator: it serves nobody and reaches nothing outside. */
export function commandHouse(
  database: Database,
  data_dir: string,
  own: Pick<House, 'sealer'> & Partial<House>,
): House {
  return {
    pool: database.pool,
    connections: database.connections,
    embedded: database.embedded,
    log,
    news: new NewsDesk(),
    clock: () => new Date(),
    clock_offset: () => 0,
    random: secureRandom,
    partners: new Map(),
    reactions: [],
    routes: [],
    allowed_hosts: [],
    maintenance: { text: null },
    web_url: 'http://localhost',
    api_url: 'http://localhost',
    data_dir,
    ...own,
  }
}

/**
 * What a command that changes something does its works with, on the database and the secret of the product. Throws a
 * sentence when the embedded database is in use, or does not fit.
 */
export async function openForCommand(root: string): Promise<{ house: House; close(): Promise<void> }> {
  const { DATABASE_URL, DATA_DIR, WEB_URL, API_URL, HOST = '127.0.0.1', PORT = '3000' } = process.env
  const data_dir = path.resolve(DATA_DIR ?? path.join(root, 'data'))
  const database = await openDatabase({ url: DATABASE_URL || undefined, data_dir, log })
  const client = await database.pool.connect()
  try {
    const clock = clockOf(database, log)
    await clock.measure()
    const web_url = WEB_URL ?? `http://${HOST}:${PORT}`
    const house = commandHouse(database, data_dir, {
      sealer: await openSealer(client, data_dir),
      clock: () => clock.now(),
      clock_offset: () => clock.offset_ms,
      reactions,
      web_url,
      api_url: API_URL ?? apiUrlOf(web_url, 3001),
    })
    client.release()
    return { house, close: () => database.close() }
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
}
