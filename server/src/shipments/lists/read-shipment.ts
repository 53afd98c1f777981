import { notFound } from '@waybill/domain/kit/problem'
import { hasPermission } from '@waybill/domain/kit/actor'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { countAuditEvents } from '../../audit/index.ts'
import { planOnce } from '../../kit/db.ts'
import type { Handler } from '../../kit/handler.ts'
import { readEventFiles } from '../files/files-seen.ts'
import { readNotesOf } from '../notes-and-tags/note-store.ts'
import { presentNotes } from '../notes-and-tags/notes.ts'
import { presentEvents } from '../statuses/present-event.ts'
import { presentShipments } from './present-shipment.ts'
import { readEvents, readShipmentRows } from '../store.ts'
import { shipmentIdOf, shipmentRowAt } from './which-shipment.ts'

/**
 * Returns one shipment as in the list: by id, otherwise by reference, the newest match. 404 if it is not visible to
 * the caller (docs/domain/public-api.md#reading-one-shipment).
 */
export const readOne: Handler<typeof shipmentsApi.one> = async (ctx, input) => {
  const [shipment] = await presentShipments(ctx, [await shipmentRowAt(ctx, input)], input.fields)
  if (!shipment) throw notFound('Could not find shipment')
  return shipment
}

/** Returns one shipment with everything that its page shows. */
export const readShipment: Handler<typeof shipmentsApi.detail> = async (ctx, input) => {
  const [, id] = await Promise.all([planOnce(ctx), shipmentIdOf(ctx, input)])
  const [row] = await readShipmentRows(ctx, [id])
  if (!row) throw notFound('Could not find shipment')
  const seesAudit = hasPermission(ctx.actor, 'INLINE_view_audit_trail')
  const [[shipment], files, events, notes, auditCount] = await Promise.all([
    presentShipments(ctx, [row]),
    readEventFiles(ctx, row),
    readEvents(ctx, [id]),
    readNotesOf(ctx, id),
    seesAudit ? countAuditEvents(ctx, 'shipment', id) : 0,
  ])
  if (!shipment) throw notFound('Could not find shipment')
  return {
    shipment,
    events: presentEvents(ctx, row, events, files),
    notes: await presentNotes(ctx, notes, row),
    files: files.all,
    label_outdated: row.label_outdated,
    audit_count: auditCount,
  }
}
