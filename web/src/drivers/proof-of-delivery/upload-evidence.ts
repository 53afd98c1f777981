import { filesApi } from '@waybill/domain/files/api'
import type { FileFolder } from '@waybill/domain/files/model'
import { call } from '../../kit/api/index.ts'
import { putFile } from '../../kit/api/put-file.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import type { Evidence } from './hand-over.ts'

/** Response statuses for an unsuitable picture: not a picture, or too large. */
const unfit = new Set([400, 413])

/** Upload names of pictures since the page was opened, so that a retry does not send them again. */
const uploaded = new Map<string, string>()

/**
 * Uploads pictures to signed URLs of a folder and returns their names by evidence id. Throws an `ApiError` with status
 * 0 when the upload fails, so that the whole action is retried later, and the storage error when the picture itself is
 * unsuitable.
 */
export async function uploadEvidence(
  evidence: readonly Evidence[],
  folder: FileFolder = 'shipment-images',
): Promise<ReadonlyMap<string, string>> {
  for (const one of evidence)
    if (!uploaded.has(one.evidence_id)) uploaded.set(one.evidence_id, await uploadOne(one, folder))
  return uploaded
}

async function uploadOne({ evidence_id, blob }: Evidence, folder: FileFolder): Promise<string> {
  const extension = blob.type === 'image/png' ? 'png' : 'jpg'
  const { url, file_name } = await call(filesApi.upload, { file_name: `${evidence_id}.${extension}`, folder })
  try {
    await putFile(url, blob, 'A picture')
  } catch (thrown) {
    // When the store rejects the picture itself, a retry would fail again.
    if (thrown instanceof ApiError && unfit.has(thrown.status)) throw thrown
    throw new ApiError(0, 'A picture could not be sent.')
  }
  return file_name
}
