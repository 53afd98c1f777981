import pg from 'pg'
import { pino } from 'pino'
import { boot } from '../../server/src/main/boot.ts'
import type { Request } from './http-load.ts'
import { Connection } from './connection.ts'

/** Starts a server in this process, warms it up, sends one request and prints its SQL statements with their values. */
const example = JSON.parse(process.argv[2] ?? '{}') as Request
const running = await boot({
  host: '127.0.0.1',
  port: 3994,
  api_port: 3995,
  data_dir: process.env.DATA_DIR ?? '',
  database_url: process.env.DATABASE_URL,
  log: pino({ level: 'silent' }),
})
running.runtime.random = (_alphabet, length) => (length === 6 ? 'NEWREF' : '1234')
await running.outbox.stop()
const recorded: { text: string; first: string | null }[] = []
let recording = false

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'number' || typeof value === 'boolean') return `'${String(value)}'`
  if (Array.isArray(value)) return quoted(arrayText(value))
  return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Does not escape backslashes, because the server uses standard conforming strings. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function arrayText(values: readonly unknown[]): string {
  return `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL'
      if (value instanceof Date) return `"${value.toISOString()}"`
      return typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    })
    .join(',')}}`
}

const original = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function patched(this: pg.Client, ...args: unknown[]): unknown {
  const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
  const text = typeof first === 'string' ? first : first.text
  const values = (typeof first === 'string' ? second : first.values) ?? []
  const result = original.apply(this, args)
  if (recording && result instanceof Promise) {
    const entry = {
      text: text.replace(/\$(\d+)/g, (_hit, number: string) =>
        literal(Array.isArray(values) ? values[Number(number) - 1] : null),
      ),
      first: null as string | null,
    }
    recorded.push(entry)
    void result.then((answer: unknown) => {
      const row = (answer as { rows?: Record<string, unknown>[] }).rows?.[0]
      entry.first = row && 'id' in row ? String(row.id) : null
    })
  }
  return result
} as never
const connection = new Connection('http://127.0.0.1:3995')
const request: Request =
  example.path === '/tracking/shipment-events'
    ? { ...example, body: { ...(example.body as object), scan_id: '00000000-0000-4000-8000-00000000beef' } }
    : example
await connection.send({ ...example, method: 'GET', path: '/shipments/rows?limit=1' })
if (example.path === '/shipments') {
  running.runtime.random = (_alphabet, length) => (length === 6 ? 'WARMED' : '1234')
  await connection.send(example)
  running.runtime.random = (_alphabet, length) => (length === 6 ? 'NEWREF' : '1234')
} else if (example.method === 'GET') await connection.send(example)
recording = true
await connection.send(request)
await new Promise((resolve) => setImmediate(resolve))
recording = false
connection.close()
await running.close()
console.log(
  JSON.stringify(recorded.filter((one) => !/courier_platform|outbox o|schedule_lease/.test(one.text))),
)
process.exit(0)
