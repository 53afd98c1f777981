import { z } from 'zod'
import { codedText, joinedTexts, type CodedText } from '../kit/answers/coded-text.ts'
import { TextPart } from '../kit/answers/text-part.ts'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** The ready gate of a driver's vehicle as the driver sees it (docs/domain/hub.md#the-ready-gate). */
export const RouteGate = z.object({
  /** Whether nothing keeps the vehicle here, or the route was released in spite of it. */
  is_ready: z.boolean(),
  /** Sentences about what keeps it here. */
  blockers: z.array(z.string()),
  /** The same sentences by code, for the language of the phone; absent from an earlier server. */
  blocker_parts: z.array(TextPart).optional(),
  /** Names of the colleagues who may release the route; those of the branch first. */
  releasers: z.array(z.string()),
})
export type RouteGate = z.output<typeof RouteGate>

const named_releasers = 3

/** Returns the sentence about who may release a route. */
export function releaserText({ releasers }: Pick<RouteGate, 'releasers'>): CodedText {
  const names = releasers.slice(0, named_releasers)
  const others = releasers.length - names.length
  const last = names.at(-1)
  if (last === undefined) return codedText('ask_office_to_release')
  if (others > 0) return codedText('may_release_more', { names, others })
  return names.length === 1
    ? codedText('may_release_one', { name: last })
    : codedText('may_release', { names: names.slice(0, -1), last })
}

/**
 * Checks whether a driver may start the route. `gate` is absent when the company lets drivers start without it, and
 * when there is nothing to load. `at` is the time (`HH:mm`) of a start that is reported later.
 */
export function mayStartRoute(gate: RouteGate | undefined, at?: string): RuleResult {
  if (!gate || gate.is_ready) return true
  const what =
    at === undefined ? codedText('vehicle_not_ready') : codedText('route_not_started', { time: at })
  const blockers = { text: gate.blockers.join(' '), parts: gate.blocker_parts ?? [] }
  return wrongState(joinedTexts(what, blockers, releaserText(gate)))
}
