/** Maximum side length in px and size in bytes of an uploaded photo (docs/domain/interface.md#drivers-phone). */
export const photo_side_max = 1600
export const photo_bytes_max = 300 * 1024

/** JPEG qualities to try in this order; after the last one the sides are scaled by `shrink`. */
const qualities = [0.8, 0.65, 0.5]
const shrink = 0.75

/** Returns width and height in px scaled to a maximum side length; smaller pictures stay unchanged. */
export function fitWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns a photo as a JPEG of at most 1600 px and 300 KB, in the orientation in which it was taken. Throws when the
 * file is not a picture.
 */
export async function resizePhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    for (let side = photo_side_max; ; side = Math.round(side * shrink))
      for (const quality of qualities) {
        const jpeg = await drawn(bitmap, fitWithin(bitmap.width, bitmap.height, side), quality)
        if (jpeg.size <= photo_bytes_max || side < 200) return jpeg
      }
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, size: { width: number; height: number }, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be read.'))),
      'image/jpeg',
      quality,
    ),
  )
}
