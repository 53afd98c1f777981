import { filesApi } from '@waybill/domain/files/api'
import { role_ids } from '@waybill/domain/kit/actor'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { s3Server } from '../../dev/test-kit/fakes/s3.ts'
import { localFileStore } from './file-store.ts'
import { fileStorePort, fileSchedules } from './index.ts'
import { s3FileStore } from './s3-store.ts'
import { type FileStore } from './file-store.ts'
import { runSchedules } from '../../dev/test-kit/job.ts'

const store = s3Server()
const folder = 'shipment-images'
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')

let p: TestProvider
let staff: Caller
let local: FileStore
let photo: Buffer

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  local = localFileStore(`${p.runtime.runtime.data_dir}/files`)
  photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#08c' } })
    .withExif({ IFD0: { Copyright: 'Naledi Mokoena' } })
    .jpeg()
    .toBuffer()
})

const use = (files: FileStore) => void p.runtime.runtime.adapters.set(fileStorePort.name, files)
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** Sends bytes to a signed URL of the application or of the store. */
async function put(url: string, bytes: Buffer): Promise<{ status: number; message: string }> {
  if (url.startsWith(store.options().endpoint)) {
    const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
    return { status, message: '' }
  }
  const reply = await p.guest().http('PUT', pathOf(url), bytes)
  return { status: reply.status, message: (reply.body as { message: string }).message }
}

const send = async (by: Caller, fileName: string, bytes: Buffer, into = folder) => {
  const granted = await by.send(filesApi.upload, { file_name: fileName, folder: into })
  return { ...granted, sent: await put(granted.url, bytes) }
}

describe.each(['the local disk', 'a bucket'])('files on %s', (where) => {
  beforeAll(() => use(where === 'a bucket' ? s3FileStore(store.options()) : local))

  it('[REP-009] [REP-008] are uploaded to a signed URL, re-encoded and returned at another signed URL', async () => {
    const { sent, file_name } = await send(staff, 'door.jpg', photo)
    expect(sent.status).toBe(200)
    const { url } = await staff.send(filesApi.download, { file_name: [file_name, 'other.jpg'], folder })
    expect(Object.keys(url)).toEqual([file_name])
    const answer = await p.guest().http('GET', pathOf(url[file_name] ?? ''))
    const bytes =
      answer.status === 302
        ? Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer())
        : (answer.body as Buffer)
    const about = await sharp(bytes).metadata()
    expect([about.format, about.width, about.height, about.exif]).toEqual(['jpeg', 60, 30, undefined])
  })

  it('cannot be downloaded when their content does not match their name', async () => {
    const { sent, file_name } = await send(staff, 'logo.png', svg)
    const refused = await errorOf(staff.send(filesApi.confirm, { file_name, folder }))
    if (where === 'a bucket')
      expect(refused).toEqual({
        status: 400,
        message: 'logo.png is not a png file. Correct its name and send it again.',
      })
    else
      expect([sent.status, sent.message]).toEqual([
        400,
        'logo.png is not a png file. Correct its name and send it again.',
      ])
    expect((await staff.send(filesApi.download, { file_name: [file_name], folder })).url).toEqual({})
    expect(store.stored().filter((key) => key.startsWith('incoming/'))).toEqual([])
  })

  it('can be confirmed by the uploader only, and only after they have arrived', async () => {
    const { file_name } = await send(staff, 'door.jpg', photo)
    const confirmed = await staff.send(filesApi.confirm, { file_name, folder })
    expect(confirmed).toMatchObject({ display_name: 'door.jpg', content_type: 'image/jpeg', width: 60 })
    const other = await p.user(role_ids.administrator)
    expect((await errorOf(other.send(filesApi.confirm, { file_name, folder }))).status).toBe(404)
    const awaited = await staff.send(filesApi.upload, { file_name: 'late.jpg', folder })
    expect(await errorOf(staff.send(filesApi.confirm, { file_name: awaited.file_name, folder }))).toEqual({
      status: 400,
      message: 'late.jpg is not uploaded yet. Send it to its address first.',
    })
  })

  it('serves a logo publicly at a permanent URL and no other file there', async () => {
    const { file_name, sent } = await send(staff, 'logo.jpg', photo, 'provider-assets')
    expect(sent.status).toBe(200)
    const { url } = await staff.send(filesApi.confirm, { file_name, folder: 'provider-assets' })
    expect(url).toBe(`/assets/${p.provider_id}/${file_name}`)
    const shown = await p.guest().http('GET', url)
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const photos = await send(staff, 'door.jpg', photo)
    for (const wrong of [
      `/assets/${p.provider_id}/${photos.file_name}`,
      `/assets/${p.provider_id + 1}/${file_name}`,
      `/assets/${p.provider_id}/..%2f${folder}%2f${photos.file_name}`,
      `/assets?of=${p.provider_id}&name=../${folder}/${photos.file_name}`,
    ])
      expect((await p.guest().http('GET', wrong)).status, wrong).toBe(404)
    const customer = await p.owner()
    expect(
      await errorOf(customer.send(filesApi.upload, { file_name: 'a.png', folder: 'provider-assets' })),
    ).toEqual({ status: 403, message: 'You may not upload files to provider-assets. Ask an administrator.' })
  })
})

