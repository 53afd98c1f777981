import { callGateway, parseAnswer, parseJson } from '../call.ts'
import type { Caller } from '../port.ts'
import { md5 } from '../digests.ts'
import { payfastCredentials } from './settings.ts'
import { payfastApiText } from './signature.ts'
import { z } from 'zod'

/** A request to PayFast's API; values of query and body are signed. */
interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, string>>
}

/** Calls PayFast's API with signed headers and returns the response text. `testing` is sent, but not signed. */
export async function callPayfast(
  host: string,
  { read, now }: Caller,
  { method = 'GET', path, query = {}, body }: ApiRequest,
): Promise<string> {
  const { merchant_id, passphrase, sandbox } = payfastCredentials(read)
  const headers = {
    'merchant-id': merchant_id,
    version: 'v1',
    timestamp: `${now.toISOString().slice(0, 19)}+00:00`,
  }
  const signature = md5(payfastApiText({ ...headers, ...query, ...body }, passphrase))
  const search = new URLSearchParams({ ...query, ...(sandbox ? { testing: 'true' } : {}) }).toString()
  return callGateway(`${host}${path}${search && `?${search}`}`, {
    method,
    headers: { ...headers, signature, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body ? { body: new URLSearchParams(body).toString() } : {}),
  })
}

const Envelope = z.object({ data: z.object({ response: z.unknown() }).loose() })

/** Calls PayFast's API and returns the object `data` of its response. */
export async function callPayfastForData(
  ...call: Parameters<typeof callPayfast>
): Promise<z.output<typeof Envelope>['data']> {
  return parseAnswer(Envelope, parseJson(await callPayfast(...call))).data
}
