import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { config, type Config } from './config.ts'

const least_characters = 32

/** The secrets of the server, and where they are stored. */
export interface ServerSecrets {
  /** The newest first. */
  secrets: readonly string[]
  /** The file that keeps them; `null` when the environment does. */
  file: string | null
}

/** The file of the secrets, one a line, the newest first. */
export function secretFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key')
}

/**
 * The server's secrets: `WAYBILL_SECRET` and, while it is exchanged, `WAYBILL_SECRET_PREVIOUS`; else those kept in the
 * data directory. `null` when there is none anywhere.
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
  if (secrets.length === 0) throw new Error(`The secret in ${file} is empty. Bring it back from the backup.`)
  return { secrets, file }
}

/** Makes the secret of a new installation and keeps it in the data directory; one that is there already stays. */
export function makeSecret(dataDir: string): ServerSecrets {
  const file = secretFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeSynced(draft, newSecret())
  try {
    // A link, unlike a rename, leaves what another process has made meanwhile.
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft)
  }
  return readSecrets(dataDir, {}) ?? { secrets: [], file }
}

/** A secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** Keeps secrets in their file, the newest first; the file is whole at every moment. */
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
