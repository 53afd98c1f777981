import {
  accounting_systems,
  format_labels,
  type AccountingSystemName,
} from '@waybill/domain/accounting/chart'
import type { ExternalContext } from '../kit/handler.ts'
import { outboundPort } from '../kit/outbound/index.ts'
import { findConnection, updateConnection, type ConnectionRow } from './connection-store.ts'
import { renewAccess, storedToken } from './connections.ts'
import { claimDocument, updateDocument, type ClaimedDocument } from './export-store.ts'
import { titleOf } from './exports.ts'
import { sendToQuickbooks } from './systems/quickbooks.ts'
import {
  AccessExpiredError,
  accountingHostsPort,
  RejectedError,
  UnavailableError,
  type SendDocument,
} from './systems/system.ts'
import { sendToXero } from './systems/xero.ts'

const senders: Readonly<Record<AccountingSystemName, SendDocument>> = {
  xero: sendToXero,
  quickbooks: sendToQuickbooks,
}

/** Maximum number of documents sent in one run, so that a run ends before its lease. */
const max_per_run = 50
/** Waits, in seconds, after each failed attempt; then the document has failed. */
const waits_s = [60, 5 * 60, 15 * 60, 3600, 3600, 4 * 3600, 12 * 3600]

/** Sends the documents that are due to the connected accounting programs (docs/domain/accounting.md#sending). */
export async function sendDueDocuments(ctx: ExternalContext): Promise<void> {
  for (const system of accounting_systems) await sendDue(ctx, system)
}

async function sendDue(ctx: ExternalContext, system: AccountingSystemName): Promise<void> {
  for (let sent = 0; sent < max_per_run; sent += 1) {
    const next = await ctx.inTransaction(async (tx) => {
      const connection = await findConnection(tx, system)
      if (!connection?.is_active || (connection.paused_until && connection.paused_until > tx.now))
        return undefined
      const document = await claimDocument(tx, system)
      return document && { connection, document }
    })
    if (!next || !(await sendOne(ctx, next.connection, next.document))) return
  }
}

/** Sends one document; returns whether the next one can be tried. */
async function sendOne(
  ctx: ExternalContext,
  connection: ConnectionRow,
  document: ClaimedDocument,
): Promise<boolean> {
  try {
    await withAccess(ctx, connection, (token) => send(ctx, connection, document, token))
    await ctx.inTransaction(async (tx) => {
      await updateDocument(tx, document.id, { sending: 'sent', error: '' })
      if (connection.problem) await updateConnection(tx, connection.id, { problem: '' })
    })
    return true
  } catch (error) {
    if (error instanceof RejectedError) {
      await ctx.inTransaction((tx) =>
        updateDocument(tx, document.id, { sending: 'failed', error: error.message }),
      )
      return true
    }
    if (error instanceof AccessExpiredError) await endConnection(ctx, connection, document)
    else if (error instanceof UnavailableError) await putOff(ctx, connection, document, error)
    else throw error
    return false
  }
}

async function send(
  ctx: ExternalContext,
  { system, organisation }: ConnectionRow,
  document: ClaimedDocument,
  accessToken: string,
): Promise<void> {
  const { content } = document
  const session = {
    outbound: ctx.adapter(outboundPort),
    hosts: ctx.adapter(accountingHostsPort)[system],
    organisation,
    access_token: accessToken,
    now: ctx.now,
  }
  await senders[system](session, content, {
    key: `waybill-${ctx.provider_id}-${content.kind}-${content.id}`,
    is_repeat: document.attempts > 1,
    done: document.external_ids,
    async report(id) {
      document.external_ids = [...document.external_ids, id]
      await ctx.inTransaction((tx) =>
        updateDocument(tx, document.id, { external_ids: document.external_ids }),
      )
    },
  })
}

/** Runs with an access token, and once more with a new one when the program says that it has expired. */
async function withAccess(
  ctx: ExternalContext,
  connection: ConnectionRow,
  run: (token: string) => Promise<void>,
): Promise<void> {
  const stored = storedToken(ctx, connection)
  if (stored !== undefined)
    try {
      return await run(stored)
    } catch (error) {
      if (!(error instanceof AccessExpiredError)) throw error
    }
  await run(await renewed(ctx, connection))
}

async function renewed(ctx: ExternalContext, connection: ConnectionRow): Promise<string> {
  try {
    return await renewAccess(ctx, connection)
  } catch (error) {
    if (error instanceof RejectedError) throw new AccessExpiredError(error.message)
    throw error
  }
}

/** Stops the connection when the program no longer accepts our refresh token; its documents wait for a new one. */
async function endConnection(
  ctx: ExternalContext,
  { id, system }: ConnectionRow,
  document: ClaimedDocument,
): Promise<void> {
  const problem = `${format_labels[system]} no longer accepts our sign-in. Connect it again.`
  await ctx.inTransaction(async (tx) => {
    await updateConnection(tx, id, { is_active: false, problem })
    await updateDocument(tx, document.id, { next_attempt: tx.now, error: problem })
  })
}

/** Pauses the connection as long as the program asks, and the document at least as long as its own wait. */
async function putOff(
  ctx: ExternalContext,
  { id, system }: ConnectionRow,
  document: ClaimedDocument,
  { message, wait_s }: UnavailableError,
): Promise<void> {
  const waitS = waits_s[document.attempts - 1]
  const later = (seconds: number): Date => new Date(ctx.now.getTime() + seconds * 1000)
  ctx.log.warn(
    { document: titleOf(document.content), system, error: message },
    'accounting document was not sent',
  )
  await ctx.inTransaction(async (tx) => {
    await updateConnection(tx, id, {
      problem: message,
      ...(wait_s === null ? {} : { paused_until: later(wait_s) }),
    })
    await updateDocument(
      tx,
      document.id,
      waitS === undefined
        ? { sending: 'failed', error: message }
        : { next_attempt: later(Math.max(waitS, wait_s ?? 0)), error: message },
    )
  })
}
