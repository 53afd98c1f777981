import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readChain, readSealText, sayFault, verifyChain, type ExportedSeal } from '../audit/index.ts'
import { openDatabase, type Database } from './database.ts'
import { platformWork } from './work.ts'

const usage =
  'npm run audit:verify -- [--provider ID] [--seal PROVIDER:BLOCK:SEAL]… [--log FILE]…   checks the audit trail against its seals'

/**
 * `npm run audit:verify`: walks the audit chain of one provider or of all, names the first bad block of each, and answers
 * the exit code: 0 when every chain holds, 1 when one does not, 2 when it could not be checked.
 */
export async function verifyAudit(about: {
  root: string
  args: readonly string[]
  say: (line: string) => void
}): Promise<0 | 1 | 2> {
  try {
    const { provider, seals } = await readArguments(about.args)
    const database = await openDatabase({
      url: process.env.DATABASE_URL,
      data_dir: path.resolve(process.env.DATA_DIR ?? path.join(about.root, 'data')),
      log: pino({ level: 'silent' }),
      as_it_is: true,
    })
    try {
      return (await verifyAll(database, provider, seals, about.say)) ? 0 : 1
    } finally {
      await database.close()
    }
  } catch (error) {
    about.say(error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      provider: { type: 'string' },
      seal: { type: 'string', multiple: true, default: [] },
      log: { type: 'string', multiple: true, default: [] },
    },
  })
  const seals = values.seal.map((text) => {
    const seal = readSealText(text)
    if (!seal)
      throw new Error(`‘${text}’ is no seal. Copy it from a line ‘audit seal’ of the service log.\n${usage}`)
    return seal
  })
  for (const file of values.log) seals.push(...(await sealsOfLog(file)))
  const provider = values.provider === undefined ? null : Number(values.provider)
  if (provider !== null && !Number.isSafeInteger(provider))
    throw new Error(`‘${values.provider}’ is no provider id.\n${usage}`)
  return { provider, seals }
}

/** The seals that a service log holds. */
async function sealsOfLog(file: string): Promise<ExportedSeal[]> {
  const seals: ExportedSeal[] = []
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const seal = readSealText(/"seal":"([^"]+)"/.exec(line)?.[1] ?? '')
    if (seal) seals.push(seal)
  }
  return seals
}

/** Verifies the chains of a database; whether all hold. */
export async function verifyAll(
  database: Pick<Database, 'pool'>,
  provider: number | null,
  exported: readonly ExportedSeal[],
  say: (line: string) => void,
): Promise<boolean> {
  const ids = await platformWork(database, async (db) =>
    (await db.selectFrom('provider').select('id').orderBy('id').execute()).map((row) => row.id),
  )
  if (provider !== null && !ids.includes(provider)) throw new Error(`There is no provider ${provider}.`)
  let is_whole = true
  for (const id of provider === null ? ids : [provider]) {
    const chain = readChain(id, (read) => platformWork(database, read))
    const own = exported.filter((seal) => seal.provider_id === id)
    const { blocks, entries, fault } = await verifyChain(chain, own)
    const compared = own.length > 0 ? `, compared with ${own.length} exported seals` : ''
    if (fault) say(`Provider ${id}: BAD. ${sayFault(fault)} ${entries} entries before it hold.`)
    else say(`Provider ${id}: ${entries} entries in ${blocks} blocks hold${compared}.`)
    is_whole &&= !fault
  }
  return is_whole
}
