import { ApiError } from './api-error.ts'

/** How a file continues: the URL, bytes per piece and next offset; `null` pieces: only as a whole. */
export interface UploadAddress {
  url: string
  file_name: string
  pieces: { bytes: number; next_offset: number } | null
  is_stored: boolean
}

/** The calls of an upload: `ask` returns the address of the upload, with a name that of an earlier one. */
export interface UploadCalls {
  ask: (uploadName: string | null) => Promise<UploadAddress>
  put: (url: string, bytes: Blob) => Promise<void>
  /** Remembers the name of the upload on this device, so that a reload continues it. */
  remember: (uploadName: string) => void
}

/** Response status for an upload that the server does not know any more. */
const unknown_upload = 404

/** Returns the address of an upload: that of the earlier one when the server still knows it. */
export async function openUpload(
  { ask, remember }: Pick<UploadCalls, 'ask' | 'remember'>,
  earlier: string | null,
): Promise<UploadAddress> {
  const address = await ask(earlier).catch((thrown: unknown) => {
    if (earlier !== null && thrown instanceof ApiError && thrown.status === unknown_upload) return ask(null)
    throw thrown
  })
  remember(address.file_name)
  return address
}

/**
 * Uploads a file in pieces and returns its name. After a cut, the next call continues with the first piece that has not
 * arrived, so that a file larger than a connection lasts arrives once. Throws the error of the call that failed.
 */
export async function putPieces(
  blob: Blob,
  { ask, put, remember }: UploadCalls,
  earlier: string | null,
): Promise<string> {
  const { url, file_name, pieces, is_stored } = await openUpload({ ask, remember }, earlier)
  if (is_stored) return file_name
  if (!pieces || (pieces.next_offset === 0 && blob.size <= pieces.bytes)) {
    await put(url, blob)
    return file_name
  }
  // When all pieces have arrived and only their joining was interrupted, the last one is sent again.
  const last = Math.floor((blob.size - 1) / pieces.bytes) * pieces.bytes
  for (let at = Math.min(pieces.next_offset, last); at < blob.size; at += pieces.bytes)
    await put(`${url}&offset=${at}&size=${blob.size}`, blob.slice(at, at + pieces.bytes, blob.type))
  return file_name
}
