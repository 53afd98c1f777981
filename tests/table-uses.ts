import fs from 'node:fs'
import path from 'node:path'

const server = path.join(import.meta.dirname, '../server')

/** One statement of a server file that uses a table. */
export interface TableUse {
  file: string
  /**
   * The module; for files above the modules and development files, the file or folder, such as `jobs/purge.ts` and
   * `dev/demo`.
   */
  by: string
  table: string
  writes: boolean
}

const builders =
  /(?:\b(selectFrom|\w+Join(?:Lateral)?|insertInto|updateTable|deleteFrom|mergeInto)|(?<!Buffer|Array)\.(from|using))(?:<[^>]*>)?\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*"|`[^`]*`)/g
const writing =
  /\b(?:INSERT INTO|DELETE FROM|UPDATE(?: ONLY)?|MERGE INTO|TRUNCATE(?: TABLE)?|COPY)\s+"?(\w+)/g
const item = String.raw`(?:LATERAL\s+)?"?\w+"?(?:\s+(?:AS\s+)?[a-z_]\w*)?`
const read_pattern = new RegExp(
  String.raw`(?<!DELETE )(?<!DISTINCT )\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?(${item}(?:\s*,\s*${item})*)`,
  'g',
)

/** Returns the existing tables, as listed in `server/src/kit/tables.ts`. */
export function existingTables(): Set<string> {
  const text = textOf('kit/tables.ts')
  const list = text.slice(text.indexOf('export interface Tables {'))
  return new Set([...list.matchAll(/^ {2}(\w+): \w+Table$/gm)].map(([, name = '']) => name))
}

/** Returns the server and development files that name tables by a variable. */
export function filesWithVariableTables(): string[] {
  return serverFiles().filter((file) =>
    /sql\.(?:table|id)\(|(?:FROM|JOIN|INTO|UPDATE)\s+"?\$\{(?:sql\.)?(?:table|name)\b|(?:selectFrom|insertInto|updateTable|deleteFrom)\((?!\s*[['"`])/.test(
      textOf(file),
    ),
  )
}

/**
 * Returns the table uses in a text: those of the query builder, and those in SQL with keywords in capitals. A file
 * that names tables by a variable counts as writing every table whose name it contains as a string.
 */
export function usesIn(text: string, tables: ReadonlySet<string>): Pick<TableUse, 'table' | 'writes'>[] {
  const found: Pick<TableUse, 'table' | 'writes'>[] = []
  for (const [, verb = '', , names = ''] of text.matchAll(builders))
    for (const [, table = ''] of names.matchAll(/['"`](\w+)/g))
      found.push({ table, writes: /^(?:insert|update|delete|merge)/.test(verb) })
  for (const [, table = ''] of text.matchAll(writing)) found.push({ table, writes: true })
  for (const [, items = ''] of text.matchAll(read_pattern))
    for (const one of items.split(','))
      found.push({ table: /^\s*"?(\w+)/.exec(one)?.[1] ?? '', writes: false })
  if (/sql\.table\(/.test(text))
    for (const [, table = ''] of text.matchAll(/'(\w+)'/g)) found.push({ table, writes: true })
  return found.filter(({ table }) => tables.has(table))
}

function serverFiles(): string[] {
  const filesIn = (folder: string) =>
    fs.readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' })
  return [...filesIn('src'), ...filesIn('dev').map((name) => path.join('dev', name))]
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('dev/test-kit/'))
    .toSorted()
}

function textOf(file: string): string {
  return fs
    .readFileSync(path.join(server, file.startsWith('dev/') ? '' : 'src', file), 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
}

/** Returns each server and development file with its text, without comments. */
export function serverTexts(): { file: string; text: string }[] {
  return serverFiles().map((file) => ({ file, text: textOf(file) }))
}

/** The server folders above its modules, lowest first. */
export const above_modules: readonly string[] = ['db', 'jobs', 'http', 'realtime', 'ops', 'main']

/** Returns every table use in the server files. */
export function tableUses(): TableUse[] {
  const tables = existingTables()
  return serverFiles().flatMap((file) => {
    const [module = '', inner = ''] = file.split(path.sep)
    const by = above_modules.includes(module) || module === 'dev' ? `${module}/${inner}` : module
    return usesIn(textOf(file), tables).map((use) => ({ file, by, ...use }))
  })
}
