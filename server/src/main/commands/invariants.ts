import { parseArgs } from 'node:util'
import { systemActor } from '@waybill/domain/kit/actor'
import { z } from 'zod'
import { Sealer } from '../../kit/sealer.ts'
import { newSecret } from '../../kit/server-secret.ts'
import { commandRuntime } from './command-runtime.ts'
import type { Database } from '../../db/database.ts'
import type { Runtime } from '../../kit/runtime.ts'
import { argumentsError, dataDirOf, onProductDatabase, providerArgument } from '../../ops/operator-command.ts'
import { jobFacts } from '../../jobs/outbox.ts'
import type { CommandAnswer, RequestChannel } from '../../ops/product-requests.ts'
import { inPlatformTransaction } from '../../db/platform-transaction.ts'
import { externalContext } from '../../db/transaction.ts'
import { checkInvariants } from '../../ops/invariants/check.ts'

const usage =
  'npm run invariants -- [--provider ID]   checks the invariants in the data of every company, or of one'

/** The provider to check, or `null` for all. */
const InvariantsRequest = z.object({ provider: z.number().nullable() })
type InvariantsRequest = z.infer<typeof InvariantsRequest>
export const invariants_channel: RequestChannel<InvariantsRequest> = {
  name: 'invariants',
  request: InvariantsRequest,
}

/** Checks the requested providers, stores the results and returns them as text lines. */
export async function answerInvariants(
  runtime: Runtime,
  { provider }: InvariantsRequest,
): Promise<CommandAnswer> {
  const ids = await inPlatformTransaction(runtime, async (db) =>
    (await db.selectFrom('provider').select('id').orderBy('id').execute()).map((row) => row.id),
  )
  if (provider !== null && !ids.includes(provider)) throw new Error(`There is no provider ${provider}.`)
  const lines: string[] = []
  for (const id of provider === null ? ids : [provider]) {
    const ctx = await externalContext(runtime, {
      actor: systemActor(id),
      request: jobFacts(runtime, 'invariants'),
    })
    const results = await checkInvariants(ctx)
    const broken = results.filter(({ rows_broken }) => rows_broken > 0)
    if (broken.length === 0) lines.push(`Provider ${id}: all ${results.length} invariants hold.`)
    for (const { invariant, rows_broken, sample } of broken)
      lines.push(
        `Provider ${id}: BROKEN ${invariant.number}. ${invariant.name}: ${rows_broken} ${rows_broken === 1 ? 'row' : 'rows'}, such as ${JSON.stringify(sample)}. ${invariant.remedy}`,
      )
  }
  return { code: lines.some((line) => line.includes(': BROKEN ')) ? 1 : 0, lines }
}

/** Creates a runtime for reading data. It cannot open sealed values. */
export function runtimeFor(database: Database, dataDir: string): Runtime {
  return commandRuntime(database, dataDir, { sealer: new Sealer(newSecret()) })
}

/**
 * Implements `npm run invariants`. Returns the exit code: 0 when all invariants hold, 1 when one is broken, 2 when
 * the check failed. An embedded database in use is checked by the process that uses it.
 */
export async function runInvariants(about: {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}): Promise<0 | 1 | 2> {
  try {
    const requested = readArguments(about.args)
    if (requested === 'help') {
      about.printLine(usage)
      return 0
    }
    const { code, lines } = await onProductDatabase({
      root: about.root,
      channel: invariants_channel,
      request: requested,
      run: (database, request) => answerInvariants(runtimeFor(database, dataDirOf(about.root)), request),
    })
    for (const line of lines) about.printLine(line)
    return code
  } catch (error) {
    about.printLine(error instanceof Error ? error.message : String(error))
    return 2
  }
}

function readArguments(args: readonly string[]): InvariantsRequest | 'help' {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { provider: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    })
    return values.help ? 'help' : { provider: providerArgument(values.provider, usage) }
  } catch (error) {
    throw error instanceof Error && error.message.endsWith(usage) ? error : argumentsError(error, usage)
  }
}
