import { answerText } from './error-text.ts'
import { ApiError } from './api-error.ts'

/** Time limit for one file on a slow connection, in ms. */
const timeout_ms = 90_000

/** Progress callback and abort signal of an upload. */
export interface PutOptions {
  /** Receives the fraction that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/**
 * Uploads one file to its signed URL. Throws an `ApiError`: with the message of the file store when it rejects the
 * file, and with status 0 when the connection fails or the upload is aborted, so that the caller can retry later.
 */
export async function putFile(
  url: string,
  blob: Blob,
  what = 'The file',
  { onProgress, signal }: PutOptions = {},
): Promise<void> {
  // `fetch` does not report upload progress.
  const request = new XMLHttpRequest()
  request.open('PUT', url)
  request.timeout = timeout_ms
  if (blob.type) request.setRequestHeader('content-type', blob.type)
  if (onProgress)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  const breakOff = () => request.abort()
  signal?.addEventListener('abort', breakOff)
  await new Promise((resolve) => {
    request.onloadend = resolve
    if (signal?.aborted) resolve(null)
    else request.send(blob)
  })
  signal?.removeEventListener('abort', breakOff)
  const { status } = request
  if (status === 0) throw new ApiError(0, `${what} could not be sent.`)
  if (status < 200 || status > 299)
    throw new ApiError(status, answerText(request.responseText) || `${what} could not be sent (${status}).`)
}
