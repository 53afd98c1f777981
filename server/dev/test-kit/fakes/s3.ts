import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { S3Options } from '../../../src/files/s3-store.ts'

/** The part of s3rver used here. Its implementation of signature checks is independent of ours. */
interface StoreServer {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type StoreServerClass = new (options: Record<string, unknown>) => StoreServer

const bucket = 'waybill-test'

/** Starts an S3-compatible store with one empty bucket, for the tests of one file. */
export function s3Server(): { options: () => S3Options; stored: () => string[] } {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-s3-'))
  let server: StoreServer
  let port = 0
  beforeAll(async () => {
    const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as StoreServerClass
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      vhostBuckets: false,
      configureBuckets: [{ name: bucket, configs: [] }],
    })
    ;({ port } = await server.run())
  })
  afterAll(async () => {
    await server.close()
    fs.rmSync(directory, { recursive: true, force: true })
  })
  return {
    options: () => ({
      bucket,
      region: 'af-south-1',
      endpoint: `http://127.0.0.1:${port}`,
      path_style: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    }),
    stored: () =>
      fs
        .readdirSync(path.join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('_object'))
        .map((name) => name.replace(/\._S3rver_object$/, '')),
  }
}
