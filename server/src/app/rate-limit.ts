interface Bucket {
  tokens: number
  filled_at: number
}

/** What one kind of caller may do: tokens per second and the burst above that. */
export interface Allowance {
  per_second: number
  burst: number
}

/** Per API credential, per signed-in user, per address for public calls and for sign-in (partner API 1.6, reliability 14). */
export const allowances = {
  api_key: { per_second: 10, burst: 40 },
  user: { per_second: 20, burst: 60 },
  public: { per_second: 1, burst: 60 },
  sign_in: { per_second: 20 / 60, burst: 20 },
  /** What gateways tell of payments, per address. */
  told: { per_second: 50, burst: 300 },
  proof: { per_second: 2, burst: 8 },
} as const satisfies Record<string, Allowance>

const most_buckets = 50_000

/** Token buckets in this process's memory; `RATE_LIMIT_SCALE` multiplies every allowance, 0 switches them off. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #scale: number

  constructor(scale = Number(process.env.RATE_LIMIT_SCALE ?? 1)) {
    this.#scale = scale
  }

  /** Takes one token. Answers the burst, what is left of it, and the seconds to wait when nothing was left. */
  take(key: string, allowance: Allowance): { limit: number; remaining: number; wait_s: number } {
    const burst = allowance.burst * this.#scale
    if (this.#scale === 0) return { limit: 0, remaining: 0, wait_s: 0 }
    const rate = allowance.per_second * this.#scale
    const now = performance.now()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filled_at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filled_at) / 1000) * rate)
    bucket.filled_at = now
    if (this.#buckets.size > most_buckets) this.#buckets.clear()
    this.#buckets.set(key, bucket)
    if (bucket.tokens < 1)
      return { limit: burst, remaining: 0, wait_s: Math.max(1, Math.ceil((1 - bucket.tokens) / rate)) }
    bucket.tokens -= 1
    return { limit: burst, remaining: Math.floor(bucket.tokens), wait_s: 0 }
  }
}
