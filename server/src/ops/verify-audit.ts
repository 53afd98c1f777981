import fs from 'node:fs'
import readline from 'node:readline'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  readChain,
  readSealText,
  describeFault,
  sealText,
  verifyChain,
  type ExportedSeal,
  type ReadChain,
} from '../audit/index.ts'
import { configuredFileStore, type FileStore } from '../files/index.ts'
import type { Database } from '../db/database.ts'
import { argumentsError, dataDirOf, onProductDatabase, providerArgument } from './operator-command.ts'
import type { CommandAnswer, RequestChannel } from './product-requests.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { verifyEvidence } from './verify-evidence.ts'

const usage =
  'npm run audit:verify -- [--provider ID] [--seal PROVIDER:BLOCK:SEAL]… [--log FILE]… [--files]   checks the audit trail against its seals'

/**
 * Implements `npm run audit:verify`: verifies the audit chain of one provider or of all and prints the first bad
 * block of each. Returns the exit code: 0 when every chain holds, 1 when one does not, 2 when they could not be
 * checked. The running product verifies an embedded database that is in use.
 */
export async function verifyAudit(about: {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}): Promise<0 | 1 | 2> {
  try {
    const requested = await readArguments(about.args)
    if (requested === 'help') {
      about.printLine(usage)
      return 0
    }
    const files = configuredFileStore(dataDirOf(about.root))
    const { code, lines } = await onProductDatabase({
      root: about.root,
      channel: audit_channel,
      request: {
        provider: requested.provider,
        seals: requested.seals.map(sealText),
        files: requested.files,
      },
      run: (database, request) => verifyRequest(database, files, request),
    })
    for (const line of lines) about.printLine(line)
    return code
  } catch (error) {
    about.printLine(error instanceof Error ? error.message : String(error))
    return 2
  }
}

/**
 * What to verify: one company or all (`null`), seals as texts to compare the chain with, and whether the bytes of the
 * drivers' photos and signatures are read.
 */
const AuditRequest = z.object({
  provider: z.number().nullable(),
  seals: z.array(z.string()),
  files: z.boolean().default(false),
})
type AuditRequest = z.infer<typeof AuditRequest>
export const audit_channel: RequestChannel<AuditRequest> = { name: 'audit-verify', request: AuditRequest }

/** Verifies the chains and returns the exit code and the lines to print. */
export async function verifyRequest(
  database: Pick<Database, 'connections'>,
  files: FileStore,
  { provider, seals, files: readsFiles }: AuditRequest,
): Promise<CommandAnswer> {
  const lines: string[] = []
  const exported = seals.flatMap((text) => readSealText(text) ?? [])
  const isWhole = await verifyAll({ database, files, reads_files: readsFiles }, provider, exported, (line) =>
    lines.push(line),
  )
  return { code: isWhole ? 0 : 1, lines }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        provider: { type: 'string' },
        seal: { type: 'string', multiple: true, default: [] },
        log: { type: 'string', multiple: true, default: [] },
        files: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw argumentsError(error, usage)
  }
}

async function readArguments(args: readonly string[]) {
  const { values } = parsed(args)
  if (values.help) return 'help'
  const seals = values.seal.map((text) => {
    const seal = readSealText(text)
    if (!seal)
      throw new Error(
        `‘${text}’ is not a seal. Copy it from a line ‘audit seal’ of the service log.\n${usage}`,
      )
    return seal
  })
  for (const file of values.log) seals.push(...(await sealsOfLog(file)))
  return { provider: providerArgument(values.provider, usage), seals, files: values.files }
}

/** Returns the seals in a service log. */
async function sealsOfLog(file: string): Promise<ExportedSeal[]> {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`There is no log file ${file}. Choose one that the product has written.`)
  const seals: ExportedSeal[] = []
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const seal = readSealText(/"seal":"([^"]+)"/.exec(line)?.[1] ?? '')
    if (seal) seals.push(seal)
  }
  return seals
}

/**
 * Verifies the audit chains of a database and its archive files; returns whether all hold. With `reads_files` the photos
 * and signatures of drivers are read too.
 */
export async function verifyAll(
  {
    database,
    files,
    reads_files = false,
  }: { database: Pick<Database, 'connections'>; files: FileStore; reads_files?: boolean },
  provider: number | null,
  exported: readonly ExportedSeal[],
  printLine: (line: string) => void,
): Promise<boolean> {
  const ids = await inPlatformTransaction(database, async (db) =>
    (await db.selectFrom('provider').select('id').orderBy('id').execute()).map((row) => row.id),
  )
  if (provider !== null && !ids.includes(provider)) throw new Error(`There is no provider ${provider}.`)
  let isWhole = true
  for (const id of provider === null ? ids : [provider]) {
    const read: ReadChain = (fn) => inPlatformTransaction(database, fn)
    const chain = readChain(id, read, files)
    const own = exported.filter((seal) => seal.provider_id === id)
    const { blocks, entries, fault } = await verifyChain(chain, own)
    const compared = own.length > 0 ? `, compared with ${own.length} exported seals` : ''
    if (fault)
      printLine(`Provider ${id}: BAD. ${describeFault(fault)} ${entries} entries before it are valid.`)
    else printLine(`Provider ${id}: ${entries} entries in ${blocks} blocks are valid${compared}.`)
    const evidence = await verifyEvidence(id, read, reads_files ? files : null)
    if (evidence.fault) printLine(`Provider ${id}: BAD evidence of drivers. ${evidence.fault}`)
    else if (evidence.actions > 0) {
      const removed =
        evidence.removed_files > 0 ? `, ${evidence.removed_files} of its files were removed` : ''
      printLine(
        `Provider ${id}: the evidence of ${evidence.actions} driver actions is as it was stored${removed}.`,
      )
    }
    isWhole &&= !fault && !evidence.fault
  }
  return isWhole
}
