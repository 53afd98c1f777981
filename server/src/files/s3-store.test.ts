import { randomUUID } from 'node:crypto'
import { Problem } from '@waybill/domain/kit/problem'
import { describe, expect, it } from 'vitest'
import { s3Server } from '../../dev/test-kit/fakes/s3.ts'
import { s3FileStore, s3FromEnvironment } from './s3-store.ts'

const server = s3Server()

describe('file store on an S3 bucket', () => {
  it('stores, returns and removes files', async () => {
    const files = s3FileStore(server.options())
    const key = `7/labels/${randomUUID()}`
    expect([await files.get(key), await files.sizeOf(key)]).toEqual([null, null])
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 251))
    await files.put(key, bytes, 'application/pdf')
    expect(server.stored()).toContain(key)
    expect((await files.get(key))?.equals(bytes)).toBe(true)
    expect(await files.sizeOf(key)).toBe(70_000)
    await files.remove(key)
    await files.remove(key)
    expect(await files.get(key)).toBeNull()
  })

  it('accepts a PUT at a signed URL for that key and method only', async () => {
    const files = s3FileStore(server.options())
    const key = `incoming/7/shipment-images/${randomUUID()}.jpg`
    const address = (await files.direct?.toUpload(key, 900)) ?? ''
    expect(new URL(address).origin).toBe(await files.direct?.origin())
    const sent = await fetch(address, {
      method: 'PUT',
      body: 'a picture',
      headers: { 'content-type': 'image/jpeg' },
    })
    expect(sent.status).toBe(200)
    expect(String(await files.get(key))).toBe('a picture')
    const elsewhere = await fetch(address.replace('incoming/7', 'incoming/8'), { method: 'PUT', body: 'x' })
    expect(elsewhere.status).toBe(403)
    expect((await fetch(address)).status).toBe(403)
  })

  it('serves a file with the signed headers and rejects changed headers', async () => {
    const files = s3FileStore(server.options())
    const key = `7/imports/${randomUUID()}.csv`
    await files.put(key, Buffer.from('<script>alert(1)</script>'), 'text/csv')
    const address =
      (await files.direct?.toDownload(key, {
        content_type: 'text/csv',
        disposition: 'attachment; filename="list.csv"',
        seconds: 60,
      })) ?? ''
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="list.csv"')
    expect(await answer.text()).toContain('alert')
    expect((await fetch(address.replace('text%2Fcsv', 'text%2Fhtml'))).status).toBe(403)
  })

  it('reports the store as unavailable without exposing credentials when it rejects or cannot be reached', async () => {
    const rejected = s3FileStore({
      ...server.options(),
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' },
    })
    const failure = await rejected
      .put('7/labels/x', Buffer.from('x'), 'text/plain')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Problem)
    expect((failure as Problem).kind).toBe('unavailable')
    expect(`${(failure as Problem).message} ${String((failure as Problem).cause)}`).not.toMatch(
      /S3RVER|wrong/,
    )
    const away = s3FileStore({ ...server.options(), endpoint: 'http://127.0.0.1:9' })
    await expect(away.get('7/labels/x')).rejects.toThrow('The file store is not available right now.')
  })
})

describe('S3 options from the environment', () => {
  it('[SHELL-088] uses af-south-1 by default', async () => {
    const options = s3FromEnvironment({ S3_BUCKET: 'fynbos-files' })
    if (!options) throw new Error('No store was read from the environment.')
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
    const address = new URL(
      (await s3FileStore({ ...options, credentials }).direct?.toUpload('7/x', 60)) ?? '',
    )
    expect(address.host).toBe('fynbos-files.s3.af-south-1.amazonaws.com')
    expect(address.searchParams.get('X-Amz-Credential')).toContain('/af-south-1/s3/aws4_request')
    expect([...address.searchParams.keys()].join(' ')).not.toMatch(/checksum|crc/i)
  })

  it('returns null without a bucket, supports other endpoints and rejects invalid values', () => {
    expect(s3FromEnvironment({})).toBeNull()
    expect(
      s3FromEnvironment({ S3_BUCKET: 'files', S3_ENDPOINT: 'https://minio.example:9000', S3_REGION: 'eu-1' }),
    ).toMatchObject({ endpoint: 'https://minio.example:9000', region: 'eu-1', path_style: true })
    expect(s3FromEnvironment({ S3_BUCKET: 'files', S3_PATH_STYLE: 'on' })).toMatchObject({ path_style: true })
    expect(() => s3FromEnvironment({ S3_ENDPOINT: 'https://minio.example' })).toThrow('S3_BUCKET')
    expect(() => s3FromEnvironment({ S3_BUCKET: 'Not a bucket' })).toThrow('Not a bucket')
    expect(() => s3FromEnvironment({ S3_BUCKET: 'files', S3_ENDPOINT: 'minio' })).toThrow('minio')
  })
})
