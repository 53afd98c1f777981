import path from 'node:path'
import { app_version } from '@waybill/domain/kit/app'
import { Problem } from '@waybill/domain/kit/problem'
import { apiUrlOf } from '@waybill/domain/kit/environment'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import { config, sessionUrlOf } from '../kit/config.ts'
import type { Embedded } from '../kit/embedded/open.ts'
import { makeLog, type Logger } from '../kit/log.ts'
import { SearchIndexMaintenance } from '../db/search-index-maintenance.ts'
import { PubSub } from '../kit/pubsub.ts'
import type { Sealer } from '../kit/sealer.ts'
import { closeThreads } from '../kit/threads.ts'
import { answerBackup, backup_channel } from './commands/backup.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { clockOf, type DatabaseClock } from '../db/database-clock.ts'
import { secureRandom, type Runtime } from '../kit/runtime.ts'
import { makeHttp } from './listen.ts'
import { answerInvariants, invariants_channel } from './commands/invariants.ts'
import { Maintenance } from '../ops/maintenance.ts'
import { requirePrivate, installationOf, type Installation } from './installation.ts'
import { PgNotifications } from '../realtime/notifications.ts'
import { openSealer } from '../db/open-sealer.ts'
import { OutboxWorker } from '../jobs/outbox.ts'
import { joinPlatform } from './platform.ts'
import { requireNoDemo } from './first-start.ts'
import { chooseAdapters } from './adapters.ts'
import type { DevelopmentServices } from './development.ts'
import { ProductRequests } from '../ops/product-requests.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { subscribers } from './subscribers.ts'
import { routes } from './routes.ts'
import { Scheduler } from '../jobs/schedule.ts'
import { schedules } from './schedules.ts'
import { configuredFileStore } from '../files/index.ts'
import { audit_channel, verifyRequest } from '../ops/verify-audit.ts'
import { readWebFiles } from '../http/web-files.ts'
import { listenAt } from './listen-at.ts'

export interface BootOptions {
  host: string
  port: number
  api_port: number
  data_dir: string
  database_url: string | undefined
  /** The embedded database, if it is already open. */
  embedded?: Promise<Embedded> | undefined
  /** Resolves when the files of the web app are there; by default they are. */
  web?: Promise<void> | undefined
  log?: Logger
  /** Fakes of external services for a local installation. Without them, it has none. */
  development?: Pick<DevelopmentServices, 'fakes'> | undefined
  /** Multiplies the rate limit allowances; 0 disables the limits. Default: `RATE_LIMIT_SCALE`. */
  rate_limit_scale?: number
  onStep?: (step: string) => void
  /** Setup that must complete before the process is ready. Until then, `/readyz` returns 503. */
  setUp?: (running: Pick<Running, 'runtime' | 'installation'>) => Promise<void>
}

