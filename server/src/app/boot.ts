import http from 'node:http'
import path from 'node:path'
import { app_version } from '@waybill/domain/kit/app'
import { Problem } from '@waybill/domain/kit/problem'
import { apiUrlOf } from '@waybill/domain/kit/environment'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type { Embedded } from '../kit/embedded/open.ts'
import { makeLog, type Logger } from '../kit/log.ts'
import { NewsDesk, type News } from '../kit/news.ts'
import type { Sealer } from '../kit/sealer.ts'
import { closeThreads } from '../kit/threads.ts'
import { answerBackup, backup_channel } from './backup/index.ts'
import { openDatabase, type Database } from './database.ts'
import { clockOf, type DatabaseClock } from './database-clock.ts'
import { secureRandom, type House } from './house.ts'
import { makeHttp } from './http.ts'
import { answerInvariants, invariants_channel } from './invariants/index.ts'
import { Maintenance } from './maintenance.ts'
import { demandPrivate, installationOf, type Installation } from './installation.ts'
import { listenForNews } from './news-ear.ts'
import { openSealer } from './open-sealer.ts'
import { OutboxWorker } from './outbox.ts'
import { joinPlatform } from './platform.ts'
import { demandNoDemo } from './first-start.ts'
import { choosePartners } from './partners.ts'
import { ProductRequests } from './product-requests.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { Scheduler } from './schedule.ts'
import { schedules } from './schedules.ts'
import { audit_channel, verifyRequest } from './verify-audit.ts'
import { readWebFiles } from './web-files.ts'

export interface BootOptions {
  host: string
  port: number
  api_port: number
  data_dir: string
  database_url: string | undefined
  /** The embedded database, where it has been opened already. */
  embedded?: Promise<Embedded> | undefined
  log?: Logger
  tell?: (step: string) => void
  /** What has to be there before the process is ready: `/readyz` answers 503 until it has been done. */
  furnish?: (running: Pick<Running, 'house' | 'installation'>) => Promise<void>
}

export interface Running {
  house: House
  installation: Installation
  outbox: OutboxWorker
  scheduler: Scheduler
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

/** How often secrets are read again that may have been exchanged. */
const learn_ms = 60_000

const web_dist = path.join(import.meta.dirname, '../../../web/dist')

/** Starts one process of the product. Every failure is one sentence. */
export async function boot(options: BootOptions): Promise<Running> {
  const log = options.log ?? makeLog()
  const tell = options.tell ?? (() => undefined)
  const installation = installationOf(options.host, process.env)
  demandPrivate(options.data_dir, installation)
  const database = await openDatabase({
    url: options.database_url,
    data_dir: options.data_dir,
    embedded: options.embedded,
    log,
    tell,
  })
  const { pool } = database
  const clock = clockOf(database, log)
  if (installation.mail === 'off') log.warn('no mail leaves this installation (MAIL=off)')
  const sealer = await openFit(database, options, installation, clock)
  const partners = await choosePartners({ data_dir: options.data_dir, host: options.host, installation })
  const news = new NewsDesk()
  const maintenance = new Maintenance(options.data_dir, database.embedded ? null : database.pool, log)
  await maintenance.start()
  const web_url = process.env.WEB_URL ?? `http://${options.host}:${options.port}`
  const house: House = {
    pool,
    connections: database.connections,
    embedded: database.embedded,
    log,
    news,
    sealer,
    clock: () => clock.now(),
    clock_offset: () => clock.offset_ms,
    random: secureRandom,
    partners: partners.adapters,
    reactions,
    routes,
    maintenance,
    web_url,
    api_url: process.env.API_URL ?? apiUrlOf(web_url, options.api_port),
    allowed_hosts: allowedHosts(installation),
    data_dir: options.data_dir,
  }
  joinPlatform(house)
  const ear = options.database_url ? await listenForNews(options.database_url, news, log) : null
  let is_furnished = options.furnish === undefined
  const server = await makeHttp(house, readWebFiles(web_dist), async () => {
    if (!is_furnished) throw new Problem('unavailable', 'The first company is being made.')
    await pool.query('SELECT 1')
    return clock.problem ? { clock: clock.problem } : {}
  })
  const outbox = new OutboxWorker(house)
  const scheduler = new Scheduler(house, schedules)
  const requests = database.embedded
    ? [
        new ProductRequests(
          options.data_dir,
          audit_channel,
          (request) => verifyRequest(database, request),
          log,
        ),
        new ProductRequests(
          options.data_dir,
          invariants_channel,
          (request) => answerInvariants(house, request),
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
      log.error({ error: error instanceof Error ? error.message : String(error) }, 'the server secrets')
    }
  }
  const close = async () => {
    clearInterval(learning)
    await server.close()
    await maintenance.stop()
    for (const one of requests) one.stop()
    await outbox.stop()
    await scheduler.stop()
    await clock.stop()
    await ear?.close()
    await partners.close()
    await closeThreads()
    await database.close()
  }
  try {
    await listen(server.web, options.host, options.port, 'PORT')
    await listen(server.api, options.host, options.api_port, 'API_PORT')
  } catch (error) {
    await close()
    throw error
  }
  if (ear)
    await database.pool.query("SELECT pg_notify('waybill', $1)", [
      JSON.stringify({ topic: 'version', provider_id: 0, subject: app_version } satisfies News),
    ])
  clock.start()
  learning = setInterval(learn, learn_ms).unref()
  outbox.start()
  scheduler.start()
  for (const one of requests) one.start()
  await options.furnish?.({ house, installation })
  is_furnished = true
  return { house, installation, outbox, scheduler, addresses: partners.addresses, close }
}

/** What has to fit the database before anything is served; closes it when something does not. */
async function openFit(
  database: Database,
  { data_dir }: Pick<BootOptions, 'data_dir'>,
  installation: Installation,
  clock: DatabaseClock,
): Promise<Sealer> {
  try {
    await clock.measure()
    if (clock.problem) throw new Error(clock.problem)
    if (!installation.is_local) await demandNoDemo(database.pool, data_dir)
    const client = await database.pool.connect()
    return await openSealer(client, data_dir).finally(() => client.release())
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The hosts named in `ALLOWED_HOSTS`; on a machine that nobody else can reach, any. */
function allowedHosts({ is_local }: Installation): AllowedHosts {
  const { ALLOWED_HOSTS } = process.env
  if (ALLOWED_HOSTS) return ALLOWED_HOSTS.split(',').map((one) => one.trim().toLowerCase())
  return is_local ? 'any' : []
}

async function listen(server: http.Server, host: string, port: number, name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is already in use. Stop the other program, or set ${name} to a free port.`
          : `Could not listen on ${host}:${port}: ${error.message}.`
      reject(new Error(reason))
    })
    server.listen(port, host, () => resolve())
  })
}
