import { filesApi } from '@waybill/domain/files/api'
import type { FileFolder } from '@waybill/domain/files/model'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { call } from '../../kit/api/index.ts'
import { putFile } from '../../kit/api/put-file.ts'
import { openUpload, putPieces, type UploadCalls } from '../../kit/api/put-pieces.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { sha256OfBlob } from '../phone/evidence-chain.ts'
import type { Evidence } from './hand-over.ts'

/** Response statuses for an unsuitable picture: not a picture, or too large. */
const unfit = new Set([400, 413])

const names_key = 'driver_uploads'
/** For how long the name of an upload is remembered, in ms. */
const names_retention = 30 * day_ms

/** Upload names of pictures whose bytes have arrived since the page was opened. */
const uploaded = new Map<string, string>()

/** Names of started uploads by evidence id, with the time of the start in ms: they survive a reload of the page. */
function startedUploads(): Record<string, { name: string; at: number }> {
  try {
    return JSON.parse(localStorage.getItem(names_key) ?? '{}') as Record<string, { name: string; at: number }>
  } catch {
    return {}
  }
}

function rememberUpload(evidenceId: string, name: string): void {
  const recent = Object.entries(startedUploads()).filter(([, { at }]) => at > Date.now() - names_retention)
  const all = { ...Object.fromEntries(recent), [evidenceId]: { name, at: Date.now() } }
  try {
    localStorage.setItem(names_key, JSON.stringify(all))
  } catch {
    // Without storage, an upload is repeated from its start after a reload.
  }
}

/**
 * Uploads pictures to signed URLs of a folder and returns their names by evidence id. An interrupted picture continues
 * where it stopped, also after a reload. Throws an `ApiError` with status 0 when the upload fails, so that the whole
 * action is retried later, and the storage error when the picture itself is unsuitable.
 */
export async function uploadEvidence(
  evidence: readonly Evidence[],
  folder: FileFolder = 'shipment-images',
): Promise<ReadonlyMap<string, string>> {
  for (const one of evidence)
    if (!uploaded.has(one.evidence_id)) uploaded.set(one.evidence_id, await uploadOne(one, folder))
  return uploaded
}

/**
 * Returns a picture that is sent later with its upload name, under which the server waits for it: the earlier name, or
 * another one when the server has forgotten that.
 */
export async function withReservedName(one: Evidence): Promise<Required<Evidence>> {
  const { upload_name: _earlier, ...picture } = one
  const { file_name } = await openUpload(callsOf(picture, 'shipment-images'), startedName(one))
  return { ...picture, upload_name: file_name }
}

async function uploadOne(one: Evidence, folder: FileFolder): Promise<string> {
  return putPieces(one.blob, callsOf(one, folder), startedName(one))
}

function startedName({ evidence_id, upload_name }: Evidence): string | null {
  return upload_name ?? startedUploads()[evidence_id]?.name ?? null
}

function callsOf({ evidence_id, blob, upload_name }: Evidence, folder: FileFolder): UploadCalls {
  const extension = blob.type === 'image/png' ? 'png' : 'jpg'
  const given = { file_name: `${evidence_id}.${extension}`, folder }
  return {
    // The server waits for a photo under the name of its action, so that no other name is of use.
    // A copy for another shipment of the stop is not sent again: the server knows it by its hash.
    ask: async (name) =>
      call(filesApi.upload, {
        ...given,
        upload_name: name ?? upload_name,
        sha256: await sha256OfBlob(blob),
      }),
    put,
    remember: (name) => rememberUpload(evidence_id, name),
  }
}

async function put(url: string, bytes: Blob): Promise<void> {
  try {
    await putFile(url, bytes, 'A picture')
  } catch (thrown) {
    // When the store rejects the picture itself, a retry would fail again.
    if (thrown instanceof ApiError && unfit.has(thrown.status)) throw thrown
    throw new ApiError(0, 'A picture could not be sent.')
  }
}
