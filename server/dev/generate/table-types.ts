import type pg from 'pg'
import { enum_columns, typed_columns, type ColumnType } from './column-types.ts'

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
  jsonb: 'unknown',
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
    const column = `${row.table_name}.${row.column_name}`
    const listed = enum_columns[column] ?? typed_columns[column]
    const isJson = row.udt_name === 'jsonb'
    if (isJson && !listed) throw new Error(`Add the type of ${column} to column-types.ts.`)
    const typeName = listed?.type ?? base
    const type = row.is_nullable === 'YES' && typeName !== 'unknown' ? `${typeName} | null` : typeName
    const given =
      row.identity_generation === 'ALWAYS'
        ? 'GeneratedAlways'
        : row.column_default || row.identity_generation
          ? 'Generated'
          : ''
    const lines = tables.get(row.table_name) ?? []
    const wrapper = isJson ? 'Json' : given
    lines.push(`  ${row.column_name}: ${wrapper ? `${wrapper}<${type}>` : type}`)
    tables.set(row.table_name, lines)
  }
  const names = [...tables.keys()]
  return [
    '// Made by `npm run generate` from the migrated database. Do not edit.',
    ...domainImports(),
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    '/** A JSON column: read as its type, written as JSON text or a plain object. */',
    'type Json<Type> = ColumnType<Type, unknown, unknown>',
    '',
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

/** Returns the imports of the columns’ types from the domain. */
function domainImports(): string[] {
  const columns: ColumnType[] = [...Object.values(enum_columns), ...Object.values(typed_columns)]
  const modules = new Map<string, Set<string>>()
  for (const { type, from } of columns) {
    const [name] = /[A-Z]\w*/.exec(type) ?? []
    if (from && name) modules.set(from, (modules.get(from) ?? new Set()).add(name))
  }
  return [...modules]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([from, names]) => `import type { ${[...names].toSorted().join(', ')} } from '@waybill/domain/${from}'`,
    )
}

function pascal(name: string): string {
  return name.replace(/(^|_)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
}
