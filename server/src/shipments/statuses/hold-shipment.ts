import { ensure } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  checkIntervention,
  mayIntervene,
  mayRelease,
  releasedTo,
  releasedWords,
  type Intervention,
} from '@waybill/domain/shipments/statuses/interventions'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { Context, Handler } from '../../kit/handler.ts'
import { eventTextsBy } from '@waybill/domain/shipments/field-visibility'
import { enterStatus, type Entering } from './enter-status.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { lockShipment, readEvents, type ShipmentRow } from '../store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

/** Puts a locked shipment on a public or internal hold or marks it, with a reason (STAT-057). Returns the event id. */
export async function holdLocked(
  ctx: Context,
  row: ShipmentRow,
  to: Intervention,
  reason: string,
  more: Partial<Entering> = {},
): Promise<number> {
  ensure(mayIntervene(ctx.actor, row.status, to))
  ensure(checkIntervention(reason))
  const { event_id } = await enterStatus(ctx, row, { ...more, ...eventTextsBy(ctx.actor, reason), to })
  return event_id
}

/**
 * Releases a locked shipment to the status it had before the hold (STAT-057), or to `more.to`. Its tracking message
 * becomes the message of the latest event with that status, such as why nobody was met.
 */
export async function releaseLocked(
  ctx: Context,
  row: ShipmentRow,
  message: string,
  more: Partial<Entering> = {},
): Promise<void> {
  ensure(mayRelease(ctx.actor, row.status))
  const to = more.to ?? releasedTo(row)
  const texts = releasedWords(to, await readEvents(ctx, [row.id]))
  await enterStatus(ctx, row, {
    ...eventTextsBy(ctx.actor, message),
    ...more,
    to,
    is_release: true,
    changes: {
      tracking_message: texts?.message ?? '',
      tracking_internal_message: texts?.internal_message ?? '',
    },
  })
}

/** `POST /shipments/hold` (STAT-057). */
export const holdShipment: Handler<typeof shipmentsApi.hold> = async (ctx, { id, reason, internal }) => {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, { id }))
  await holdLocked(ctx, row, internal ? 'on-hold-internal' : 'on-hold', reason)
  return again(ctx, row.id)
}

/** `POST /shipments/release` (STAT-057). */
export const releaseShipment: Handler<typeof shipmentsApi.release> = async (ctx, { id, message }) => {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, { id }))
  await releaseLocked(ctx, row, message ?? '')
  return again(ctx, row.id)
}

async function again(ctx: Context, id: number): Promise<Shipment> {
  const [shipment] = await readShipments(ctx, [id])
  if (!shipment) throw new Error('A changed shipment could not be read back.')
  return shipment
}
