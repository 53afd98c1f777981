import { shipment_file_folder } from '@waybill/domain/files/model'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { call } from '../../kit/api/index.ts'
import type { ActionContent } from '../phone/action-content.ts'
import { uploadEvidence } from './upload-evidence.ts'

/**
 * Uploads photos that a version of the app without hashes of them stored, and attaches them to the files of their shipment. `id` is the idempotency key, so that a repeat after
 * a lost response adds nothing twice.
 */
export async function sendPhotos(
  id: string,
  { action: { shipment_id }, evidence, photos }: ActionContent,
  timeoutMs: number,
): Promise<ActionResult> {
  const names = await uploadEvidence(evidence, shipment_file_folder)
  await call(
    shipmentsApi.addFiles,
    {
      shipment_id,
      uploads: evidence.map(({ evidence_id }, at) => ({
        file_name: names.get(evidence_id) ?? evidence_id,
        display_name: `Photo ${at + 1}.jpg`,
      })),
      kind: photos?.kind ?? 'photo',
      visibility: photos?.visibility,
    },
    { idempotency_key: id, timeout_ms: timeoutMs },
  )
  return { action_id: id, result: 'applied', message: '', shipment_status: null }
}
