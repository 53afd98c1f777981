import { app_version } from '../kit/app.ts'

/** What a company asks of a driver's app: nothing, an update when there is time, or one before anything else. */
export type AppRequirement = 'none' | 'advised' | 'forced'

/** Compares versions such as `3.17.0`; below 0 when the first is the older one. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = [0, 1, 2].find((part) => (one[part] ?? 0) !== (other[part] ?? 0))
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** What is asked of an app of this version; a limit left empty asks nothing (SET-101). */
export function appRequirementOf(
  version: string,
  limits: { minimum: string; recommended: string },
): AppRequirement {
  const isBelow = (limit: string): boolean => limit !== '' && compareVersions(version, limit) < 0
  if (isBelow(limits.minimum)) return 'forced'
  return isBelow(limits.recommended) ? 'advised' : 'none'
}

/** Whether this installation serves an app that meets a limit; a higher one would lock every driver out. */
export function isServedVersion(limit: string): boolean {
  return limit === '' || compareVersions(limit, app_version) <= 0
}
