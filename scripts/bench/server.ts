import fs from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { boot } from '../../server/src/main/boot.ts'
import type { ServerFigures } from './product.ts'

/**
 * The measured process: the product, logging to a file. It sends `ready` to its parent, and for each message of the
 * parent its figures up to now.
 */
const figures = { statements: 0, round_trips: 0 }
countStatements()
const [log_file = '', api_port = ''] = process.argv.slice(2)
const running = await boot({
  host: '127.0.0.1',
  port: 0,
  api_port: Number(api_port),
  data_dir: process.env.DATA_DIR ?? '',
  database_url: process.env.DATABASE_URL,
  rate_limit_scale: 0,
  log: pino({ level: 'info' }, fs.createWriteStream(log_file)),
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const now: ServerFigures = { ...figures, cpu_ms: (user + system) / 1000, rss: process.memoryUsage.rss() }
  process.send?.(now)
})
process.on('SIGTERM', () => void running.close().then(() => process.exit(0)))
process.send?.('ready')

/**
 * Counts statements and round trips of every connection. A round trip starts with the first statement that is sent
 * after the previous ones were answered.
 */
function countStatements(): void {
  const waiting = new WeakMap<pg.Client, number>()
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
    const open = waiting.get(this) ?? 0
    figures.statements += 1
    if (open === 0) figures.round_trips += 1
    const result = original.apply(this, args)
    if (!(result instanceof Promise)) return result
    waiting.set(this, open + 1)
    const answered = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1)
    result.then(answered, answered)
    return result
  } as never
}
