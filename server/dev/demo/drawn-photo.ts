import { hub_photo_folder } from '@waybill/domain/hub/photos'
import type { Actor } from '@waybill/domain/kit/actor'
import sharp from 'sharp'
import { externalContext } from '../../src/db/transaction.ts'
import { storeFile } from '../../src/files/index.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { newRequestId, type Runtime } from '../../src/kit/runtime.ts'

const photo = { width: 640, height: 480, channels: 3 } as const

/** Rectangles of the picture of a box on a scale: left, top, width, height and colour. */
const drawing: readonly (readonly [number, number, number, number, number])[] = [
  [0, 0, 640, 480, 0xdfe5ea],
  [120, 360, 400, 60, 0x5b6770],
  [270, 375, 100, 30, 0xb7f0c0],
  [170, 140, 300, 220, 0xc49a6c],
  [300, 140, 40, 220, 0xe0c39a],
]

/**
 * Stores a drawn picture of a box on a scale; returns its file name, which starts with `prefix`. It is made of pixels,
 * because drawings are not decoded in a process that checks uploads.
 */
export async function drawnPhoto(runtime: Runtime, clerk: Actor, prefix: string): Promise<string> {
  const pixels = Buffer.alloc(photo.width * photo.height * photo.channels)
  for (const [left, top, width, height, colour] of drawing)
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1)
        pixels.writeUIntBE(colour, (y * photo.width + x) * photo.channels, photo.channels)
  const bytes = await sharp(pixels, { raw: photo }).jpeg().toBuffer()
  const context = externalContext(runtime, { actor: clerk, request: jobFacts(runtime, newRequestId()) })
  return storeFile(await context, { folder: hub_photo_folder, prefix, display_name: `${prefix}.jpg`, bytes })
}
