/**
 * Compares a fetched version with the running one. A major update cannot be postponed, a minor one can, and a patch
 * is applied silently with the next full load (SHELL-062…SHELL-065).
 */
export function versionChange(own: string, fetched: string): 'major' | 'minor' | 'none' {
  const [ownMajor = 0, ownMinor = 0] = own.split('.').map(Number)
  const [major = 0, minor = 0] = fetched.split('.').map(Number)
  if (major > ownMajor) return 'major'
  return major === ownMajor && minor > ownMinor ? 'minor' : 'none'
}
