import type { Addressed } from '@waybill/domain/notifications/recipients'
import { blockedBy, countHit } from '../blocked-list/index.ts'
import { MailRejectedError, type Mail } from '../kit/mail/index.ts'
import type { Context, ExternalContext, BaseContext } from '../kit/handler.ts'
import { compose, type MessageKind } from './about-shipments/compose-message.ts'
import { sendMail } from './mail/mail-server.ts'
import { mailId, sendingId } from './sending-id.ts'
import {
  claimMessage,
  insertMessages,
  settleMessage,
  unsentKeys,
  type NewMessage,
  type NotifiedShipment,
} from './store.ts'

/** A message to one address, stored under a unique key. */
export interface Planned extends Addressed {
  once_key: string
}

/** Why a message was not sent, and whether a retry can help. */
export interface Failure {
  reason: string
  try_again: boolean
}

/** Returns the communication log row of a planned message, without status and reason; a PIN is masked. */
export function messageRow(
  reader: BaseContext,
  kind: MessageKind,
  shipment: NotifiedShipment,
  { address, recipient, once_key }: Planned,
): Omit<NewMessage, 'status' | 'reason'> {
  const { subject, log } = compose(reader, kind, recipient, shipment)
  return {
    shipment_id: shipment.id,
    account_id: shipment.account_id,
    channel: 'email',
    event: kind,
    recipient: address,
    subject,
    body: log,
    once_key,
  }
}

/**
 * Sends one message and stores the result; returns why it was not sent, or `null` if it was. An address on the
 * blocked list is skipped (TOOL-008).
 */
export async function sendOne(
  ctx: ExternalContext,
  kind: MessageKind,
  shipment: NotifiedShipment,
  { address, recipient, once_key }: Planned,
): Promise<Failure | null> {
  return sendRemembered(ctx, once_key, address, () => {
    const { log: _log, ...mail } = compose(ctx, kind, recipient, shipment)
    return mail
  })
}

/** Like `sendOne`, with the content from `mailOf`. */
export function sendRemembered(
  ctx: ExternalContext,
  onceKey: string,
  address: string,
  mailOf: () => Omit<Mail, 'to' | 'headers'> & { more_headers?: Readonly<Record<string, string>> },
  together: Together = {},
): Promise<Failure | null> {
  return handOver(ctx, onceKey, {
    ...together,
    to: { emails: [address] },
    if_blocked: 'The address is on the blocked list.',
    send: (id) => {
      const { more_headers, ...mail } = mailOf()
      return sendMail(ctx, {
        ...mail,
        to: [address],
        headers: {
          ...more_headers,
          'Message-ID': mailId(ctx, id),
          'Auto-Submitted': 'auto-generated',
        },
      })
    },
    isFinal: (error) => error instanceof MailRejectedError,
  })
}

/** Writes messages to the communication log; returns the keys of those that have not been sent yet. */
export async function rememberUnsent(
  ctx: Context,
  messages: readonly NewMessage[],
): Promise<ReadonlySet<string>> {
  await insertMessages(ctx, messages)
  return unsentKeys(
    ctx,
    messages.map(({ once_key }) => once_key),
  )
}

/** Sends messages one after the other; throws an error if some of them need a retry. */
export async function sendEach<One>(
  messages: readonly One[],
  send: (one: One) => Promise<Failure | null>,
): Promise<void> {
  const problems: string[] = []
  for (const one of messages) {
    const failure = await send(one)
    if (failure?.try_again) problems.push(failure.reason)
  }
  if (problems.length > 0) throw new Error(problems.join(' '))
}

/** The result of an attempt to send a message. */
export type Outcome = Parameters<typeof settleMessage>[2]

/** What a caller stores in the transactions of a message, so that it needs none of its own. */
interface Together {
  /** Runs before the message is claimed; it may store the message. */
  before?: (tx: Context) => Promise<unknown>
  /** Runs when the result is stored. */
  after?: (tx: Context, outcome: Outcome) => Promise<unknown>
}

/** How a channel sends a message. */
interface Leaving extends Together {
  /** The address to check against the blocked list, and the reason stored if it is blocked. */
  to: Parameters<typeof blockedBy>[1]
  if_blocked: string
  /** Sends the message to a server or gateway with our id; returns the id assigned by it. */
  send: (id: string) => Promise<{ message_id: string }>
  /** Whether a retry would fail in the same way. */
  isFinal: (error: unknown) => boolean
}

/**
 * Sends a stored message, in one process at a time, and stores the result; returns why it was not sent, or `null` if
 * it was.
 */
export async function handOver(
  ctx: ExternalContext,
  onceKey: string,
  { to, if_blocked, send, isFinal, before, after }: Leaving,
): Promise<Failure | null> {
  const isClaimed = await ctx.inTransaction(async (tx) => {
    await before?.(tx)
    return claimMessage(tx, onceKey)
  })
  if (!isClaimed) return { reason: 'Another process is sending this message.', try_again: true }
  const settle = async (tx: Context, outcome: Outcome) => {
    await settleMessage(tx, onceKey, outcome)
    await after?.(tx, outcome)
  }
  const blocked = await blockedBy(ctx, to)
  if (blocked !== null) {
    await ctx.inTransaction(async (tx) => {
      await settle(tx, { status: 'skipped', reason: if_blocked })
      await countHit(tx, blocked)
    })
    return { reason: if_blocked, try_again: false }
  }
  try {
    const { message_id } = await send(sendingId(ctx, onceKey))
    await ctx.inTransaction((tx) => settle(tx, { status: 'sent', gateway_message_id: message_id }))
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await ctx.inTransaction((tx) => settle(tx, { status: 'failed', reason: reason.slice(0, 500) }))
    return { reason, try_again: !isFinal(error) }
  }
}
