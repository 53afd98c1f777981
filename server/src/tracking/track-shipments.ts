import { invalid } from '@waybill/domain/kit/problem'
import { cleanReference, meantReferences } from '@waybill/domain/shipments/labels/references'
import type { trackingApi } from '@waybill/domain/tracking/api'
import { tracking_references_max } from '@waybill/domain/tracking/tracking-query'
import { stepsOf } from '@waybill/domain/tracking/steps'
import type { Handler } from '../kit/handler.ts'
import { findTracked } from './find-tracked.ts'
import { presentTracking } from './present-tracking.ts'

/**
 * Returns shipments by up to 50 references; an empty list when none is found (TRACK-001,
 * docs/domain/public-api.md#tracking).
 */
export const trackShipments: Handler<typeof trackingApi.track> = async (ctx, input) => {
  const named = [
    ...(input.tracking_reference ?? []),
    ...(input.tracking_ref ?? []),
    ...(input.ref ?? []),
  ].flatMap((text) => cleanReference(text) || [])
  const references = [...new Set(named)]
  if (references.length > tracking_references_max)
    throw invalid(
      `At most ${tracking_references_max} references can be tracked at once. Send the rest in another call.`,
      [{ field: 'tracking_reference', message: `has ${references.length} references` }],
    )
  const ids = ctx.actor.kind === 'guest' || input.shipment_id === undefined ? [] : [input.shipment_id]
  if (references.length + ids.length === 0)
    throw invalid('Identify the shipment by tracking_reference.', [
      { field: 'tracking_reference', message: 'is required' },
    ])
  const tracked = await findTracked(ctx, { references: references.flatMap(meantReferences), ids })
  const [first] = tracked
  return {
    shipments: tracked.map((one) => presentTracking(ctx, one)),
    tracking_steps: first
      ? stepsOf({ status: first.status, collected_date: first.row.collected_date }, first.earlier)
      : [],
  }
}
