import fs from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { config } from '../kit/config.ts'
import { directoryHolder } from '../kit/embedded/lock.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { callRunningProduct, type CommandAnswer, type RequestChannel } from './product-requests.ts'

/** Returns the data directory of an operator command: `DATA_DIR`, else `data` in `root`. */
export function dataDirOf(root: string): string {
  return path.resolve(config.DATA_DIR ?? path.join(root, 'data'))
}

/**
 * Runs an operator command on the product's database without changing its schema: on the server that `DATABASE_URL`
 * names, else on the embedded database. When the embedded database is in use, the running product carries out the
 * command. Throws an error with a message for the operator when there is no database.
 */
export async function onProductDatabase<Request>(about: {
  root: string
  channel: RequestChannel<Request>
  request: Request
  run: (database: Database, request: Request) => Promise<CommandAnswer>
}): Promise<CommandAnswer> {
  const url = config.DATABASE_URL
  const dataDir = dataDirOf(about.root)
  if (!url && directoryHolder(dataDir) !== null)
    return callRunningProduct(dataDir, about.channel, about.request)
  if (!url && !fs.existsSync(path.join(dataDir, 'database')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to the correct one.`)
  const database = await openDatabase({
    url,
    data_dir: dataDir,
    log: pino({ level: 'silent' }),
    as_it_is: true,
  })
  try {
    return await about.run(database, about.request)
  } finally {
    await database.close()
  }
}

/**
 * Parses a provider id argument; returns `null` when `text` is undefined. Throws an error with `usage` when it is not
 * a provider id.
 */
export function providerArgument(text: string | undefined, usage: string): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`‘${text}’ is not a provider id.\n${usage}`)
  return Number(text)
}

/** Builds the error for arguments that cannot be parsed: the first sentence of `error`, then `usage`. */
export function argumentsError(error: unknown, usage: string): Error {
  const [sentence = ''] = error instanceof Error ? error.message.split(/\.\s/) : []
  return new Error(`${sentence.replace(/\.$/, '')}.\n${usage}`, { cause: error })
}
