import { app_version } from '../kit/app.ts'

/** What a company requires of a driver app: no update, a recommended update, or an update before any other use. */
export type AppRequirement = 'none' | 'advised' | 'forced'

/** Compares versions such as `3.17.0`; returns a negative number when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = [0, 1, 2].find((part) => (one[part] ?? 0) !== (other[part] ?? 0))
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Returns the update requirement for an app version. An empty limit requires nothing (SET-101). */
export function appRequirementOf(
  version: string,
  limits: { minimum: string; recommended: string },
): AppRequirement {
  const isBelow = (limit: string): boolean => limit !== '' && compareVersions(version, limit) < 0
  if (isBelow(limits.minimum)) return 'forced'
  return isBelow(limits.recommended) ? 'advised' : 'none'
}

/** Whether this installation serves an app version that meets the limit. A higher limit would lock out every driver. */
export function isServedVersion(limit: string): boolean {
  return limit === '' || compareVersions(limit, app_version) <= 0
}
