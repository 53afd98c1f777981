import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { putPieces, type UploadAddress, type UploadCalls } from './put-pieces.ts'

const piece = 256 * 1024
const photo = new Blob([Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 31) % 251)], {
  type: 'image/jpeg',
})

/** A server that stores pieces, behind a connection that is cut whenever `cut_after` bytes got through. */
class Server implements UploadCalls {
  readonly stored: Uint8Array[] = []
  readonly names: string[] = []
  takes_pieces = true
  cut_after = 300_000
  sent = 0
  uploads = 0

  async ask(name: string | null): Promise<UploadAddress> {
    this.sent = 0
    if (name !== null && name !== 'upload-1.jpg') throw new ApiError(404, 'Not known.')
    if (name === null) this.uploads += 1
    const arrived = this.stored.length * piece
    return Promise.resolve({
      url: '/files?key=1',
      file_name: 'upload-1.jpg',
      pieces: this.takes_pieces ? { bytes: piece, next_offset: arrived } : null,
      is_stored: this.takes_pieces && arrived >= photo.size,
    })
  }
  async put(url: string, bytes: Blob): Promise<void> {
    this.sent += bytes.size
    if (this.sent > this.cut_after) throw new ApiError(0, 'Cut.')
    const { searchParams } = new URL(url, 'http://localhost')
    if (this.takes_pieces) expect(searchParams.get('offset')).toBe(String(this.stored.length * piece))
    this.stored.push(new Uint8Array(await bytes.arrayBuffer()))
  }
  remember(name: string): void {
    this.names.push(name)
  }
}
const callsOf = (server: Server): UploadCalls => ({
  ask: (name) => server.ask(name),
  put: (url, bytes) => server.put(url, bytes),
  remember: (name) => server.remember(name),
})
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('[DRV-008] uploading a photo', () => {
  it('continues after each cut, also by a new page, until it has arrived once and byte-identical', async () => {
    const server = new Server()
    let name = ''
    let tries = 0
    for (; name === '' && tries < 50; tries += 1)
      name = await putPieces(photo, callsOf(server), server.names.at(-1) ?? null).catch(() => '')
    expect([name, tries, server.uploads]).toEqual(['upload-1.jpg', Math.ceil(photo.size / piece), 1])
    expect(await bytesOf(new Blob(server.stored as BlobPart[]))).toEqual(await bytesOf(photo))
    const before = server.stored.length
    expect(await putPieces(photo, callsOf(server), name)).toBe(name)
    expect(server.stored).toHaveLength(before)
  })

  it('starts again when the server does not know the upload any more, and sends whole files where it must', async () => {
    const server = new Server()
    server.takes_pieces = false
    server.cut_after = Infinity
    expect(await putPieces(photo, callsOf(server), 'old.jpg')).toBe('upload-1.jpg')
    expect([server.uploads, server.stored.length]).toEqual([1, 1])
  })
})
