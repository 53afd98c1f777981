import { Problem } from './problem.ts'

/** The answer of a rule: `true`, or the `Problem` that says why not. The web disables with it, the server refuses. */
export type RuleResult = true | Problem

/** Throws the Problem of a refused verdict. */
export function ensure(verdict: RuleResult): void {
  if (verdict !== true) throw verdict
}

/** The sentence of a refused verdict, or `null` when allowed. */
export function reasonOf(verdict: RuleResult): string | null {
  return verdict === true ? null : verdict.message
}

/** The first refusal of a list, else `true`: checks stand in the order in which people should hear of them. */
export function firstOf(...ruleResults: readonly RuleResult[]): RuleResult {
  return ruleResults.find((verdict) => verdict !== true) ?? true
}
