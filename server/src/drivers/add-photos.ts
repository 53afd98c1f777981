import type { DriverAction } from '@waybill/domain/drivers/api'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { isLetIn } from '@waybill/domain/kit/calls/endpoint'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ExternalContext } from '../kit/handler.ts'
import { readAdded, type AddedFiles } from '../shipments/index.ts'
import { evidenceOf } from './action-rules.ts'

/**
 * Returns the photos that a driver adds to the files of a shipment, before the transaction starts; `null` for other
 * actions. Throws when the driver may not add files, or when a photo has not arrived.
 */
export async function photosOf(ctx: ExternalContext, action: DriverAction): Promise<AddedFiles | null> {
  if (action.type !== 'add-photos') return null
  const { shipment_id } = action
  if (shipment_id === undefined)
    throw invalid(codedText('which_shipment'), [{ field: 'shipment_id', message: 'is required' }])
  if (!isLetIn(ctx.actor, shipmentsApi.addFiles)) throw forbidden(codedText('may_not_add_files'))
  const { payload, photos } = evidenceOf(action)
  return readAdded(ctx, shipment_id, {
    uploads: photos.map((name, at) => ({ file_name: name, display_name: `Photo ${at + 1}.jpg` })),
    kind: payload.file_kind ?? 'photo',
    visibility: payload.file_visibility,
  })
}
