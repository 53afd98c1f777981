import type pg from 'pg'
import { enum_columns } from '../server/dev/generate/column-types.ts'

/** Returns the values that CHECK constraints allow, by table and column; the shortest list when there are several. */
async function valuesAllowed(client: pg.PoolClient | pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ column: string; definition: string }>(
    `SELECT c.conrelid::regclass || '.' || a.attname AS column, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'c' AND cardinality(c.conkey) = 1 AND pg_get_constraintdef(c.oid) ~ '= ANY'`,
  )
  const allowed = new Map<string, Set<string>>()
  for (const { column, definition } of rows) {
    const values = new Set([...definition.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value))
    const known = allowed.get(column)
    if (!known || values.size < known.size) allowed.set(column, values)
  }
  return allowed
}

/**
 * Returns, for each column of `enum_columns` whose CHECK constraint is missing or has another list, the SQL that adds
 * it.
 */
export async function wrongChecks(client: pg.PoolClient | pg.Client): Promise<string[]> {
  const allowed = await valuesAllowed(client)
  return Object.entries(enum_columns).flatMap(([column, { values }]) => {
    const now = allowed.get(column)
    if (now && now.size === values.length && values.every((value) => now.has(value))) return []
    const [table = '', name = ''] = column.split('.')
    const list = values.map((value) => `'${value}'`).join(', ')
    return [`ALTER TABLE ${table} ADD CONSTRAINT ${table}_${name}_listed CHECK (${name} IN (${list}));`]
  })
}