export interface Running {
  runtime: Runtime
  installation: Installation
  outbox: OutboxWorker
  scheduler: Scheduler
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

/** Interval in ms for reading the server secrets again, because they may have been rotated. */
const learn_ms = 60_000

const web_dist = path.join(import.meta.dirname, '../../../web/dist')

/** Starts one process of the application. Every failure has a one-sentence message. */
export async function boot(options: BootOptions): Promise<Running> {
  const log = options.log ?? makeLog()
  const onStep = options.onStep ?? (() => undefined)
  const installation = installationOf(options.host, config.environment)
  requirePrivate(options.data_dir, installation)
  const database = await openDatabase({
    url: options.database_url,
    data_dir: options.data_dir,
    embedded: options.embedded,
    log,
    onStep: onStep,
  })
  const { pool } = database
  const clock = clockOf(database, log)
  if (installation.mail === 'off') log.warn('no mail leaves this installation (MAIL=off)')
  const sealer = await openFit(database, options, installation, clock)
  const adapters = await chooseAdapters({
    data_dir: options.data_dir,
    host: options.host,
    installation,
    fakes: options.development?.fakes,
  })
  const pubsub = new PubSub()
  const notifications = options.database_url
    ? await PgNotifications.open(sessionUrlOf(options.database_url), pubsub, log)
    : null
  await database.standby?.start(pubsub)
  const maintenance = new Maintenance(options.data_dir, database.embedded ? null : database.pool, log)
  await maintenance.start()
  const webUrl = config.WEB_URL ?? `http://${options.host}:${options.port}`
  const runtime: Runtime = {
    pool,
    connections: database.connections,
    sessions: database.sessions,
    standby: database.standby,
    embedded: database.embedded,
    log,
    pubsub,
    notifications,
    sealer,
    clock: () => clock.now(),
    clock_offset: () => clock.offset_ms,
    random: secureRandom,
    adapters: adapters.adapters,
    subscribers,
    routes,
    maintenance,
    web_url: webUrl,
    api_url: config.API_URL ?? apiUrlOf(webUrl, options.api_port),
    allowed_hosts: allowedHosts(installation),
    data_dir: options.data_dir,
  }
  joinPlatform(runtime)
  let isSetUp = options.setUp === undefined
  await options.web
  const limiter = new RateLimiter(options.rate_limit_scale ?? config.RATE_LIMIT_SCALE)
  const server = await makeHttp(
    runtime,
    readWebFiles(web_dist),
    async () => {
      if (!isSetUp) throw new Problem('unavailable', 'The first company is being created.')
      await pool.query('SELECT 1')
      return clock.problem ? { clock: clock.problem } : {}
    },
    limiter,
  )
  const outbox = new OutboxWorker(runtime)
  const scheduler = new Scheduler(runtime, schedules)
  const searchIndex = new SearchIndexMaintenance(database.connections, pubsub, log)
  const requests = database.embedded
    ? [
        new ProductRequests(
          options.data_dir,
          audit_channel,
          (request) => verifyRequest(database, configuredFileStore(options.data_dir), request),
          log,
        ),
        new ProductRequests(
          options.data_dir,
          invariants_channel,
          (request) => answerInvariants(runtime, request),
          log,
        ),
        new ProductRequests(
          options.data_dir,
          backup_channel,
          (request) => answerBackup(database, options.data_dir, request),
          log,
        ),
      ]
    : []
  let learning: NodeJS.Timeout | undefined
  const learn = (): void => {
    try {
      sealer.learn()
    } catch (error) {
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        'the server secrets could not be read',
      )
    }
  }
  const close = async () => {
    clearInterval(learning)
    await server.close()
    await maintenance.stop()
    for (const one of requests) one.stop()
    await outbox.stop()
    await scheduler.stop()
    await searchIndex.stop()
    await clock.stop()
    await notifications?.close()
    await adapters.close()
    await closeThreads()
    await database.close()
  }
  try {
    await listenAt(server.web, options.host, options.port, 'PORT')
    await listenAt(server.api, options.host, options.api_port, 'API_PORT')
  } catch (error) {
    await close()
    throw error
  }
  // An earlier process may have been killed between a commit and its messages.
  notifications?.send([
    { topic: 'missed', provider_id: 0 },
    { topic: 'version', provider_id: 0, subject: app_version },
  ])
  clock.start()
  learning = setInterval(learn, learn_ms).unref()
  outbox.start()
  scheduler.start()
  searchIndex.start()
  for (const one of requests) one.start()
  await options.setUp?.({ runtime, installation })
  isSetUp = true
  return { runtime, installation, outbox, scheduler, addresses: adapters.addresses, close }
}

/**
 * Checks clock, demo data and secret against the database before anything is served. Closes the database when a check
 * fails.
 */
async function openFit(
  database: Database,
  { data_dir }: Pick<BootOptions, 'data_dir'>,
  installation: Installation,
  clock: DatabaseClock,
): Promise<Sealer> {
  try {
    await clock.measure()
    if (clock.problem) throw new Error(clock.problem)
    if (!installation.is_local) await requireNoDemo(database.pool, data_dir)
    const client = await database.pool.connect()
    return await openSealer(client, data_dir).finally(() => client.release())
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The hosts in `ALLOWED_HOSTS`. The default is any host in a local installation, otherwise none. */
function allowedHosts({ is_local }: Installation): AllowedHosts {
  if (config.ALLOWED_HOSTS) return config.ALLOWED_HOSTS.map((one) => one.toLowerCase())
  return is_local ? 'any' : []
}
