import type { Endpoint, Input, Method } from '@waybill/domain/kit/calls/endpoint'
import type { z } from 'zod'
import { parseJson, sendValues, unreadable, type CallOptions } from './request.ts'

/** What an endpoint returns, as it is on the wire. */
type Plain<E extends Endpoint> = z.input<E['output']>

/**
 * Calls an endpoint without its schemas, which need zod: for the start and the sign-in, which load before everything
 * else. The values are sent as they are, so the input must not contain moments or amounts, and the server checks it;
 * the output has the types of the wire. Credentials and errors are those of `call`.
 */
export async function callPlain<E extends Endpoint>(
  name: `${Method} /${string}`,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Plain<E>> {
  const [method, path] = name.split(' ') as [Method, string]
  const answer = await sendValues(
    { method, path, host: 'main' },
    input as Readonly<Record<string, unknown>>,
    options,
  )
  const content = answer.status === 202 ? undefined : parseJson(answer.text)
  if (typeof content !== 'object' || content === null) throw unreadable(answer)
  return content as Plain<E>
}
