import { z } from 'zod'

/** What a partner posts to us, byte by byte as it came: a signature may cover it. */
export const RawBody = z.object({
  bytes: z.instanceof(Uint8Array),
  headers: z.record(z.string(), z.string()),
})

/** The same at an address whose last part is a secret. */
export const ReceivedAtToken = RawBody.extend({ token: z.string().max(200) })

/** What every endpoint that partners call has in common. */
export const external_endpoint = {
  output: z.unknown(),
  permission: null,
  audience: 'public',
  answers: 'raw',
  takes: 'bytes',
  workload: 'field',
  published: false,
} as const
