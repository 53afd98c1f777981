import fs from 'node:fs'
import { copyFile, cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { app_version } from '@waybill/domain/kit/app'
import pg from 'pg'
import { config } from '../../kit/config.ts'
import type { Database } from '../../db/database.ts'
import { digestsOf, readContents, writeManifest, type Manifest } from './manifest.ts'
import { runProgram } from './programs.ts'

/** The result of a backup; size in bytes. */
export interface MadeBackup {
  manifest: Manifest
  bytes: number
}

/**
 * Makes a backup of the installation in a new folder: a consistent copy of the database, the uploads, and a manifest.
 * The product may keep running; with the embedded database, requests wait while the database is copied. The server's
 * secret is not included. A folder without a manifest is not a complete backup.
 */
export async function makeBackup(
  database: Database,
  about: { url: string | undefined; data_dir: string; to: string },
): Promise<MadeBackup> {
  const { url, data_dir, to } = about
  if (fs.existsSync(to) && fs.readdirSync(to).length > 0)
    throw new Error(`${to} is not empty. Name a folder that does not exist yet.`)
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  const started = new Date()
  const contents = url ? await dumpServer(url, to) : await copyEmbedded(database, data_dir, to)
  const files = path.join(data_dir, 'files')
  const hasFiles = !config.S3_BUCKET
  if (hasFiles && fs.existsSync(files)) await copyFiles(files, path.join(to, 'files'))
  const { digests, bytes } = await digestsOf(to)
  const manifest: Manifest = {
    version: 1,
    app_version,
    kind: url ? 'server' : 'embedded',
    time: started.toISOString(),
    ...contents,
    has_files: hasFiles,
    digests,
  }
  writeManifest(to, manifest)
  await database.pool.query(
    'INSERT INTO backup_run (time_started, time_ended, bytes) VALUES ($1, now(), $2)',
    [started, bytes],
  )
  return { manifest, bytes }
}

/** Counts and dumps the same snapshot. */
async function dumpServer(url: string, to: string): Promise<Pick<Manifest, 'counts' | 'seals'>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    // Create the file first, because pg_dump would make it readable for all users.
    fs.writeFileSync(path.join(to, 'database.dump'), '', { mode: 0o600 })
    const contents = await readContents(client)
    await runProgram('pg_dump', [
      '--format=custom',
      `--snapshot=${rows[0]?.snapshot}`,
      `--file=${path.join(to, 'database.dump')}`,
      `--dbname=${url}`,
    ])
    await client.query('COMMIT')
    return contents
  } finally {
    await client.end()
  }
}

/**
 * Copies the embedded database. It has one connection; while this is held, nothing is written and the directory is
 * consistent.
 */
async function copyEmbedded(
  database: Database,
  dataDir: string,
  to: string,
): Promise<Pick<Manifest, 'counts' | 'seals'>> {
  const client = await database.connections.connect('heavy', 0)
  try {
    const contents = await readContents(client)
    await client.query('CHECKPOINT')
    await cp(path.join(dataDir, 'database'), path.join(to, 'database'), { recursive: true })
    return contents
  } finally {
    client.release()
  }
}

/** Copies uploads one by one; files that are removed in the meantime are left out. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const one of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!one.isFile()) continue
    const file = path.join(one.parentPath, one.name)
    const copy = path.join(to, path.relative(from, file))
    await mkdir(path.dirname(copy), { recursive: true })
    try {
      await copyFile(file, copy)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
