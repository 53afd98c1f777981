import type pg from 'pg'
import { withoutTimeout } from '../kit/db.ts'
import { sealed_pattern, type Sealer } from '../kit/sealer.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** A column with sealed values, or with some sealed values. */
export interface SealedColumn {
  table: string
  column: string
}

/** How much of a table one transaction processes, in pages of 8 KiB. */
const pages_at_once = 64

/**
 * Runs `fn` in a transaction of the database owner, outside the product's roles, with access to every company. In it,
 * updates that only re-seal values can be excluded from the audit.
 */
export async function asOwner<Result>(client: Client, fn: () => Promise<Result>): Promise<Result> {
  await client.query(
    "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL app.provider = '0'; SET LOCAL app.who = '{}'",
  )
  try {
    const result = await fn()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/**
 * Returns the columns with sealed values: every column named `…_sealed`, and the settings, some of which are secret.
 * The audit trail is left out: it keeps its recorded values unchanged, and they are never opened.
 */
export async function sealedColumns(client: Client): Promise<SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND (c.column_name LIKE '%\\_sealed' OR (c.table_name = 'provider_setting' AND c.column_name = 'value'))
      ORDER BY 1, 2`,
  )
  return rows
}

/** Returns one sealed value of each column that has any. */
export async function sealedSamples(client: Client): Promise<string[]> {
  return asOwner(client, async () => {
    const found: string[] = []
    for (const { table, column } of await sealedColumns(client)) {
      const { rows } = await client.query<{ value: string }>(
        withoutTimeout(`SELECT "${column}" AS value FROM "${table}" WHERE "${column}" ~ $1 LIMIT 1`, [
          sealed_pattern,
        ]),
      )
      found.push(...rows.map(({ value }) => value))
    }
    return found
  })
}

/** Returns how many values of a column are sealed with a secret other than the newest. */
export async function countSealedBefore(
  client: Client,
  { table, column }: SealedColumn,
  keyId: string,
): Promise<number> {
  const { rows } = await asOwner(client, () =>
    client.query<{ count: number }>(
      withoutTimeout(
        `SELECT count(*)::int AS count FROM "${table}" WHERE "${column}" ~ $1 AND NOT starts_with("${column}", $2)`,
        [sealed_pattern, `2.${keyId}.`],
      ),
    ),
  )
  return rows[0]?.count ?? 0
}

/**
 * Re-seals the values of a column that were sealed with a secret other than the newest; returns their number. It
 * processes one part of the table at a time, so that an interrupted run loses nothing and the next one continues.
 * Rows that are locked by other changes are left to the next run.
 */
export async function sealAnew(
  client: Client,
  sealer: Sealer,
  { table, column }: SealedColumn,
  onProgress: (values: number) => void = () => undefined,
): Promise<number> {
  let values = 0
  for (let page = 0; page < (await pagesOf(client, table)); page += pages_at_once) {
    const sealed = await asOwner(client, async () => {
      await client.query("SET LOCAL app.sealing_anew = 'on'")
      const { rows } = await client.query<{ place: string; value: string }>(
        `SELECT ctid::text AS place, "${column}" AS value FROM "${table}"
          WHERE ctid >= $1::tid AND ctid < $2::tid AND "${column}" ~ $3 AND NOT starts_with("${column}", $4)
          FOR UPDATE SKIP LOCKED`,
        [`(${page},0)`, `(${page + pages_at_once},0)`, sealed_pattern, `2.${sealer.key_id}.`],
      )
      if (rows.length === 0) return 0
      const { rowCount } = await client.query(
        `UPDATE "${table}" t SET "${column}" = n.value FROM unnest($1::tid[], $2::text[]) AS n (place, value) WHERE t.ctid = n.place`,
        [rows.map(({ place }) => place), rows.map(({ value }) => sealer.seal(sealer.openBytes(value)))],
      )
      return rowCount ?? 0
    })
    values += sealed
    if (sealed > 0) onProgress(values)
  }
  return values
}

async function pagesOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `SELECT (pg_relation_size('"${table}"') / current_setting('block_size')::int)::int AS pages`,
  )
  return rows[0]?.pages ?? 0
}
