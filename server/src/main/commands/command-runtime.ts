import { apiUrlOf } from '@waybill/domain/kit/environment'
import { pino } from 'pino'
import { config, sessionUrlOf } from '../../kit/config.ts'
import { PubSub } from '../../kit/pubsub.ts'
import { PgNotifications } from '../../realtime/notifications.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { clockOf } from '../../db/database-clock.ts'
import { secureRandom, type Runtime } from '../../kit/runtime.ts'
import { openSealer } from '../../db/open-sealer.ts'
import { subscribers } from '../subscribers.ts'
import { dataDirOf } from '../../ops/operator-command.ts'

/** Silent, because commands print only their own output. */
const log = pino({ level: 'silent' })

/** Creates a runtime for an operator command. It serves no requests and has no adapters for external services. */
export function commandRuntime(
  database: Database,
  dataDir: string,
  own: Pick<Runtime, 'sealer'> & Partial<Runtime>,
): Runtime {
  return {
    pool: database.pool,
    connections: database.connections,
    sessions: database.sessions,
    standby: null,
    embedded: database.embedded,
    log,
    pubsub: new PubSub(),
    notifications: null,
    clock: () => new Date(),
    clock_offset: () => 0,
    random: secureRandom,
    adapters: new Map(),
    subscribers: [],
    routes: [],
    allowed_hosts: [],
    maintenance: { text: null },
    web_url: 'http://localhost',
    api_url: 'http://localhost',
    data_dir: dataDir,
    ...own,
  }
}

/**
 * Opens a runtime for a command that changes data, with the application's database and secret. Throws when the
 * embedded database is in use or does not match.
 */
export async function openForCommand(root: string): Promise<{ runtime: Runtime; close(): Promise<void> }> {
  const { DATABASE_URL, WEB_URL, API_URL, HOST, PORT } = config
  const dataDir = dataDirOf(root)
  const database = await openDatabase({ url: DATABASE_URL, data_dir: dataDir, log })
  const client = await database.pool.connect()
  try {
    const clock = clockOf(database, log)
    await clock.measure()
    const pubsub = new PubSub()
    const notifications = DATABASE_URL
      ? await PgNotifications.open(sessionUrlOf(DATABASE_URL), pubsub, log)
      : null
    const webUrl = WEB_URL ?? `http://${HOST}:${PORT}`
    const runtime = commandRuntime(database, dataDir, {
      sealer: await openSealer(client, dataDir),
      pubsub,
      notifications,
      clock: () => clock.now(),
      clock_offset: () => clock.offset_ms,
      subscribers,
      web_url: webUrl,
      api_url: API_URL ?? apiUrlOf(webUrl, 3001),
    })
    client.release()
    return {
      runtime,
      async close() {
        await notifications?.close()
        await database.close()
      },
    }
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
}
