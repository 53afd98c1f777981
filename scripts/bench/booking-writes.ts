import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { boot } from '../../server/src/main/boot.ts'
import { startThrowAwayCluster } from '../postgres.ts'
import { load } from './http-load.ts'
import { Operations } from './operations.ts'
import { prepare } from './setup.ts'

/**
 * `node scripts/bench/booking-writes.ts [shipments]`: bookings per second and bytes of write-ahead log per booking, with
 * search texts indexed at once and by way of the pending list, three times in turn in one process; the middle counts.
 */
const shipments = Number(process.argv[2] ?? 20_000)
const ports = { web: 3980, api: 3981 }
const cluster = startThrowAwayCluster(['max_wal_size=8GB', 'checkpoint_timeout=1h'])
if (!cluster) {
  console.error('PostgreSQL’s programs are not installed. The measurement needs them.')
  process.exit(2)
}
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-bench-'))
try {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: cluster.url }
  const booking = new Operations(prepare(env, shipments)).booking(1)
  const running = await boot({
    host: '127.0.0.1',
    port: ports.web,
    api_port: ports.api,
    data_dir: dataDir,
    database_url: cluster.url,
    rate_limit_scale: 0,
    log: pino({ level: 'silent' }),
  })
  const pool = new pg.Pool({ connectionString: cluster.url, max: 1 })
  const book = (seconds: number) => load(`http://127.0.0.1:${ports.api}`, booking, seconds)
  const state = async () => {
    const { rows } = await pool.query<{ wal: string; booked: string }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal, (SELECT count(*) FROM shipment) AS booked",
    )
    return { wal: Number(rows[0]?.wal), booked: Number(rows[0]?.booked) }
  }
  const measured = new Map<string, { rate: number; wal: number }[]>()
  await book(3)
  for (let round = 0; round < 3; round += 1)
    for (const mode of ['off', 'on']) {
      await pool.query(`ALTER INDEX shipment_search_text SET (fastupdate = ${mode})`)
      await pool.query("SELECT gin_clean_pending_list('shipment_search_text')")
      await pool.query('CHECKPOINT')
      await book(2)
      const before = await state()
      const { per_second, errors } = await book(6)
      if (errors > 0) throw new Error(`${errors} bookings failed.`)
      await pool.query("SELECT gin_clean_pending_list('shipment_search_text')")
      const after = await state()
      const wal = (after.wal - before.wal) / (after.booked - before.booked)
      measured.set(mode, [...(measured.get(mode) ?? []), { rate: per_second, wal }])
    }
  for (const [mode, results] of measured)
    console.log(
      `fastupdate = ${mode.padEnd(4)} ${middle(results.map(({ rate }) => rate)).toFixed(0)} bookings/s  ${(middle(results.map(({ wal }) => wal)) / 1024).toFixed(1)} KB of log a booking`,
    )
  await pool.end()
  await running.close()
} finally {
  cluster.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
