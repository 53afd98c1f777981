import type { Bay } from './settings.ts'

/**
 * Returns the bay codes of a branch, each once: the bays that the settings bind to it or to every branch, then the
 * bays of the branch itself.
 */
export function baysOf(
  branch: { name: string; bays: readonly string[] } | undefined,
  bays: readonly Bay[],
): string[] {
  const bound = bays.filter((bay) => bay.branch === '' || bay.branch === branch?.name)
  return [...new Set([...bound.map(({ code }) => code), ...(branch?.bays ?? [])])]
}
