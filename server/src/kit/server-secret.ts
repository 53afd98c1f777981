import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { config, type Config } from './config.ts'

const least_characters = 32

/** The secrets of the server and where they are stored. */
export interface ServerSecrets {
  /** Newest first. */
  secrets: readonly string[]
  /** File that stores them; `null` when they come from the environment. */
  file: string | null
}

/** Returns the path of the secrets file; it has one secret per line, newest first. */
export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key')
}

/**
 * Reads the server secrets: `WAYBILL_SECRET` and, during a replacement, `WAYBILL_SECRET_PREVIOUS`; else those in the
 * data directory. Returns `null` when there are none.
 */
export function readSecrets(
  dataDir: string,
  env: Config['environment'] = config.environment,
): ServerSecrets | null {
  const { WAYBILL_SECRET, WAYBILL_SECRET_PREVIOUS } = env
  if (WAYBILL_SECRET_PREVIOUS && !WAYBILL_SECRET)
    throw new Error('WAYBILL_SECRET_PREVIOUS is set without WAYBILL_SECRET. Set the new secret as well.')
  if (WAYBILL_SECRET) {
    const secrets = [WAYBILL_SECRET, ...(WAYBILL_SECRET_PREVIOUS ? [WAYBILL_SECRET_PREVIOUS] : [])]
    if (WAYBILL_SECRET.length < least_characters)
      throw new Error(
        `WAYBILL_SECRET must have at least ${least_characters} characters. It has ${WAYBILL_SECRET.length}.`,
      )
    return { secrets, file: null }
  }
  const file = secretFile(dataDir)
  if (!fs.existsSync(file)) return null
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const secrets = lines.map((line) => line.trim()).filter(Boolean)
  if (secrets.length === 0) throw new Error(`The secret in ${file} is empty. Restore it from the backup.`)
  return { secrets, file }
}

/** Creates the secret of a new installation and stores it in the data directory; an existing one is left unchanged. */
export function makeSecret(dataDir: string): ServerSecrets {
  const file = secretFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeSynced(draft, newSecret())
  try {
    // A link, unlike a rename, does not overwrite a file that another process has created in the meantime.
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft)
  }
  return readSecrets(dataDir, {}) ?? { secrets: [], file }
}

/** Returns a new secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** Writes secrets to their file, newest first; the file is replaced atomically. */
export function writeSecrets(file: string, secrets: readonly string[]): void {
  const draft = `${file}.${process.pid}`
  writeSynced(draft, secrets.join('\n'))
  fs.renameSync(draft, file)
  const folder = fs.openSync(path.dirname(file), 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

function writeSynced(file: string, text: string): void {
  const opened = fs.openSync(file, 'w', 0o600)
  fs.writeSync(opened, `${text}\n`)
  fs.fsyncSync(opened)
  fs.closeSync(opened)
}