describe('direct uploads to a bucket', () => {
  beforeAll(() => use(s3FileStore(store.options())))

  it('are moved by the scheduler once checked, and removed after a day when they never arrived', async () => {
    const { file_name } = await send(staff, 'door.jpg', photo)
    const storedKey = `${p.provider_id}/${folder}/${file_name}`
    expect(store.stored().filter((key) => key.endsWith(file_name))).toEqual([`incoming/${storedKey}`])
    const never = await staff.send(filesApi.upload, { file_name: 'never.jpg', folder })
    p.runtime.setNow(new Date(Date.now() + 20 * 60_000))
    await runSchedules(fileSchedules, p)
    expect(store.stored().filter((key) => key.endsWith(file_name))).toEqual([storedKey])
    p.runtime.setNow(new Date(Date.now() + 25 * 3_600_000))
    await runSchedules(fileSchedules, p)
    p.runtime.setNow(null)
    const gone = await errorOf(staff.send(filesApi.confirm, { file_name: never.file_name, folder }))
    expect(gone.status).toBe(404)
  })

  it('rejects a file that exceeds the size limit', async () => {
    const { file_name } = await send(
      staff,
      'large.jpg',
      Buffer.concat([photo, Buffer.alloc(11 * 1024 * 1024)]),
    )
    expect(await errorOf(staff.send(filesApi.confirm, { file_name, folder }))).toEqual({
      status: 400,
      message: 'large.jpg is larger than 10 MB. Send a smaller one.',
    })
  })
})

describe('signed URLs', () => {
  beforeAll(() => use(local))

  it('[REP-010] apply folder rules and the 10 MB limit, and expire after one day for pages and seven days for API keys', async () => {
    const driver = await p.driver()
    const uploadStatus = (by: Caller, into: string, fileName: string) =>
      errorOf(by.send(filesApi.upload, { file_name: fileName, folder: into })).then(({ status }) => status)
    for (const [into, taken, refused] of [
      ['shipment-images', 'door.jpg', 'rows.csv'],
      ['account-attachments', 'rows.csv', 'zones.kml'],
      ['provider-assets', 'logo.png', 'rows.csv'],
      ['imports', 'rows.csv', 'door.jpg'],
      ['exports', '', 'rows.csv'],
      ['anything', '', 'door.jpg'],
    ] as const) {
      if (taken) expect(await uploadStatus(staff, into, taken), into).toBe(200)
      expect(await uploadStatus(staff, into, refused), into).toBeGreaterThanOrEqual(400)
    }
    expect([
      await uploadStatus(driver, 'provider-assets', 'logo.png'),
      await uploadStatus(p.guest(), folder, 'a.jpg'),
    ]).toEqual([403, 401])
    const { url, file_name } = await staff.send(filesApi.upload, { file_name: 'door.jpg', folder })
    const large = Buffer.concat([photo, Buffer.alloc(11 * 1024 * 1024)])
    expect((await put(url, large)).status).toBeGreaterThanOrEqual(400)
    p.runtime.setNow(new Date(Date.now() + 14 * 60_000))
    expect((await put(url, photo)).status).toBe(200)
    const key = await p.apiKey()
    for (const [reader, days] of [
      [staff, 1],
      [key, 7],
    ] as const) {
      p.runtime.setNow(null)
      const names = encodeURIComponent(JSON.stringify([file_name]))
      const fromPage: Record<string, string> = reader === staff ? { 'client-version': '3.17.17' } : {}
      const requested = `/s3-url/download?folder=${folder}&file_name=${names}`
      const { body } = await reader.http('GET', requested, undefined, fromPage)
      const addresses = (body as { url: Record<string, string> }).url
      const readAfter = async (age: number) => {
        p.runtime.setNow(new Date(Date.now() + age * 86_400_000))
        return (await p.guest().http('GET', pathOf(addresses[file_name] ?? ''))).status
      }
      expect([await readAfter(days - 0.1), await readAfter(days + 0.1)], `${days} days`).toEqual([200, 404])
    }
    p.runtime.setNow(null)
  })

  it('store a file once, and reject another provider, a changed signature and an expired URL', async () => {
    const { url, file_name } = await send(staff, 'door.jpg', photo)
    const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .jpeg()
      .toBuffer()
    expect((await put(url, other)).status).toBe(200)
    expect((await staff.send(filesApi.confirm, { file_name, folder })).width).toBe(60)
    expect((await put(url.replace(/signature=.{6}/, 'signature=AAAAAA'), photo)).status).toBe(404)
    const fresh = await staff.send(filesApi.upload, { file_name: 'door.jpg', folder })
    const abroad = await (await newProvider()).guest().http('PUT', pathOf(fresh.url), photo)
    expect(abroad.status).toBe(404)
    p.runtime.setNow(new Date(Date.now() + 16 * 60_000))
    expect((await put(fresh.url, photo)).status).toBe(404)
    p.runtime.setNow(null)
  })
})
