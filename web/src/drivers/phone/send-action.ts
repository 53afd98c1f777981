import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { shipment_file_folder } from '@waybill/domain/files/model'
import { call } from '../../kit/api/index.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import type { OfflineQueue } from '../../kit/queue/offline-queue.ts'
import type { Evidence } from '../proof-of-delivery/hand-over.ts'
import { uploadEvidence, withReservedName } from '../proof-of-delivery/upload-evidence.ts'
import { conflictOf, withUploadedNames, type ActionContent } from './action-content.ts'

/** Timeout in ms after which a request counts as no signal (docs/domain/interface.md#drivers-phone). */
const timeout_ms = 8000

/** The queue of photos that wait for Wi-Fi. */
type PhotoQueue = Pick<OfflineQueue<Evidence, unknown>, 'add' | 'waitingContent' | 'replace'>

/**
 * Uploads the photos and the signature of an action, or hands the photos of a shipment to a queue of their own that
 * waits for Wi-Fi. They are stored there before the action is sent. Returns their names by evidence id.
 */
async function namesOf(
  { action, evidence }: ActionContent,
  photos: PhotoQueue | null,
): Promise<ReadonlyMap<string, string>> {
  const isLater = ({ kind }: Evidence): boolean =>
    photos !== null && action.shipment_id !== undefined && kind === 'photo'
  const names = new Map<string, string>()
  for (const photo of evidence.filter(isLater)) {
    // An earlier attempt may have queued it. The server may know the action under that name, or have forgotten the name.
    const queued = await photos?.waitingContent(photo.evidence_id)
    const reserved = await withReservedName(queued ?? photo)
    if (!queued) await photos?.add(reserved, photo.evidence_id)
    else if (queued.upload_name !== reserved.upload_name) await photos?.replace(photo.evidence_id, reserved)
    names.set(photo.evidence_id, reserved.upload_name)
  }
  const uploaded = await uploadEvidence(evidence.filter((one) => !isLater(one)))
  return new Map([...uploaded, ...names])
}

/**
 * Uploads the photos and signature of a stored action and sends it under its `id`, which makes a repeat harmless. Throws
 * an `ApiError`: with status 409 and the code of the answer when the server kept it as a conflict. `photos` is the queue of photos that wait for
 * Wi-Fi; without it they are uploaded first.
 */
export async function sendAction(
  id: string,
  content: ActionContent,
  photos: PhotoQueue | null = null,
): Promise<ActionResult> {
  const { type } = content.action
  if (type === 'add-photos' && content.photos) {
    // Loaded only when needed, because the endpoint would double what the first page of a driver loads.
    const { sendPhotos } = await import('../proof-of-delivery/send-photos.ts')
    return sendPhotos(id, content, timeout_ms)
  }
  if (type === 'own-order') {
    if (!content.order) throw new RangeError('An own order names its stops.')
    const { sendOrder } = await import('../stops/send-order.ts')
    return sendOrder(id, content.order, timeout_ms)
  }
  const names =
    type === 'add-photos'
      ? await uploadEvidence(content.evidence, shipment_file_folder)
      : await namesOf(content, photos)
  const action = withUploadedNames(id, { ...content, action: { ...content.action, type } }, names)
  // Without an idempotency key: the server knows the action by its id, and the names of its pictures may have changed.
  const { results } = await call(driversApi.actions, { actions: [action] }, { timeout_ms })
  const conflict = conflictOf(results[0])
  if (conflict !== null || !results[0])
    throw new ApiError(409, conflict ?? '', { code: results[0]?.message_parts?.[0]?.code ?? '' })
  return results[0]
}
