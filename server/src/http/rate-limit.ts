import { rateLimited, type Problem } from '@waybill/domain/kit/problem'

interface Bucket {
  tokens: number
  filled_at: number
}

/** Allowance of one kind of caller: tokens per second and burst size. */
export interface Allowance {
  per_second: number
  burst: number
}

/** Allowances per API key, per signed-in user, and per address for public requests and sign-in. */
export const allowances = {
  api_key: { per_second: 10, burst: 40 },
  user: { per_second: 20, burst: 60 },
  public: { per_second: 1, burst: 60 },
  /** Public tracking, counted in references; one request may name fifty. */
  tracking: { per_second: 0.5, burst: 100 },
  /** Public tracking for a signed-in user or an API key. */
  known_tracking: { per_second: 5, burst: 250 },
  sign_in: { per_second: 20 / 60, burst: 20 },
  /** Notifications from payment gateways, per address. */
  told: { per_second: 50, burst: 300 },
  proof: { per_second: 2, burst: 8 },
  /** Before authentication, all requests from one address, including an office with fifty users. */
  address: { per_second: 200, burst: 1_000 },
  /** Before authentication, all requests with one token. */
  token: { per_second: 40, burst: 120 },
} as const satisfies Record<string, Allowance>

const max_buckets = 50_000

/**
 * Token buckets in the memory of this process. `RATE_LIMIT_SCALE` multiplies every allowance; 0 disables the limits.
 * When there are too many buckets, the least recently used one is removed.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #scale: number
  readonly #now: () => number

  /** `now` returns milliseconds that never go back. */
  constructor(scale: number, now: () => number = () => performance.now()) {
    this.#scale = scale
    this.#now = now
  }

  /**
   * Takes one token, or `cost` tokens but at most half the burst. Returns the burst, the remaining tokens, and the
   * seconds to wait when there were not enough tokens.
   */
  take(key: string, allowance: Allowance, cost = 1): { limit: number; remaining: number; wait_s: number } {
    const burst = allowance.burst * this.#scale
    if (this.#scale === 0) return { limit: 0, remaining: 0, wait_s: 0 }
    const rate = allowance.per_second * this.#scale
    const bucket = this.#filled(key, burst, rate)
    const price = Math.max(1, Math.min(cost, burst / 2))
    if (bucket.tokens < price)
      return { limit: burst, remaining: 0, wait_s: Math.max(1, Math.ceil((price - bucket.tokens) / rate)) }
    bucket.tokens -= price
    return { limit: burst, remaining: Math.floor(bucket.tokens), wait_s: 0 }
  }

  /**
   * Takes tokens for a response that was already sent. After a large response, the caller waits longer before the
   * next request.
   */
  charge(key: string, allowance: Allowance, cost: number): void {
    if (this.#scale === 0 || cost <= 0) return
    const burst = allowance.burst * this.#scale
    const bucket = this.#filled(key, burst, allowance.per_second * this.#scale)
    bucket.tokens = Math.max(bucket.tokens - cost, -burst / 2)
  }

  #filled(key: string, burst: number, rate: number): Bucket {
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filled_at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filled_at) / 1000) * rate)
    bucket.filled_at = now
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > max_buckets && oldest !== undefined) this.#buckets.delete(oldest)
    return bucket
  }
}

/** Returns the part of an address that identifies one subscriber. An IPv6 network of 64 bits counts as one subscriber. */
export function subscriberOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

/** Returns the error for a caller who must wait. */
export function tooManyCalls(waitS: number): Problem {
  return rateLimited(`Too many requests. Please try again in ${waitS} seconds.`, waitS)
}
