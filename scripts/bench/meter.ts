import pg from 'pg'
import type { Cluster } from '../postgres.ts'
import { clusterCpuMs } from './processor-time.ts'
import type { Product } from './product.ts'

/** What one operation costs, with the work that follows it after the response. */
export interface Cost {
  statements: number
  round_trips: number
  node_cpu_ms: number
  database_cpu_ms: number
  rows_inserted: number
  rows_updated: number
  rows_deleted: number
  /** Bytes of write-ahead log, and how many of them are images of whole pages, each the first change since a checkpoint. */
  wal_bytes: number
  wal_page_bytes: number
}

type Counts = Omit<Cost, 'rows_inserted' | 'rows_updated' | 'rows_deleted' | 'wal_bytes' | 'wal_page_bytes'>
interface MeterState extends Counts {
  position: string
}

/** Kinds of records in the write-ahead log that are written for rows. */
const row_records = {
  rows_inserted: /^Heap\d?\/(MULTI_)?INSERT/,
  rows_updated: /^Heap\/(HOT_)?UPDATE/,
  rows_deleted: /^Heap\/DELETE/,
}

/** Reads what the product and its cluster use. Rows and bytes are those of the write-ahead log, which are exact. */
export class Meter {
  readonly #cluster: Pick<Cluster, 'url' | 'postmaster'>
  readonly #pool: pg.Pool

  constructor(cluster: Pick<Cluster, 'url' | 'postmaster'>) {
    this.#cluster = cluster
    this.#pool = new pg.Pool({ connectionString: cluster.url, max: 1 })
    // The cluster is stopped while the pool may still hold a connection.
    this.#pool.on('error', () => undefined)
  }

  /** Measures `run`, which returns how many operations it did; null without a product when only the database works. */
  async measure<Result extends { operations: number }>(
    product: Product | null,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; cost: Cost }> {
    if (product) await this.followUps()
    const before = await this.#read(product)
    const result = await run()
    if (product) await this.followUps()
    const after = await this.#read(product)
    const log = await this.#log(before.position, after.position)
    const sums = {
      statements: after.statements - before.statements,
      round_trips: after.round_trips - before.round_trips,
      node_cpu_ms: after.node_cpu_ms - before.node_cpu_ms,
      database_cpu_ms: after.database_cpu_ms - before.database_cpu_ms,
      ...log,
    }
    const cost = Object.fromEntries(
      Object.entries(sums).map(([what, sum]) => [what, sum / result.operations]),
    ) as unknown as Cost
    return { result, cost }
  }

  /** Returns the size of each table with its indexes, in bytes, after the room of old row versions was freed. */
  async tableSizes(): Promise<Map<string, number>> {
    await this.#pool.query('VACUUM')
    const { rows } = await this.#pool.query<{ name: string; bytes: string }>(
      "SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
  }

  /** Returns the number that a `SELECT count(*)` finds. */
  async count(query: string): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>(query)
    return Number(rows[0]?.count)
  }

  /** Waits until the product has done what operations left for after their response. */
  async followUps(): Promise<void> {
    const until = performance.now() + 120_000
    const due = 'SELECT count(*) FROM outbox WHERE dead_at IS NULL AND next_attempt_at <= now()'
    while ((await this.count(due)) > 0) {
      if (performance.now() > until)
        throw new Error('The work after the responses did not end in two minutes.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async prepare(): Promise<void> {
    await this.#pool.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect')
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #read(product: Product | null): Promise<MeterState> {
    const server = (await product?.figures()) ?? { statements: 0, round_trips: 0, cpu_ms: 0 }
    const { rows } = await this.#pool.query<{ position: string }>(
      'SELECT pg_current_wal_flush_lsn()::text AS position',
    )
    return {
      statements: server.statements,
      round_trips: server.round_trips,
      node_cpu_ms: server.cpu_ms,
      database_cpu_ms: clusterCpuMs(this.#cluster.postmaster()),
      position: rows[0]?.position ?? '0/0',
    }
  }

  async #log(from: string, to: string): Promise<Omit<Cost, keyof Counts>> {
    if (from === to)
      return { rows_inserted: 0, rows_updated: 0, rows_deleted: 0, wal_bytes: 0, wal_page_bytes: 0 }
    const { rows } = await this.#pool.query<{ kind: string; count: string; bytes: string; pages: string }>(
      `SELECT "resource_manager/record_type" AS kind, count, combined_size AS bytes, fpi_size AS pages
       FROM pg_get_wal_stats($1, $2, true) WHERE count > 0`,
      [from, to],
    )
    const sum = (key: 'count' | 'bytes' | 'pages', kind = /^/) =>
      rows.reduce((total, row) => (kind.test(row.kind) ? total + Number(row[key]) : total), 0)
    return {
      rows_inserted: sum('count', row_records.rows_inserted),
      rows_updated: sum('count', row_records.rows_updated),
      rows_deleted: sum('count', row_records.rows_deleted),
      wal_bytes: sum('bytes'),
      wal_page_bytes: sum('pages'),
    }
  }
}
