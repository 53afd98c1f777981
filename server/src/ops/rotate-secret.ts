import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { pino } from 'pino'
import { config } from '../kit/config.ts'
import { advisory_locks, withAdvisoryLock } from '../kit/advisory-lock.ts'
import { Sealer } from '../kit/sealer.ts'
import { newSecret, readSecrets, writeSecrets, type ServerSecrets } from '../kit/server-secret.ts'
import { openDatabase } from '../db/database.ts'
import { openSealer } from '../db/open-sealer.ts'
import { countSealedBefore, sealAnew, sealedColumns, type SealedColumn } from '../db/sealed-values.ts'
import { dataDirOf } from './operator-command.ts'

/** Processes read the secrets again once a minute; after this time all of them have the newest. */
const propagation_ms = 5 * 60_000
/** Rows that another transaction was changing are tried again, in up to this many rounds. */
const max_rounds = 20
const pause_ms = 500

/**
 * Implements `npm run secret:rotate`: creates a new server secret and seals all stored values with it. An interrupted
 * run continues when it is run again. `--forget` drops the previous secrets once no value needs them. Returns the
 * exit code.
 */
export async function rotateSecret(about: {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}): Promise<0 | 1> {
  try {
    const { values } = parseArgs({
      args: [...about.args],
      options: { forget: { type: 'boolean', default: false } },
    })
    const dataDir = dataDirOf(about.root)
    const url = config.DATABASE_URL
    const database = await openDatabase({ url, data_dir: dataDir, log: pino({ level: 'silent' }) })
    const client = await database.sessions.connect()
    try {
      // Throws before anything is changed when the secret does not match the database.
      await openSealer(client, dataDir)
      const secrets = readSecrets(dataDir)
      if (!secrets) throw new Error('There is no server secret.')
      const onWait = (): void => about.printLine('Another process exchanges the secret; waiting for it.')
      await withAdvisoryLock(client, advisory_locks.exchange_secret, onWait, () =>
        values.forget
          ? forget(client, secrets, { is_shared: url !== undefined, printLine: about.printLine })
          : exchange(client, secrets, about.printLine),
      )
      return 0
    } finally {
      client.release()
      await database.close()
    }
  } catch (error) {
    about.printLine(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function exchange(
  client: pg.PoolClient,
  known: ServerSecrets,
  printLine: (line: string) => void,
): Promise<void> {
  const columns = await sealedColumns(client)
  const secrets = await withNewSecret(client, columns, known)
  const sealer = new Sealer(secrets)
  for (let round = 1; ; round += 1) {
    for (const column of columns) {
      const name = `${column.table}.${column.column}`
      const values = await sealAnew(client, sealer, column, (soFar) => printLine(`${name}: ${soFar}`))
      if (round === 1 && values === 0) printLine(`${name}: nothing to do`)
    }
    const left = await countLeft(client, columns, sealer.key_id)
    if (left === 0) break
    if (round === max_rounds)
      throw new Error(
        `${left} values could not be resealed because someone was changing them. Run this again.`,
      )
    await wait(pause_ms)
  }
  printLine(
    known.file
      ? 'Everything is sealed with the new secret. Links signed with the previous one work until they end; run this again with --forget after a week.'
      : 'Everything is sealed with WAYBILL_SECRET. Links signed with the previous secret work until they end; remove WAYBILL_SECRET_PREVIOUS after a week.',
  )
}

/**
 * Returns the secrets with a new one first, and stores them. Returns them unchanged when an earlier rotation is not
 * finished, or when they come from the environment.
 */
async function withNewSecret(
  client: pg.PoolClient,
  columns: readonly SealedColumn[],
  { secrets, file }: ServerSecrets,
): Promise<readonly string[]> {
  if (file === null) {
    if (secrets.length === 1)
      throw new Error(
        'Set WAYBILL_SECRET to a new secret and WAYBILL_SECRET_PREVIOUS to the current one, start every process with both, then run this with both.',
      )
    return secrets
  }
  if (secrets.length > 1) {
    if ((await countLeft(client, columns, new Sealer(secrets).key_id)) > 0) return secrets
    throw new Error(
      'Everything is sealed with the newest secret, and the previous one is still kept. Run this with --forget first.',
    )
  }
  const exchanged = [newSecret(), ...secrets]
  writeSecrets(file, exchanged)
  return exchanged
}

async function forget(
  client: pg.PoolClient,
  { secrets, file }: ServerSecrets,
  { is_shared, printLine }: { is_shared: boolean; printLine: (line: string) => void },
): Promise<void> {
  const [newest = '', ...previous] = secrets
  if (previous.length === 0) throw new Error('There is no previous secret to forget.')
  const left = await countLeft(client, await sealedColumns(client), new Sealer(newest).key_id)
  if (left > 0)
    throw new Error(
      `${left} values are still sealed with a previous secret. Run this without --forget first.`,
    )
  if (file === null) {
    printLine(
      'Nothing needs the previous secret any more. Remove WAYBILL_SECRET_PREVIOUS and restart every process.',
    )
    return
  }
  const ageMs = Date.now() - fs.statSync(file).mtimeMs
  if (is_shared && ageMs < propagation_ms)
    throw new Error('The new secret is less than five minutes old. A running process may not know it yet.')
  writeSecrets(file, [newest])
  printLine('The previous secret is forgotten. Older backups still need it: keep it with them.')
}

async function countLeft(
  client: pg.PoolClient,
  columns: readonly SealedColumn[],
  keyId: string,
): Promise<number> {
  let left = 0
  for (const column of columns) left += await countSealedBefore(client, column, keyId)
  return left
}
