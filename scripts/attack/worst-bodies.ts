import { z } from 'zod'
import { body_sizes } from '../../domain/src/kit/calls/body-size.ts'
import type { Endpoint } from '../../domain/src/kit/calls/endpoint.ts'
import { Problem } from '../../domain/src/kit/problem.ts'
import { decodeInput } from '../../server/src/http/decode.ts'
import { readJson } from '../../server/src/http/read-json.ts'
import { routes } from '../../server/src/main/routes.ts'
import { hostileBodies, type HostileBody } from './hostile-bodies.ts'

export interface WorstBodies {
  tried: number
  /** Bodies that were neither decoded nor rejected with a `Problem`. */
  odd: string[]
  /** Bodies that exceeded the CPU time limit three times in a row. */
  slow: string[]
  /** Longest CPU time of any body, in ms. */
  worst_ms: number
}

/**
 * Decodes about `total` hostile bodies with every endpoint that parses JSON on the main thread, and measures the CPU
 * time of parsing and validating them.
 */
export function worstBodies(about: { total: number; seed: number; max_ms: number }): WorstBodies {
  const found: WorstBodies = { tried: 0, odd: [], slow: [], worst_ms: 0 }
  const endpoints = routes.map(({ endpoint }) => endpoint).filter(readsJsonHere)
  const each = Math.ceil(about.total / endpoints.length)
  for (const [index, endpoint] of endpoints.entries()) {
    const size = body_sizes[endpoint.body]
    const fields = endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : []
    for (const body of hostileBodies({ fields, size, count: each, seed: about.seed + index })) {
      found.tried += 1
      const what = `${endpoint.method} ${endpoint.path} ${body.kind} (${body.bytes.length} bytes)`
      const first = timed(endpoint, body)
      if (first.odd !== null) found.odd.push(`${what}: ${first.odd}`)
      // Measure again: a garbage collection or another process may have caused the delay.
      const ms =
        first.ms <= about.max_ms
          ? first.ms
          : Math.min(first.ms, timed(endpoint, body).ms, timed(endpoint, body).ms)
      found.worst_ms = Math.max(found.worst_ms, ms)
      if (ms > about.max_ms) found.slow.push(`${what}: ${ms.toFixed(0)} ms`)
    }
  }
  return found
}

function readsJsonHere(endpoint: Endpoint): boolean {
  if (endpoint.method === 'GET' || endpoint.method === 'PUT' || endpoint.takes === 'bytes') return false
  return body_sizes[endpoint.body].bytes <= body_sizes.many.bytes
}

function timed(endpoint: Endpoint, { bytes }: HostileBody): { ms: number; odd: string | null } {
  const before = process.threadCpuUsage()
  let odd: string | null = null
  try {
    decodeInput(endpoint.input, readJson(bytes, body_sizes[endpoint.body]))
  } catch (error) {
    if (!(error instanceof Problem))
      odd = error instanceof Error ? error.message.slice(0, 200) : String(error)
  }
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1_000, odd }
}
