import { hub_photo_folder } from '@waybill/domain/hub/photos'
import { uploadFile } from '../../files/index.ts'

/** A photo on this device; `key` identifies it, so that a retry does not send it again. */
export interface TakenPhoto {
  key: string
  blob: Blob
}

/** Stored names of the photos sent since the page was opened. */
const sent = new Map<string, string>()

/** Uploads photos and returns their stored names. Throws an `ApiError` when one cannot be sent. */
export async function sendPhotos(photos: readonly TakenPhoto[]): Promise<string[]> {
  const names: string[] = []
  for (const { key, blob } of photos) {
    const extension = blob.type === 'image/png' ? 'png' : 'jpg'
    const name =
      sent.get(key) ??
      (await uploadFile(new File([blob], `photo.${extension}`, { type: blob.type }), hub_photo_folder))
        .file_name
    sent.set(key, name)
    names.push(name)
  }
  return names
}
