import { notFound } from '@waybill/domain/kit/problem'
import { holds } from '@waybill/domain/kit/actor'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { countAuditEvents } from '../audit/index.ts'
import { filesOfShipment } from '../files/index.ts'
import type { Handler } from '../kit/handler.ts'
import { readNotesOf } from './note-store.ts'
import { presentNotes } from './notes.ts'
import { presentEvents } from './present-event.ts'
import { readShipments } from './present-shipment.ts'
import { readEvents, readShipmentRows } from './store.ts'
import { shipmentIdOf } from './which-shipment.ts'

/** One shipment with everything its page shows. */
export const readShipment: Handler<typeof shipmentsApi.detail> = async (ctx, input) => {
  const id = await shipmentIdOf(ctx, input)
  const [row] = await readShipmentRows(ctx, [id])
  const [shipment] = await readShipments(ctx, [id])
  if (!row || !shipment) throw notFound('Could not find shipment')
  const files = await filesOfShipment(ctx, id)
  return {
    shipment,
    events: presentEvents(ctx, row, await readEvents(ctx, [id]), files.by_event),
    notes: await presentNotes(ctx, await readNotesOf(ctx, id), row),
    files: files.all,
    audit_count: holds(ctx.actor, 'INLINE_view_audit_trail')
      ? await countAuditEvents(ctx, 'shipment', id)
      : 0,
  }
}
