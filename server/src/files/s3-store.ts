import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/domain/kit/problem'
import type { FileStore } from './file-store.ts'

/** Default AWS region (SHELL-088). */
export const default_region = 'af-south-1'

export interface S3Options {
  bucket: string
  region: string
  /** URL of an S3-compatible store that is not Amazon's; empty for Amazon's. */
  endpoint: string
  /** Whether the bucket is part of the URL path instead of the host name. */
  path_style: boolean
  /** Absent: the default credentials of the machine (environment, profile, role). */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/**
 * Returns the S3 options from the environment; `null` when no bucket is configured. Throws on an incomplete or
 * invalid configuration, so that startup fails.
 */
export function s3FromEnvironment(env: Readonly<Record<string, string | undefined>>): S3Options | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint = '', S3_REGION, S3_PATH_STYLE } = env
  if (!bucket) {
    if (endpoint) throw new Error('S3_ENDPOINT is set without S3_BUCKET. Set the name of the bucket too.')
    return null
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`S3_BUCKET is not a valid bucket name: ${bucket}.`)
  if (endpoint && !URL.canParse(endpoint)) throw new Error(`S3_ENDPOINT is not a valid address: ${endpoint}.`)
  return {
    bucket,
    region: S3_REGION || default_region,
    endpoint,
    path_style: S3_PATH_STYLE ? S3_PATH_STYLE === 'on' : endpoint !== '',
  }
}

/** Stores files in a bucket of any S3-compatible store. The SDK is loaded on first use. */
export function s3FileStore({ bucket, region, endpoint, path_style, credentials }: S3Options): FileStore {
  const open = async () => {
    const [sdk, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ])
    const client = new sdk.S3Client({
      region,
      forcePathStyle: path_style,
      // Only when required: checksum trailers are specific to Amazon, and a presigned URL would contain the checksum
      // of an empty body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
      ...(endpoint ? { endpoint } : {}),
      ...(credentials ? { credentials } : {}),
    })
    return { sdk, client, getSignedUrl }
  }
  let opened: ReturnType<typeof open> | null = null
  const s3 = () => (opened ??= open())
  const send = async <Result>(
    use: (client: S3Client, sdk: Awaited<ReturnType<typeof open>>['sdk']) => Result,
  ) => {
    const { client, sdk } = await s3()
    try {
      return await use(client, sdk)
    } catch (error) {
      if (isMissing(error)) return null
      throw unavailable(error)
    }
  }
  return {
    async put(key, bytes, contentType) {
      await send((client, { PutObjectCommand }) =>
        client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
        ),
      )
    },
    async get(key) {
      const bytes = await send(async (client, { GetObjectCommand }) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        return Body ? Body.transformToByteArray() : null
      })
      return bytes && Buffer.from(bytes)
    },
    async sizeOf(key) {
      const about = await send((client, { HeadObjectCommand }) =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })),
      )
      return about && (about.ContentLength ?? 0)
    },
    async remove(key) {
      await send((client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })),
      )
    },
    direct: {
      async origin() {
        const { sdk, client, getSignedUrl } = await s3()
        const address = await getSignedUrl(client, new sdk.HeadObjectCommand({ Bucket: bucket, Key: 'any' }))
        return new URL(address).origin
      },
      async toUpload(key, seconds) {
        const { sdk, client, getSignedUrl } = await s3()
        const put = new sdk.PutObjectCommand({ Bucket: bucket, Key: key })
        return getSignedUrl(client, put, { expiresIn: seconds })
      },
      async toDownload(key, { content_type, disposition, seconds }) {
        const { sdk, client, getSignedUrl } = await s3()
        const get = new sdk.GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ResponseContentType: content_type,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: 'private, no-store',
        })
        return getSignedUrl(client, get, { expiresIn: seconds })
      },
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

function unavailable(error: unknown): Error {
  const known = error as Partial<S3ServiceException>
  const reason = [known.name, known.$metadata?.httpStatusCode].filter(Boolean).join(' ')
  const problem = new Problem(
    'unavailable',
    'The file store is not available right now. Nothing was changed. Try again in a moment.',
    { retry_after_s: 5 },
  )
  problem.cause = new Error(`The file store refused the request: ${reason}`)
  return problem
}
