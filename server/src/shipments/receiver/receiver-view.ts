import { proofWords } from '@waybill/domain/shipments/proof-words'
import { pinForReceiver, type ReceiverPin } from '@waybill/domain/shipments/proof-of-delivery/resend-pin'
import type { AuthorisedPerson } from '@waybill/domain/shipments/receiver/authorised-person'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import type { PodEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { readAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readPinHolder } from '../proof-of-delivery/pin-holder.ts'
import type { DescribeEvidence } from '../proof-of-delivery/digital-pod.ts'
import { namesIn, podEventsOf } from '../proof-of-delivery/pod-events.ts'
import { readShipmentRows, type ShipmentRow } from '../store.ts'
import { readLastAttempt, type LastAttempt } from './disputes.ts'
import { isReceiverKey } from './receiver-key.ts'
import { mayRate } from './receiver-options.ts'

/** How a delivery was proven. Addresses of pictures and documents open without a sign-in for a day. */
export interface DeliveryProof {
  /** The name that the driver entered; `''` for none. */
  received_by: string
  at: Date
  /** How it was proven, as a sentence without a full stop. */
  words: string
  photos: readonly string[]
  signature: string | null
  documents: readonly { name: string; url: string }[]
  /** What the check of the evidence found; empty when the delivery was not reported from a phone. */
  evidence: string
  /** Whether a PDF can be made of it, which needs the position of the delivery. */
  has_pdf: boolean
}

/** What a verified receiver may read and do, besides what the public sees. */
export interface ReceiverView {
  id: number
  key: string
  receiver_name: string
  /** Company or name of the sender. */
  sender: string
  /** For the page that changes a pending delivery; `null` once nothing can be changed. */
  reschedule_reference: string | null
  /** For the page that rates the delivery; `null` while or when it cannot be rated. */
  rating_reference: string | null
  /** The PIN that can be sent again now. */
  pin: ReceiverPin | null
  authorised_person: AuthorisedPerson | null
  attempt: LastAttempt
  proof: DeliveryProof | null
}

/**
 * Returns the view of the receiver who holds a key; `null` when the key does not belong to the shipment or is no longer
 * valid (decision 0137).
 */
export async function readReceiverView(
  ctx: Context,
  id: number,
  key: string,
  describeEvidence: DescribeEvidence,
): Promise<ReceiverView | null> {
  const [row] = await readShipmentRows(ctx, [id])
  if (!row || !isReceiverKey(ctx, row, key)) return null
  const sender = (await readAddresses(ctx, [row.collection_address_id])).get(row.collection_address_id)
  return {
    id,
    key,
    receiver_name: row.delivery_contact.name ?? '',
    sender:
      (row.collection_pickup_point_id === null && sender?.company) || (row.collection_contact.name ?? ''),
    reschedule_reference: isFor('active', row.status) ? row.reschedule_reference : null,
    rating_reference: mayRate(ctx, row) ? row.rating_reference : null,
    pin: await pinToSend(ctx, row),
    authorised_person: isFor('active', row.status) ? row.authorised_person : null,
    attempt: await readLastAttempt(ctx, row),
    proof: row.status === 'delivered' ? await readProof(ctx, id, describeEvidence) : null,
  }
}

async function pinToSend(ctx: Context, row: ShipmentRow): Promise<ReceiverView['pin']> {
  return row.proof_of_delivery_pin_sealed ? pinForReceiver(ctx.actor, await readPinHolder(ctx, row)) : null
}

async function readProof(
  ctx: Context,
  id: number,
  describeEvidence: DescribeEvidence,
): Promise<DeliveryProof | null> {
  const { events } = await podEventsOf(ctx, id)
  const [event] = events
  if (!event) return null
  const [signature] = namesIn(event.data, 'signature')
  return {
    received_by: textIn(event, 'name'),
    at: event.date,
    words: proofWords({ ...event, data: { ...event.data, name: '' } }),
    photos: event.images.filter(({ file_name }) => file_name !== signature).map(({ url }) => url),
    signature: event.images.find(({ file_name }) => file_name === signature)?.url ?? null,
    documents: event.pdfs.map(({ display_name, url }) => ({ name: display_name, url })),
    evidence: await describeEvidence(ctx, id, event),
    has_pdf: event.lat !== null && event.lng !== null,
  }
}

function textIn({ data }: PodEvent, key: string): string {
  const value = data?.[key]
  return typeof value === 'string' ? value.trim() : ''
}
