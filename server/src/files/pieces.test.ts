import { createHash, randomBytes } from 'node:crypto'
import { filesApi } from '@waybill/domain/files/api'
import { piece_bytes } from '@waybill/domain/files/pieces'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { s3Server } from '../../dev/test-kit/fakes/s3.ts'
import { runSchedules } from '../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { fileSchedules, fileStorePort } from './index.ts'
import { localFileStore, type FileStore } from './file-store.ts'
import { s3FileStore } from './s3-store.ts'

const store = s3Server()
const folder = 'shipment-images'
/** Bytes that get through before each cut of the connection. */
const cut_after = 300_000

let p: TestProvider
let driver: Caller
let local: FileStore
/** A photo of about 3 MB. */
let photo: Buffer
beforeAll(async () => {
  p = await newProvider()
  driver = await p.driver()
  local = localFileStore(`${p.runtime.runtime.data_dir}/files`)
  const noise = { width: 1_700, height: 1_700, channels: 3 as const }
  photo = await sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
    .jpeg({ quality: 96 })
    .toBuffer()
})

const use = (files: FileStore) => void p.runtime.runtime.adapters.set(fileStorePort.name, files)
const ask = (uploadName?: string, by = driver) =>
  by.send(filesApi.upload, { file_name: 'door.jpg', folder, upload_name: uploadName })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function putPiece(url: string, offset: number, bytes: Buffer, size = photo.length) {
  const path = `${new URL(url).pathname}${new URL(url).search}&offset=${offset}&size=${size}`
  const { status, body } = await p.guest().http('PUT', path, bytes)
  return { status, ...(body as { message: string; next_offset?: number }) }
}
const pieceAt = (offset: number) => photo.subarray(offset, offset + piece_bytes)
async function storedFile(name: string) {
  const { rows } = await p.runtime.runtime.pool.query<{ state: string; received_digest: string }>(
    'SELECT state, received_digest FROM stored_file WHERE provider_id = $1 AND name = $2',
    [p.provider_id, name],
  )
  return rows
}

describe('[DRV-008] [REP-009] an upload in pieces', () => {
  beforeAll(() => use(local))

  it('of a photo of 3 MB arrives once and byte-identical although the connection is cut every 300 KB', async () => {
    expect(photo.length).toBeGreaterThan(2_500_000)
    const first = await ask()
    const name = first.file_name
    let connections = 0
    for (let isWhole = false; !isWhole; connections += 1) {
      const { url, pieces, is_stored } = connections === 0 ? first : await ask(name)
      expect(is_stored).toBe(false)
      let left = cut_after
      for (
        let at = pieces?.next_offset ?? 0;
        at < photo.length && left >= pieceAt(at).length;
        at += piece_bytes
      ) {
        left -= pieceAt(at).length
        const answer = await putPiece(url, at, pieceAt(at))
        expect(answer.status).toBe(200)
        isWhole = answer.next_offset === undefined
      }
    }
    expect(connections).toBe(Math.ceil(photo.length / piece_bytes))
    expect(await ask(name)).toMatchObject({ file_name: name, is_stored: true })
    expect(await storedFile(name)).toEqual([{ state: 'checked', received_digest: sha256(photo) }])
    expect(await local.sizeOf(`incoming/${p.provider_id}/${folder}/${name}.0`)).toBeNull()
  })

  it('ignores a piece that arrived before and rejects pieces that leave a gap or are not whole', async () => {
    const { url, file_name } = await ask()
    expect(await putPiece(url, 0, pieceAt(0))).toMatchObject({ status: 200, next_offset: piece_bytes })
    expect(await putPiece(url, 0, pieceAt(0))).toMatchObject({ status: 200, next_offset: piece_bytes })
    expect(await putPiece(url, 2 * piece_bytes, pieceAt(2 * piece_bytes))).toMatchObject({
      status: 409,
      message: `The pieces before byte ${2 * piece_bytes} are missing. Continue at byte ${piece_bytes}.`,
    })
    expect((await putPiece(url, piece_bytes, pieceAt(piece_bytes).subarray(1))).status).toBe(400)
    expect((await putPiece(url, 7, pieceAt(7))).status).toBe(400)
    expect((await putPiece(url, piece_bytes, pieceAt(0), 900_000_000)).status).toBe(400)
    expect(await ask(file_name)).toMatchObject({ pieces: { bytes: piece_bytes, next_offset: piece_bytes } })
    expect(await errorOf(ask(file_name, await p.driver()))).toMatchObject({ status: 404 })
  })

  it('that is not a picture is rejected when it is whole, and its pieces are removed', async () => {
    const { url, file_name } = await ask()
    const wrong = Buffer.alloc(piece_bytes + 10, 'x')
    await putPiece(url, 0, wrong.subarray(0, piece_bytes), wrong.length)
    expect(await putPiece(url, piece_bytes, wrong.subarray(piece_bytes), wrong.length)).toMatchObject({
      status: 400,
      message: expect.stringContaining('is not a jpg file'),
    })
    expect(await ask(file_name)).toMatchObject({ pieces: { next_offset: 0 } })
  })

  it('is not needed again for bytes that the same user has uploaded: they are copied for the next shipment', async () => {
    const known = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const same = { file_name: 'door.jpg', folder, sha256: sha256(known) }
    const first = await driver.send(filesApi.upload, same)
    expect(first.is_stored).toBe(false)
    expect((await putPiece(first.url, 0, known, known.length)).status).toBe(200)
    const second = await driver.send(filesApi.upload, same)
    expect(second).toMatchObject({ is_stored: true, file_name: expect.not.stringContaining(first.file_name) })
    expect(await storedFile(second.file_name)).toEqual(await storedFile(first.file_name))
    const keyOf = (name: string) => `${p.provider_id}/${folder}/${name}`
    expect(await local.get(keyOf(second.file_name))).toEqual(await local.get(keyOf(first.file_name)))
    const { file_name } = await ask()
    expect(await driver.send(filesApi.upload, { ...same, upload_name: file_name })).toMatchObject({
      is_stored: true,
      file_name,
    })
    for (const other of [
      await (await p.driver()).send(filesApi.upload, same),
      await driver.send(filesApi.upload, { ...same, sha256: sha256(photo.subarray(1)) }),
      await driver.send(filesApi.upload, { ...same, folder: 'shipment-files' }),
    ])
      expect(other).toMatchObject({ is_stored: false })
  })

  it('that is never finished is removed after a day with its pieces', async () => {
    const { url, file_name } = await ask()
    await putPiece(url, 0, pieceAt(0))
    p.runtime.setNow(new Date(Date.now() + 25 * 3_600_000))
    await runSchedules(fileSchedules, p)
    p.runtime.setNow(null)
    expect(await local.sizeOf(`incoming/${p.provider_id}/${folder}/${file_name}.0`)).toBeNull()
    expect(await errorOf(ask(file_name))).toMatchObject({ status: 404 })
  })

  it('is not offered where files go directly to a bucket', async () => {
    use(s3FileStore(store.options()))
    expect(await ask()).toMatchObject({ pieces: null, is_stored: false })
    use(local)
  })
})
