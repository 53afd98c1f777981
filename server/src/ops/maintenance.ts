import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { cleanText } from '@waybill/domain/kit/calls/wire'
import type pg from 'pg'
import { pino } from 'pino'
import { config } from '../kit/config.ts'
import type { Logger } from '../kit/log.ts'
import { openDatabase } from '../db/database.ts'
import { dataDirOf } from './operator-command.ts'

const poll_ms = 1_000
const max_characters = 300

/** The message when the operator gives no text. */
export const standard_maintenance_text = 'We are doing maintenance. Please check back in a few minutes.'

const fileIn = (dataDir: string): string => path.join(dataDir, 'maintenance.json')

/**
 * Tracks whether this process is in maintenance. Polls every second a row of the database that all processes share,
 * or a file in the data directory, which can be written while the embedded database is in use. When reading fails,
 * the last state is kept, so that maintenance does not end while the database is down for it.
 */
export class Maintenance {
  readonly #data_dir: string
  readonly #pool: Pick<pg.Pool, 'query'> | null
  readonly #log: Logger
  #text: string | null = null
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null

  /** `pool` is the pool of a database that other processes share; `null` for the embedded one. */
  constructor(dataDir: string, pool: Pick<pg.Pool, 'query'> | null, log: Logger) {
    this.#data_dir = dataDir
    this.#pool = pool
    this.#log = log
  }

  /** The message for callers during maintenance; `null` when there is no maintenance. */
  get text(): string | null {
    return this.#text
  }

  /** Reads the state now, and then every second. */
  async start(): Promise<void> {
    await this.check()
    this.#timer = setInterval(() => {
      this.#looking ??= this.check().finally(() => (this.#looking = null))
    }, poll_ms).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#looking
  }

  async check(): Promise<void> {
    try {
      const text = textInFile(this.#data_dir) ?? (this.#pool && (await textInDatabase(this.#pool)))
      if (text === this.#text) return
      this.#text = text
      this.#log.warn({ maintenance: text !== null }, text === null ? 'maintenance is over' : 'maintenance')
    } catch (error) {
      this.#log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        'the maintenance state could not be read',
      )
    }
  }
}

function textInFile(dataDir: string): string | null {
  const file = fileIn(dataDir)
  if (!fs.existsSync(file)) return null
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { text: string }).text
}

async function textInDatabase(pool: Pick<pg.Pool, 'query'>): Promise<string | null> {
  const { rows } = await pool.query<{ text: string }>('SELECT text FROM maintenance')
  return rows[0]?.text ?? null
}

/** Sets the maintenance message of the embedded installation in a data directory; `null` switches maintenance off. */
export function writeMaintenanceFile(dataDir: string, text: string | null): void {
  const file = fileIn(dataDir)
  if (text === null) return fs.rmSync(file, { force: true })
  fs.mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify({ text }))
  fs.renameSync(draft, file)
}

/** Sets the maintenance message of all processes of a database; `null` switches maintenance off. */
export async function writeMaintenanceRow(pool: Pick<pg.Pool, 'query'>, text: string | null): Promise<void> {
  if (text === null) await pool.query('DELETE FROM maintenance')
  else
    await pool.query(
      `INSERT INTO maintenance (is_on, text) VALUES (true, $1)
       ON CONFLICT (is_on) DO UPDATE SET text = excluded.text, since = now()`,
      [text],
    )
}

/**
 * Implements `npm run maintenance -- on ["text"] | off`. Returns the exit code: 0 when maintenance was switched, else
 * 1.
 */
export async function switchMaintenance(about: {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}): Promise<0 | 1> {
  try {
    const { positionals } = parseArgs({ args: [...about.args], allowPositionals: true })
    const [word, ...words] = positionals
    if (word !== 'on' && word !== 'off')
      throw new Error('Use on or off: npm run maintenance -- on "text" | off')
    const text = word === 'on' ? cleanText(words.join(' '), false) || standard_maintenance_text : null
    if (text && text.length > max_characters)
      throw new Error(`The text has ${text.length} characters. Keep it to ${max_characters}.`)
    const dataDir = dataDirOf(about.root)
    const url = config.DATABASE_URL
    if (url) {
      const database = await openDatabase({
        url,
        data_dir: dataDir,
        log: pino({ level: 'silent' }),
        as_it_is: true,
      })
      await writeMaintenanceRow(database.pool, text).finally(() => database.close())
    } else writeMaintenanceFile(dataDir, text)
    about.printLine(
      text === null
        ? 'Maintenance is off. Every process answers again within two seconds.'
        : `Maintenance is on. Within two seconds every process answers 418: ${text}`,
    )
    return 0
  } catch (error) {
    about.printLine(error instanceof Error ? error.message : String(error))
    return 1
  }
}
