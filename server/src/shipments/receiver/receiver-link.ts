import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { receiver_link_days, receiver_link_texts } from '@waybill/domain/shipments/receiver/receiver-link'
import type { StoredContact } from '@waybill/domain/accounts/contact'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { readShipmentRows } from '../store.ts'
import { receiverKey } from './receiver-key.ts'
import { deleteExpiredLinks, insertUsedLink, isUsedLink } from './receiver-link-store.ts'

interface Held {
  id: number
  delivery_contact: StoredContact
}

interface ReadLink {
  shipment_id: number
  expires: Date
  nonce: string
  signature: string
}

const nonce_alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const nonce_length = 12

function textOf(
  reader: BaseContext,
  { id, delivery_contact: { mobile_number = '', email = '' } }: Held,
  { expires, nonce }: Pick<ReadLink, 'expires' | 'nonce'>,
): string {
  const contact = [e164(mobile_number) ?? '', email.trim().toLowerCase()]
  return ['link of a receiver', reader.provider_id, id, ...contact, expires.getTime(), nonce].join('\n')
}

/**
 * Returns the secret part of a link that signs one device of the receiver in to a shipment, once. It is signed and not
 * stored until it is used, so that a message can be composed without a transaction. It ends with its time and when the
 * number or address of the receiver changes (decision 0146).
 */
export function newReceiverLink(reader: BaseContext, held: Held): string {
  const seconds = Math.floor((reader.now.getTime() + receiver_link_days * day_ms) / 1_000)
  const nonce = reader.random(nonce_alphabet, nonce_length)
  const signature = reader.sealer.sign(textOf(reader, held, { expires: new Date(seconds * 1_000), nonce }))
  return [held.id.toString(36), seconds.toString(36), nonce, signature].join('.')
}

function parsed(link: string): ReadLink | null {
  const [, id = '', seconds = '', nonce = '', signature = ''] =
    /^([0-9a-z]{1,12})\.([0-9a-z]{6,8})\.([0-9a-z]{12})\.([\w-]{20,100})$/.exec(link) ?? []
  if (id === '') return null
  const expires = new Date(Number.parseInt(seconds, 36) * 1_000)
  return { shipment_id: Number.parseInt(id, 36), expires, nonce, signature }
}

/** The shipment of a link, and why the link does not work; `''` when it does. */
export interface JudgedLink {
  shipment_id: number
  /** A reference with which everybody finds the shipment. */
  reference: string
  rejection: string
  /** The key of the receiver, once the link is used; `''` before. */
  key: string
}

/**
 * Returns what a link is worth without using it, so that programs which open links in messages do not use it up; `null`
 * when it is none of ours.
 */
export function judgeReceiverLink(ctx: Context, link: string): Promise<JudgedLink | null> {
  return judge(ctx, link, false)
}

/** Uses a link: returns the receiver’s key the first time, and a rejection after that. */
export function takeReceiverLink(ctx: Context, link: string): Promise<JudgedLink | null> {
  return judge(ctx, link, true)
}

async function judge(ctx: Context, link: string, isUsedNow: boolean): Promise<JudgedLink | null> {
  const read = parsed(link)
  if (!read) return null
  const [row] = await readShipmentRows(ctx, [read.shipment_id])
  if (!row || !ctx.sealer.verifies(textOf(ctx, row, read), read.signature)) return null
  const digest = ctx.sealer.digest('link of a receiver', link)
  const isUsed = async (): Promise<boolean> =>
    isUsedNow
      ? !(await insertUsedLink(ctx, { digest, shipment_id: row.id, expires: read.expires }))
      : isUsedLink(ctx, digest)
  const rejection =
    read.expires <= ctx.now ? receiver_link_texts.expired : (await isUsed()) ? receiver_link_texts.used : ''
  return {
    shipment_id: row.id,
    reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    rejection,
    key: isUsedNow && rejection === '' ? receiverKey(ctx, row) : '',
  }
}

/** Deletes used links that have expired. Scheduled job. */
export async function deleteOldLinks(ctx: ExternalContext): Promise<void> {
  await ctx.inTransaction(deleteExpiredLinks)
}
