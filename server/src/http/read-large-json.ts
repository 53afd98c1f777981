import type { BodySizeName } from '@waybill/domain/kit/calls/body-size'
import { Problem } from '@waybill/domain/kit/problem'
import { inThread } from '../kit/threads.ts'
import type * as thread from './large-json-thread.ts'

const readInThread = inThread<typeof thread.readInThread>(
  new URL('./large-json-thread.ts', import.meta.url),
  'readInThread',
  'bodies',
)

/**
 * Parses a JSON body that contains files in a thread, because it would block other requests for too long. Files sent
 * as lists of bytes are returned as base64, the other format that these endpoints accept.
 */
export async function readLargeJson(
  bytes: Buffer,
  size: BodySizeName,
  contentType?: string,
): Promise<unknown> {
  const read = await readInThread(bytes, size, contentType)
  if ('problem' in read) throw new Problem(read.problem, read.message)
  return read.value
}
