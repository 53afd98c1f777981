import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { forbidden } from '@waybill/domain/kit/problem'
import type { NetworkName } from '@waybill/domain/pickup-points/model'
import type { BaseContext } from '../../kit/handler.ts'
import { credentialsFor } from './client.ts'

/** How far the time of a signature may be from ours; older calls may be recorded ones that are played back. */
const replay_window_ms = 5 * minute_ms

/** Returns the key of the reports of a network. Throws `forbidden` when the company has entered none. */
function eventKey(reader: BaseContext, network: NetworkName): string {
  const key = credentialsFor(reader, network)?.event_key ?? ''
  if (key === '') throw forbidden('Reports of this network are not accepted: its key is not entered.')
  return key
}

/**
 * Checks that a call is signed: `x-webhook-signature` is `sha256=` and the HMAC of `<x-webhook-timestamp>.<body>`, and
 * the timestamp, in seconds, is at most five minutes away. Throws `forbidden` otherwise.
 */
export function requireSigned(
  reader: BaseContext,
  network: NetworkName,
  { headers, body }: { headers: Headers; body: string },
): void {
  const key = eventKey(reader, network)
  const timestamp = headers.get('x-webhook-timestamp') ?? ''
  const expected = `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`
  if (!isEqual(headers.get('x-webhook-signature') ?? '', expected))
    throw forbidden('This call is not signed with the key of the network.')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(reader.now.getTime() - seconds * 1000) <= replay_window_ms))
    throw forbidden('This call was signed more than 5 minutes ago. Sign it again.')
}

function isEqual(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
