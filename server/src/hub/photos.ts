import { file_kinds, extensionOf } from '@waybill/domain/files/kinds'
import { hub_photo_folder, max_hub_photos, type HubPhoto } from '@waybill/domain/hub/photos'
import { invalid } from '@waybill/domain/kit/problem'
import { addressOf, uploadsOfCaller } from '../files/index.ts'
import type { BaseContext, Context } from '../kit/handler.ts'

/**
 * Returns the names of photos that the caller has uploaded before, each once. Throws a 400 when one was not uploaded,
 * is not a picture, or when there are too many.
 */
export async function requirePhotos(ctx: Context, named: readonly string[]): Promise<string[]> {
  const names = [...new Set(named)]
  const field = 'photos'
  if (names.length > max_hub_photos)
    throw invalid(`Send at most ${max_hub_photos} photos.`, [
      { field, message: `has more than ${max_hub_photos}` },
    ])
  if (names.length === 0) return []
  const uploads = await uploadsOfCaller(ctx, hub_photo_folder, names)
  const known = new Map(uploads.map((file) => [file.name, file]))
  for (const name of names) {
    const file = known.get(name)
    if (!file)
      throw invalid('A photo was not uploaded. Take it again.', [
        { field, message: `${name} was not uploaded` },
      ])
    if (!file.content_type.startsWith('image/'))
      throw invalid(`${file.display_name} is not a picture. Take a photo.`, [
        { field, message: `${name} is not a picture` },
      ])
  }
  return names
}

/** Returns stored photos with URLs for the reader. */
export function presentPhotos(reader: BaseContext, names: readonly string[]): HubPhoto[] {
  return names.map((fileName, at) => {
    const extension = extensionOf(fileName) ?? 'jpg'
    const url = addressOf(reader, hub_photo_folder, {
      name: fileName,
      content_type: file_kinds[extension].type,
      display_name: `Photo ${at + 1}.${extension}`,
    })
    return { file_name: fileName, url }
  })
}
