import { Problem } from './problem.ts'

/**
 * The result of a rule: `true`, or the `Problem` that explains why not. The web disables the action, the server
 * rejects the request.
 */
export type RuleResult = true | Problem

/** Throws the `Problem` of a failed rule. */
export function ensure(verdict: RuleResult): void {
  if (verdict !== true) throw verdict
}

/** Returns the message of a failed rule, or `null` when the action is allowed. */
export function reasonOf(verdict: RuleResult): string | null {
  return verdict === true ? null : verdict.message
}

/**
 * Returns the first `Problem` of a list, or `true`. Pass the checks in the order in which users should see their
 * messages.
 */
export function firstOf(...ruleResults: readonly RuleResult[]): RuleResult {
  return ruleResults.find((verdict) => verdict !== true) ?? true
}
