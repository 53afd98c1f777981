import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  ValueNode,
  type CompiledQuery,
  type LimitNode,
  type OffsetNode,
  type PostgresPoolClient,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The query layer as used by stores, always inside a transaction. */
export type Db = Kysely<Tables>

const { types } = pg

// Type parsers, so that both databases return the same types: 64-bit integers as numbers (ids stay below 2^53),
// timestamps as Date, dates and times of day as text (`HH:mm`).
types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, parseMoment)
types.setTypeParser(types.builtins.DATE, (text) => text)
types.setTypeParser(types.builtins.TIME, (text) => text.slice(0, 'HH:mm'.length))
types.setTypeParser(1016 as never, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
)

function parseMoment(text: string): Date {
  if (text.endsWith('infinity')) return new Date(text.startsWith('-') ? -8.64e15 : 8.64e15)
  return new Date(text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text)
}

const statement_names = new Map<string, string>()
const max_names = 2_000

/**
 * Returns the prepared statement name for a statement; prepared statements are the biggest single performance gain.
 * Returns `undefined` for further statements once `max_names` statements have a name, so stores use `= ANY($1)` and
 * `unnest`, which keep the statement text the same for any number of values.
 */
export function nameOf(sql: string): string | undefined {
  const known = statement_names.get(sql)
  if (known) return known
  if (statement_names.size >= max_names) return undefined
  const name = `q${createHash('sha1').update(sql).digest('hex').slice(0, 20)}`
  statement_names.set(sql, name)
  return name
}

/**
 * Returns the ids of the providers `p` that have rows, for schedules, which look every few seconds. Each of `found`
 * selects one row `WHERE provider_id = p.id … ORDER BY … LIMIT 1` in the order of an index: without that order, the
 * database reads whole tables.
 */
export async function providersThatHave(db: Db, ...found: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT p.id FROM provider p CROSS JOIN LATERAL (
      SELECT FROM (${sql.join(
        found.map((one) => sql`(${one})`),
        sql` UNION ALL `,
      )}) AS any_row LIMIT 1) AS found
    ORDER BY p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * SQL that a column has a value, with `null` any value. A parameter that may be null (`$1 IS NULL OR …`) would keep the
 * prepared statement from using the index of the column.
 */
export function isOrHasAny(column: string, value: string | null): RawBuilder<boolean> {
  return value === null ? sql`${sql.ref(column)} IS NOT NULL` : sql`${sql.ref(column)} = ${value}`
}

/** Maximum delay of a timer: about 24 days. */
const max_ms = 2 ** 31 - 1

/**
 * Returns a statement without a time limit on the client side, whatever the limits of its connection; for operator
 * tasks.
 */
export function withoutTimeout(text: string, values?: unknown[]): pg.QueryConfig & { query_timeout: number } {
  return { text, ...(values ? { values } : {}), query_timeout: max_ms }
}

/** Connections that use no named prepared statements, because a pooler between here and the server may not know them. */
export const connections_without_names = new WeakSet<pg.PoolClient>()

/**
 * The limits of our own lists, look-ups and counts. Other limits stay parameters, because each number would create
 * another statement.
 */
const default_limits: ReadonlySet<unknown> = new Set([1, 10, 20, 50, 100, 500, 1_000, 10_000])

/**
 * Writes a usual page size, and an offset of 0, into the statement itself. With parameters, PostgreSQL would plan for
 * a tenth of the table and would plan again on every execution, which takes longer than reading the page.
 */
class PageSizeCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (!ValueNode.is(node.limit) || !default_limits.has(node.limit.value)) return super.visitLimit(node)
    this.append(`limit ${String(node.limit.value)}`)
  }

  protected override visitOffset(node: OffsetNode): void {
    if (!ValueNode.is(node.offset) || node.offset.value !== 0) return super.visitOffset(node)
    this.append('offset 0')
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PageSizeCompiler {
    return new PageSizeCompiler()
  }
}

/**
 * Sends a statement. Statements of the same event loop turn are sent in one message without waiting for each other,
 * because a message costs more than most statements. A named statement stays prepared, except on
 * `connections_without_names`.
 */
export function send(client: pg.PoolClient, statement: pg.QueryConfig | string): Promise<pg.QueryResult> {
  const config =
    typeof statement === 'string' || !connections_without_names.has(client)
      ? statement
      : { ...statement, name: undefined }
  // The type declarations of the driver leave the connection out.
  const { stream } = (client as pg.PoolClient & { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query(config)
}

/** Sends a compiled statement of the query layer. */
export function sendCompiled(
  client: pg.PoolClient,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<pg.QueryResult> {
  return send(client, parameters.length > 0 ? { name: nameOf(text), text, values: [...parameters] } : text)
}

/** The code of a statement in a transaction that an earlier statement has made fail. */
const transaction_failed = '25P02'

/**
 * Creates a query layer bound to one connection for one transaction; it rejects queries after the transaction has
 * ended. A statement that failed only because one sent before it did rejects with the error of that one, which says why.
 */
export function dbOn(client: pg.PoolClient, isOpen: () => boolean): Db {
  let cause: unknown
  const noted = async (answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
    try {
      const result = await answer
      cause = undefined
      return result
    } catch (error) {
      if (databaseCode(error) !== transaction_failed) cause ??= error
      throw cause ?? error
    }
  }
  const bound: PostgresPoolClient = {
    query: ((text: unknown, values?: readonly unknown[]) => {
      if (!isOpen()) return Promise.reject(new Error('A query was sent after its work had ended.'))
      if (typeof text !== 'string') return Promise.reject(new Error('Cursors are not used here.'))
      return noted(sendCompiled(client, { sql: text, parameters: values ?? [] }))
    }) as PostgresPoolClient['query'],
    release: () => undefined,
  }
  return new Kysely<Tables>({
    dialect: new Dialect({
      pool: { connect: () => Promise.resolve(bound), end: () => Promise.resolve(), options: {} },
    }),
  })
}

/** Returns the database error code if `error` has one. */
export function databaseCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Matches any of `values` when a column is compared with `=`; uses a single parameter for any number of values. */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`ANY(${values})`
}

/** Columns of an update that count a row's version up and note the time. */
export function newVersion(ctx: { now: Date }) {
  return { version: sql<number>`version + 1`, time_modified: ctx.now }
}

/** Like `newVersion`, and also notes the user. */
export function newVersionBy(ctx: { now: Date; actor: { username: string } }) {
  return { ...newVersion(ctx), modified_by: ctx.actor.username }
}

/**
 * Makes PostgreSQL reuse one plan for each later statement of this transaction instead of planning every execution.
 * For statements whose right plan is the same for all parameters: reads by id, and a whole list along its sort index.
 * Planning those takes as long as running them. PostgreSQL would not reuse the plan of a long list by default, because
 * it estimates an unknown offset as a tenth of the table.
 */
export async function planOnce({ db }: { db: Db }): Promise<void> {
  await sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(db)
}
