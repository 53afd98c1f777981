import type { NetworkReason } from '../network.ts'

/**
 * A call to a network without a usable answer. `message` is a sentence for staff.
 * - `unavailable`: no answer, or none that can be read; may be tried again.
 * - `key`: the network does not accept the key.
 * - `unknown`: the network does not know what was asked for.
 * - `rejected`: the network answered that it does not do it; `detail` is its own text.
 */
export class NetworkError extends Error {
  readonly kind: 'unavailable' | 'key' | 'unknown' | 'rejected'
  readonly detail: string

  constructor(kind: NetworkError['kind'], message: string, detail = '') {
    super(message)
    this.kind = kind
    this.detail = detail
  }
}

/** Returns the reason for having no place that a network gives in its own words. */
export function reasonIn(text: string): NetworkReason {
  if (/\b(?:size|dimensions?|weight|too (?:large|big|heavy)|oversized?)\b/i.test(text)) return 'too-large'
  if (/\b(?:closed|inactive|offline|out of service|not operational)\b/i.test(text)) return 'closed'
  if (/full|no[\s_-](?:available|free|rates)|unavailable compartment|capacity|occupied/i.test(text))
    return 'full'
  return 'unavailable'
}
