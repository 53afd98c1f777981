import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { readSealText } from '../../audit/index.ts'
import { openDatabase } from '../../db/database.ts'
import { answerInvariants, runtimeFor } from './invariants.ts'
import { configuredFileStore } from '../../files/index.ts'
import { verifyAll } from '../../ops/verify-audit.ts'
import { readBackup, readContents, type Manifest } from '../../ops/backup/manifest.ts'
import { runProgram } from '../../ops/backup/programs.ts'

/** Creates the database roles that permissions refer to, because a dump of a single database does not contain them. */
const make_roles = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'courier_app') THEN CREATE ROLE courier_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'courier_platform') THEN CREATE ROLE courier_platform NOLOGIN; END IF;
  EXECUTE format('GRANT courier_app, courier_platform TO %I', current_user);
END $$`

/**
 * Restores a backup into an empty location and compares the result: row counts by table, the audit trail with the
 * seals in the backup, and the invariants of every provider. Prints the findings and returns whether everything
 * matches. Throws without changes when the backup is damaged or the location is not empty.
 */
export async function restoreBackup(
  about: { from: string; url: string | undefined; data_dir: string },
  printLine: (line: string) => void,
): Promise<boolean> {
  const { from, url, data_dir } = about
  const manifest = await readBackup(from)
  if ((manifest.kind === 'server') !== Boolean(url))
    throw new Error(
      manifest.kind === 'server'
        ? 'This is a backup of a PostgreSQL server. Set DATABASE_URL to an empty database on one.'
        : 'This is a backup of the embedded database. Unset DATABASE_URL, and set DATA_DIR to a new folder.',
    )
  requireEmpty(path.join(data_dir, 'files'))
  if (url) await restoreServer(url, from)
  else {
    const target = path.join(data_dir, 'database')
    requireEmpty(target)
    fs.mkdirSync(data_dir, { recursive: true })
    fs.cpSync(path.join(from, 'database'), target, { recursive: true })
  }
  const files = path.join(from, 'files')
  if (fs.existsSync(files)) fs.cpSync(files, path.join(data_dir, 'files'), { recursive: true })
  return compare(manifest, { url, data_dir }, printLine)
}

function requireEmpty(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Restore into a new place; nothing is ever written over.`)
}

async function restoreServer(url: string, from: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: number }>(
      "SELECT count(*)::int AS tables FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    if (rows[0]?.tables !== 0)
      throw new Error(
        'The database that DATABASE_URL names is not empty. Make a new one; nothing is ever written over.',
      )
    await client.query(make_roles)
  } finally {
    await client.end()
  }
  await runProgram('pg_restore', [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    `--dbname=${url}`,
    path.join(from, 'database.dump'),
  ])
}

async function compare(
  manifest: Manifest,
  { url, data_dir }: { url: string | undefined; data_dir: string },
  printLine: (line: string) => void,
): Promise<boolean> {
  const database = await openDatabase({ url, data_dir, log: pino({ level: 'silent' }), as_it_is: true })
  try {
    const { counts } = await readContents(database.pool)
    const names = new Set([...Object.keys(manifest.counts), ...Object.keys(counts)])
    const differing = [...names].filter((name) => counts[name] !== manifest.counts[name])
    for (const name of differing)
      printLine(`${name}: ${counts[name] ?? 'no'} rows here, ${manifest.counts[name] ?? 'no'} in the backup.`)
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    if (differing.length === 0) printLine(`${rows} rows in ${names.size} tables, as in the backup.`)
    const seals = manifest.seals.flatMap((text) => readSealText(text) ?? [])
    const isSealed = await verifyAll(
      { database, files: configuredFileStore(data_dir) },
      null,
      seals,
      printLine,
    )
    const { code, lines } = await answerInvariants(runtimeFor(database, data_dir), { provider: null })
    for (const line of lines) printLine(line)
    return differing.length === 0 && isSealed && code === 0
  } finally {
    await database.close()
  }
}
