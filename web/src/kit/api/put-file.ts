import { answerText } from './error-text.ts'
import { ApiError } from './api-error.ts'

/** Milliseconds one file may take on a slow line. */
const timeout_ms = 90_000

/** What a sending may be told, and how it is broken off. */
export interface PutOptions {
  /** Hears the part that has gone, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/**
 * Sends one file to its signed address. Throws a `Refusal`: with the sentence of the store when it does not take the
 * file, and with status 0 when the line fails or it was broken off, so that it may be tried again later.
 */
export async function putFile(
  url: string,
  blob: Blob,
  what = 'The file',
  { onProgress, signal }: PutOptions = {},
): Promise<void> {
  // `fetch` does not say how much has gone.
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
