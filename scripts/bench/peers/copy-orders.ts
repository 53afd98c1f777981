import pg from 'pg'
import { loadWith } from '../http-load.ts'
import type { PeerOperation } from './peer.ts'

/** Number of orders that are placed through HTTP; the others are copies of their rows. */
export const templates = 200

/** A table whose rows belong to orders. */
export interface CopiedTable {
  table: string
  /** SQL of each column that differs from the original `t` in its copy number `n`, from 1. */
  columns: Readonly<Record<string, string>>
  /** SQL that holds for the rows of orders; undefined for all. */
  where?: string
}

/** Places the first orders through HTTP and copies their rows set by set until there are so many `orders`. */
export async function loadOrders(
  { url, database_url }: { url: string; database_url: string },
  order: PeerOperation,
  tables: readonly CopiedTable[],
  orders: number,
): Promise<void> {
  let left = templates
  const placed = await loadWith(
    url,
    async (connection) => {
      if (left === 0) return undefined
      left -= 1
      return order.once(connection)
    },
    600,
  )
  if (placed.errors > 0 || placed.operations !== templates)
    throw new Error(`Of the first ${templates} orders ${placed.errors} were not placed.`)
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  try {
    // Copies are complete sets, so their foreign keys hold without a check of each.
    await client.query('SET session_replication_role = replica')
    for (const table of tables) await copyRows(client, table, Math.ceil(orders / templates) - 1)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

async function copyRows(
  client: pg.Client,
  { table, columns, where = 'true' }: CopiedTable,
  copies: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const unknown = Object.keys(columns).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`The table ${table} has no ${unknown.join(', ')}.`)
  const quoted = names.map((name) => `"${name}"`)
  const values = names.map((name) => columns[name] ?? `t."${name}"`)
  await client.query(
    `INSERT INTO "${table}" (${quoted.join(', ')})
     SELECT ${values.join(', ')} FROM "${table}" t CROSS JOIN generate_series(1, $1::int) n WHERE ${where}`,
    [copies],
  )
}
