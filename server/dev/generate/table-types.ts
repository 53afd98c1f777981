import type pg from 'pg'
import { enum_columns } from './column-types.ts'

const type_of: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  text: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  date: 'string',
  time: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _int8: 'number[]',
}

/**
 * Returns the generated types of the migrated database’s tables, for the query builder. `npm run generate` writes
 * them; the architecture test compares them.
 */
export async function tablesSource(client: pg.PoolClient | pg.Client): Promise<string> {
  const { rows } = await client.query<{
    table_name: string
    column_name: string
    udt_name: string
    is_nullable: string
    column_default: string | null
    identity_generation: string | null
  }>(
    `SELECT table_name, column_name, udt_name, is_nullable, column_default, identity_generation
     FROM information_schema.columns WHERE table_schema = 'public'
     ORDER BY table_name COLLATE "C", ordinal_position`,
  )
  const tables = new Map<string, string[]>()
  for (const row of rows) {
    const base = type_of[row.udt_name]
    if (!base)
      throw new Error(
        `npm run generate does not know the type ${row.udt_name} of ${row.table_name}.${row.column_name}.`,
      )
    const listed = enum_columns[`${row.table_name}.${row.column_name}`]
    const typeName = listed?.type ?? base
    const type = row.is_nullable === 'YES' ? `${typeName} | null` : typeName
    const given =
      row.identity_generation === 'ALWAYS'
        ? 'GeneratedAlways'
        : row.column_default || row.identity_generation
          ? 'Generated'
          : ''
    const lines = tables.get(row.table_name) ?? []
    lines.push(
      `  ${row.column_name}: ${given && base !== 'Json' ? `${given}<${type}>` : base === 'Json' ? base : type}`,
    )
    tables.set(row.table_name, lines)
  }
  const names = [...tables.keys()]
  return [
    '// Made by `npm run generate` from the migrated database. Do not edit.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    '/** A JSON column: read as it is, written as JSON text or a plain object. */',
    'export type Json = ColumnType<unknown, unknown, unknown>',
    '',
    ...unions(),
    ...names.flatMap((name) => [
      `export interface ${pascal(name)}Table {`,
      ...(tables.get(name) ?? []),
      '}',
      '',
    ]),
    'export interface Tables {',
    ...names.map((name) => `  ${name}: ${pascal(name)}Table`),
    '}',
    '',
  ].join('\n')
}

/** Returns the union types of enum columns, under their names in the domain. */
function unions(): string[] {
  const types = new Map(Object.values(enum_columns).map(({ type, values }) => [type, values]))
  return [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([type, values]) => [`type ${type} = ${values.map((value) => `'${value}'`).join(' | ')}`, ''])
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
}
