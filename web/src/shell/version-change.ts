/**
 * What a fetched version means against the running one: a major one cannot be postponed, a minor one can, a patch is
 * taken silently with the next full load (SHELL-062…SHELL-065).
 */
export function versionChange(own: string, fetched: string): 'major' | 'minor' | 'none' {
  const [own_major = 0, own_minor = 0] = own.split('.').map(Number)
  const [major = 0, minor = 0] = fetched.split('.').map(Number)
  if (major > own_major) return 'major'
  return major === own_major && minor > own_minor ? 'minor' : 'none'
}
