import type { Bay } from './settings.ts'

/** The codes of a branch's bays: those the settings bind to it or to every branch, then its own; each once. */
export function baysOf(
  branch: { name: string; bays: readonly string[] } | undefined,
  bays: readonly Bay[],
): string[] {
  const bound = bays.filter((bay) => bay.branch === '' || bay.branch === branch?.name)
  return [...new Set([...bound.map(({ code }) => code), ...(branch?.bays ?? [])])]
}
