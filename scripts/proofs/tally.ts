/** Counts what was tried, and keeps what went wrong. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly violations: string[] = []

  /** Counts one more, or `times` more. Returns how many there were before. */
  count(what: string, times = 1): number {
    const before = this.#counts.get(what) ?? 0
    this.#counts.set(what, before + times)
    return before
  }

  violate(what: string): void {
    this.violations.push(what)
  }

  /** What was tried and how often, in alphabetical order. */
  get rows(): [what: string, times: number][] {
    return [...this.#counts].toSorted(([one], [other]) => one.localeCompare(other))
  }
}
