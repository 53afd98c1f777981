import { filesApi } from '@waybill/domain/files/api'
import { call } from '../../kit/api/index.ts'
import { putFile } from '../../kit/api/put-file.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import type { Evidence } from './hand-over.ts'

/** Where driver pictures are stored. */
const folder = 'shipment-images'

/** Answers about a picture itself: not one, or too large. */
const unfit = new Set([400, 413])

/** Names of pictures uploaded since the page was opened, so that a second try sends none twice. */
const uploaded = new Map<string, string>()

/**
 * Uploads pictures to signed addresses and answers their names by evidence id. Throws a `Refusal` with status 0 when
 * the line fails, so that the whole action is tried again later, and with the store's own when a picture is no picture.
 */
export async function uploadEvidence(evidence: readonly Evidence[]): Promise<ReadonlyMap<string, string>> {
  for (const one of evidence)
    if (!uploaded.has(one.evidence_id)) uploaded.set(one.evidence_id, await uploadOne(one))
  return uploaded
}

async function uploadOne({ evidence_id, blob }: Evidence): Promise<string> {
  const extension = blob.type === 'image/png' ? 'png' : 'jpg'
  const { url, file_name } = await call(filesApi.upload, { file_name: `${evidence_id}.${extension}`, folder })
  try {
    await putFile(url, blob, 'A picture')
  } catch (thrown) {
    // What the store finds wrong with the picture itself will not change by sending it again.
    if (thrown instanceof ApiError && unfit.has(thrown.status)) throw thrown
    throw new ApiError(0, 'A picture could not be sent.')
  }
  return file_name
}
