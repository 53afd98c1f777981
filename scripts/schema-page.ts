import type pg from 'pg'
import {
  foreign_reads,
  foreign_writes,
  owned_tables,
  type ForeignUse,
} from '../server/dev/generate/table-owners.ts'

interface Column {
  name: string
  type: string
  not_null: boolean
  /** The default, the expression it is computed from, or `numbered`; empty when there is none. */
  given: string
  /** The CHECK constraint that lists the allowed values, the shortest of several; `null` when there is none. */
  values: string | null
  comment: string
}

interface Reference {
  columns: string[]
  target: string
  is_optional: boolean
  /** Whether each target row has at most one row of this table. */
  is_single: boolean
}

interface Table {
  name: string
  comment: string
  /** Columns of the primary key. */
  key: string[]
  has_row_security: boolean
  audit_type: string | null
  no_audit_reason: string | null
  columns: Column[]
  references: Reference[]
}

/** Every business table refers to its company, so the diagrams leave it out. */
const company = 'provider'

async function readTables(client: pg.PoolClient | pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT t.relname AS name, coalesce(obj_description(t.oid, 'pg_class'), '') AS comment,
      t.relrowsecurity AS has_row_security, d.audit_type, d.no_audit_reason,
      (SELECT json_agg(a.attname ORDER BY k.place)
       FROM pg_constraint c, unnest(c.conkey) WITH ORDINALITY k (number, place), pg_attribute a
       WHERE c.conrelid = t.oid AND c.contype = 'p' AND a.attrelid = t.oid AND a.attnum = k.number) AS key,
      (SELECT json_agg(json_build_object('name', a.attname, 'not_null', a.attnotnull,
         'type', replace(replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'),
           'time without time zone', 'time'),
         'values', (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
           WHERE c.conrelid = t.oid AND c.contype = 'c' AND c.conkey = ARRAY[a.attnum]
             AND pg_get_constraintdef(c.oid) LIKE '%= ANY%'
           ORDER BY length(pg_get_constraintdef(c.oid)) LIMIT 1),
         'given', CASE WHEN a.attidentity <> '' THEN 'numbered'
           ELSE coalesce(pg_get_expr(v.adbin, v.adrelid), '') END,
         'comment', coalesce(col_description(t.oid, a.attnum), '')) ORDER BY a.attnum)
       FROM pg_attribute a LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
       WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
      (SELECT coalesce(json_agg(json_build_object('target', f.relname, 'columns', r.columns,
         'is_optional', r.is_optional,
         'is_single', EXISTS (SELECT FROM pg_constraint p
           WHERE p.conrelid = t.oid AND p.contype = 'p' AND p.conkey <@ c.conkey))
         ORDER BY r.columns::text), '[]')
       FROM pg_constraint c JOIN pg_class f ON f.oid = c.confrelid, LATERAL (
         SELECT json_agg(a.attname ORDER BY k.place) AS columns, bool_or(NOT a.attnotnull) AS is_optional
         FROM unnest(c.conkey) WITH ORDINALITY k (number, place)
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number) r
       WHERE c.conrelid = t.oid AND c.contype = 'f') AS references
    FROM pg_class t LEFT JOIN tenant_table_decision d ON d.table_name = t.relname
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
    ORDER BY t.relname COLLATE "C"`)
  return rows
}

/** Returns the owner of each table. Throws when a table has no owner, has two owners or does not exist. */
function ownersOf(tables: readonly Table[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [owner, names] of Object.entries(owned_tables))
    for (const name of names) {
      if (owners.has(name)) throw new Error(`${name} belongs to ${owners.get(name)} and to ${owner}.`)
      owners.set(name, owner)
    }
  const made = new Set(tables.map(({ name }) => name))
  const lost = [...new Set([...made, ...owners.keys()])].filter(
    (name) => !made.has(name) || !owners.has(name),
  )
  if (lost.length > 0)
    throw new Error(`Without an owner in table-owners.ts, or without a migration: ${lost.join(', ')}.`)
  return owners
}

/** Returns the columns of a reference other than the company id. */
const linkOf = ({ columns }: Reference): string =>
  columns.filter((name) => name !== 'provider_id').join(', ') || 'provider_id'

/** Returns the references except those to the company itself, which every table has. */
const shown = ({ references }: Table): Reference[] => references.filter(({ target }) => target !== company)

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

const code = (text: string): string => (text === '' ? '' : `\`${cell(text)}\``)

const mermaid = (lines: readonly string[]): string => ['```mermaid', ...lines, '```'].join('\n')

/** Draws which modules refer to tables of which other modules. */
function overview(tables: readonly Table[], owners: ReadonlyMap<string, string>): string {
  const edges = new Set<string>()
  for (const table of tables)
    for (const { target } of shown(table)) {
      const [from, to] = [owners.get(table.name), owners.get(target)]
      if (from !== to) edges.add(`  ${from} --> ${to}`)
    }
  return mermaid(['flowchart LR', ...[...edges].toSorted()])
}

/** Draws the tables of a module and the tables they refer to. */
function picture(tables: readonly Table[]): string {
  return mermaid([
    'erDiagram',
    ...tables.flatMap((table) => [
      `  ${table.name}`,
      ...shown(table).map(
        (one) =>
          `  ${one.target} ${one.is_optional ? '|o' : '||'}--${one.is_single ? 'o|' : 'o{'} ${table.name} : "${linkOf(one)}"`,
      ),
    ]),
  ])
}

function auditOf({ audit_type, no_audit_reason, has_row_security }: Table): string {
  if (audit_type !== null) return `Audited under \`${audit_type}\`.`
  if (no_audit_reason !== null) return `Not audited: ${no_audit_reason}`
  return has_row_security ? '' : 'Without row security.'
}

function others(uses: readonly ForeignUse[], table: string): string {
  return uses
    .filter(({ tables }) => tables.some((name) => name === table))
    .map(({ by }) => by)
    .join(', ')
}

/** Removes type casts: `'active'::text` becomes `'active'`. */
const plainDefault = (text: string): string => text.replaceAll(/::[a-z ]+(\[\])?/g, '')

/** Returns the meaning of a column, with its allowed values when they are a list. */
function meaningOf({ comment, values }: Column): string {
  const listed = [...(values ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => value)
  return [comment, listed.length > 0 ? `One of ${listed.join(', ')}.` : ''].filter(Boolean).join(' ')
}

function section(table: Table): string {
  const { name, comment, key, columns, references } = table
  const target = (column: string): string =>
    references
      .filter((one) => linkOf(one) === column)
      .map((one) => one.target)
      .join(', ')
  const [written, read] = [others(foreign_writes, name), others(foreign_reads, name)]
  return [
    `### ${name}`,
    [
      comment,
      `Key: ${key.map((one) => `\`${one}\``).join(', ')}.`,
      auditOf(table),
      written && `Also written by ${written}.`,
      read && `Also read by ${read}.`,
    ]
      .filter(Boolean)
      .join(' '),
    [
      '| Column | Type | Null | Default | References | Meaning |',
      '| --- | --- | --- | --- | --- | --- |',
      ...columns.map((column) =>
        [
          '',
          code(column.name),
          column.type,
          column.not_null ? '' : 'null',
          column.given === 'numbered' ? 'numbered' : code(plainDefault(column.given)),
          target(column.name),
          cell(meaningOf(column)),
          '',
        ]
          .join(' | ')
          .trim(),
      ),
    ].join('\n'),
  ].join('\n\n')
}

const reasons = (uses: readonly ForeignUse[]): string =>
  uses
    .map(({ by, tables, why }) => `- ${by}: ${tables.map((name) => `\`${name}\``).join(', ')}. ${why}`)
    .join('\n')

/**
 * Returns the content of `docs/generated/schema.md`: the tables of the migrated database by owning module, with
 * relation diagrams. Throws when a table has no comment, no owner or more than one owner.
 */
export async function schemaPageSource(client: pg.PoolClient | pg.Client): Promise<string> {
  const tables = await readTables(client)
  const owners = ownersOf(tables)
  const silent = tables.filter(({ comment }) => comment === '').map(({ name }) => name)
  if (silent.length > 0) throw new Error(`Without COMMENT ON TABLE: ${silent.join(', ')}.`)
  const modules = Object.keys(owned_tables).map((module) => ({
    module,
    own: tables.filter(({ name }) => owners.get(name) === module),
  }))
  return `${[
    '# Schema',
    'Made by `npm run generate` from the migrated database and `server/dev/generate/table-owners.ts`. Do not edit.',
    'Only the owner of a table writes it. Statements of other modules that name it are listed with their reason at the end; `tests/architecture.test.ts` refuses others.',
    'Tables with `provider_id` belong to a company: keys begin with it, foreign keys include it, and row security keeps companies apart. It refers to `provider`, which pictures leave out. Amounts are whole cents, moments `timestamptz`. `created_by`, `modified_by` and `source` are user names; `version` counts changes, so that nobody overwrites what somebody else has just saved.',
    [
      '| Module | Tables |',
      '| --- | --- |',
      ...modules.map(
        ({ module, own }) =>
          `| [${module}](#${module}) | ${own.map(({ name }) => `[${name}](#${name})`).join(', ')} |`,
      ),
    ].join('\n'),
    overview(tables, owners),
    ...modules.flatMap(({ module, own }) => [`## ${module}`, picture(own), ...own.map(section)]),
    `## Writes to tables of others\n\n${reasons(foreign_writes)}`,
    `## Reads of tables of others\n\n${reasons(foreign_reads)}`,
  ].join('\n\n')}\n`
}
