import { z } from 'zod'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** The ready gate of a driver's vehicle as the driver sees it (docs/domain/hub.md#the-ready-gate). */
export const RouteGate = z.object({
  /** Whether nothing keeps the vehicle here, or the route was released in spite of it. */
  is_ready: z.boolean(),
  /** Sentences about what keeps it here. */
  blockers: z.array(z.string()),
  /** Names of the colleagues who may release the route; those of the branch first. */
  releasers: z.array(z.string()),
})
export type RouteGate = z.output<typeof RouteGate>

const named_releasers = 3

/** Returns the sentence about who may release a route. */
export function releaserText({ releasers }: Pick<RouteGate, 'releasers'>): string {
  const named = releasers.slice(0, named_releasers)
  const rest = releasers.length - named.length
  const all = rest > 0 ? [...named, `${rest} more`] : named
  if (all.length === 0) return 'Ask the office to release the route.'
  const last = all.at(-1)
  return `${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} or ${last}`} may release the route.`
}

/**
 * Checks whether a driver may start the route. `gate` is absent when the company lets drivers start without it, and
 * when there is nothing to load. `at` is the time (`HH:mm`) of a start that is reported later.
 */
export function mayStartRoute(gate: RouteGate | undefined, at?: string): RuleResult {
  if (!gate || gate.is_ready) return true
  const what = at === undefined ? 'Your vehicle is not ready.' : `Your route did not start at ${at}.`
  return wrongState([what, ...gate.blockers, releaserText(gate)].join(' '))
}
