import { createHash, randomUUID } from 'node:crypto'
import { drawPicture } from '../../server/dev/test-kit/files.ts'
import { checkFile } from '../../server/src/files/check-file.ts'
import type { Evidence } from '../../web/src/drivers/proof-of-delivery/hand-over.ts'

/** A photo or signature on a phone, with the digest of the picture that the server must store for it. */
export interface Picture {
  evidence: Evidence
  digest: string
}

/** Makes a picture that no other picture is like. */
export async function makePicture(kind: Evidence['kind'], random: () => number): Promise<Picture> {
  const isPhoto = kind === 'photo'
  const bytes = await drawPicture(isPhoto ? 'jpeg' : 'png', random)
  // The server keeps the pixels of a picture and nothing else.
  const stored = await checkFile('shipment-images', isPhoto ? 'a.jpg' : 'a.png', bytes)
  return {
    evidence: {
      evidence_id: randomUUID(),
      kind,
      blob: new Blob([new Uint8Array(bytes)], { type: isPhoto ? 'image/jpeg' : 'image/png' }),
    },
    digest: createHash('sha256').update(stored.bytes).digest('hex'),
  }
}
