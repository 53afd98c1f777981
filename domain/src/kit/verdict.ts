import { Problem } from './problem.ts'

/** The answer of a rule: `true`, or the `Problem` that says why not. The web disables with it, the server refuses. */
export type Verdict = true | Problem

/** Throws the Problem of a refused verdict. */
export function ensure(verdict: Verdict): void {
  if (verdict !== true) throw verdict
}

/** The sentence of a refused verdict, or `null` when allowed. */
export function reasonOf(verdict: Verdict): string | null {
  return verdict === true ? null : verdict.message
}

/** The first refusal of a list, else `true`: checks stand in the order in which people should hear of them. */
export function firstOf(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => verdict !== true) ?? true
}
