import { Problem, wrongState } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { dayOf, startOfDay } from '@waybill/domain/kit/wire'
import { emailRecipients, maskedRecipient } from '@waybill/domain/notifications/recipients'
import { hasResendLeft, mayResendPodPin } from '@waybill/domain/shipments/resend-pin'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { readAddresses } from '../accounts/index.ts'
import type { Ctx, PartnerVerb } from '../kit/verb.ts'
import { insertEvents, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import { messageRow, sendOne, type Planned } from './send.ts'
import { countResends, insertMessages, readToldShipment } from './store.ts'

const kind = 'pod_pin_again'
const day_ms = 86_400_000

/**
 * Sends the delivery PIN to the receiver again, a few times a day at most; the communication log holds the message with
 * the PIN covered, the timeline says who asked for it (PP-027, domain notes 5.7). Silencing a shipment's messages does
 * not silence what somebody asked for.
 */
export const resendPodPin: PartnerVerb<typeof shipmentsApi.resendPodPin> = async (ctx, { id }) => {
  const { shipment, messages } = await ctx.work((work) => plan(work, id))
  const failures: string[] = []
  for (const one of messages) {
    const failure = await sendOne(ctx, kind, shipment, one)
    if (failure) failures.push(failure.reason)
  }
  if (failures.length === messages.length)
    throw new Problem(
      'unavailable',
      `The email could not be sent: ${failures[0]} Try again, or call the receiver.`,
    )
  const to = messages.map(({ address }) => maskedRecipient(address)).join(', ')
  return ctx.answer(async (work) => {
    await noteOnTimeline(work, id, `The PIN was sent again to ${to}.`)
    return { message: `The PIN was sent to ${to}.`, channels: ['email'] }
  })
}

async function plan(ctx: Ctx, id: number) {
  const row = await lockShipment(ctx, id)
  demand(mayResendPodPin(ctx.actor, await holderOf(ctx, row)))
  const day = startOfDay(dayOf(ctx.now))
  const seconds_left = Math.ceil((day.getTime() + day_ms - ctx.now.getTime()) / 1_000)
  demand(hasResendLeft(await countResends(ctx, id, kind, day), seconds_left))
  const shipment = await readToldShipment(ctx, id)
  if (!shipment) throw new Error(`Shipment ${id} was locked and yet is not there.`)
  const { email = '' } = (row.delivery_contact ?? {}) as { email?: string }
  const messages: Planned[] = emailRecipients({ collection: '', delivery: email }, () => true).map((one) => ({
    ...one,
    once_key: `email:${kind}:${id}:${ctx.request.id}:${one.address.toLowerCase()}`,
  }))
  if (messages.length === 0)
    throw wrongState(
      'The receiver has no email address. Add one to the delivery contact, or give the PIN by phone.',
    )
  await insertMessages(
    ctx,
    messages.map((one) => ({ ...messageRow(ctx, kind, shipment, one), status: 'queued', reason: null })),
  )
  return { shipment, messages }
}

/** What the rule asks of a shipment, from its row. */
async function holderOf(ctx: Ctx, row: ShipmentRow) {
  const { collection_address_id, delivery_address_id } = row
  const addresses = await readAddresses(ctx, [collection_address_id, delivery_address_id])
  return {
    status: row.status as ShipmentStatus,
    pod_method: row.pod_method,
    collection_pickup_point_id: row.collection_pickup_point_id,
    delivery_pickup_point_id: row.delivery_pickup_point_id,
    collection_address: { type: addresses.get(collection_address_id)?.type ?? '' },
    delivery_address: { type: addresses.get(delivery_address_id)?.type ?? '' },
  }
}

async function noteOnTimeline(ctx: Ctx, shipment_id: number, message: string): Promise<void> {
  const status = 'pod-pin-sent'
  const [tracking_event_id = 0] = await insertEvents(ctx, shipment_id, [
    { date: ctx.now, status, message, source: ctx.actor.username, is_public: false },
  ])
  await ctx.emit(trackingEventAdded, { shipment_id, tracking_event_id, status, is_public: false })
}
