/**
 * What a fetched version means against the running one: a major one cannot be postponed, a minor one can, a patch is
 * taken silently with the next full load (SHELL-062…SHELL-065).
 */
export function versionChange(own: string, fetched: string): 'major' | 'minor' | 'none' {
  const [ownMajor = 0, ownMinor = 0] = own.split('.').map(Number)
  const [major = 0, minor = 0] = fetched.split('.').map(Number)
  if (major > ownMajor) return 'major'
  return major === ownMajor && minor > ownMinor ? 'minor' : 'none'
}
