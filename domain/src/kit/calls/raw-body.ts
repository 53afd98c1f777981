import { z } from 'zod'

/** A request body from an external service, unchanged byte by byte, because a signature may cover it. */
export const RawBody = z.object({
  bytes: z.instanceof(Uint8Array),
  headers: z.record(z.string(), z.string()),
})

/** A raw body received at an address whose last part is a secret. */
export const ReceivedAtToken = RawBody.extend({ token: z.string().max(200) })

/** The common settings of every endpoint that external services call. */
export const external_endpoint = {
  output: z.unknown(),
  permission: null,
  audience: 'public',
  answers: 'raw',
  takes: 'bytes',
  workload: 'field',
  published: false,
} as const
