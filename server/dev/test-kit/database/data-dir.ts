import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../../src/db/database.ts'
import { readMigrations } from '../../../src/kit/migrate.ts'

const cache = path.join(import.meta.dirname, '../../../../.cache')

/**
 * Copies a migrated embedded database into a data directory that has none. The template is created once per set of
 * migrations, because that takes seconds.
 */
export async function giveDatabase(dataDir: string): Promise<void> {
  const own = path.join(dataDir, 'database')
  if (fs.existsSync(own)) return
  fs.cpSync(path.join(await migratedFolder(), 'database'), own, { recursive: true })
}

async function migratedFolder(): Promise<string> {
  const checksums = readMigrations().map(({ checksum }) => checksum)
  const key = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)
  const folder = path.join(cache, `embedded-${key}`)
  if (fs.existsSync(folder)) return folder
  const draft = `${folder}.${randomBytes(4).toString('hex')}`
  const log = pino({ level: 'silent' })
  await (await openDatabase({ url: undefined, data_dir: draft, log })).close()
  try {
    fs.renameSync(draft, folder)
  } catch {
    // Another process has created it in the meantime.
    fs.rmSync(draft, { recursive: true, force: true })
  }
  return folder
}
