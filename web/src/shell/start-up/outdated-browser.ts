import { readPreference, savePreference } from '../../kit/preferences/preferences.ts'
import { showAlert } from '../../kit/layers/alerts.ts'

/** Key of the user setting for 'Don't remind me again' (SHELL-069). */
const never_again = 'hide_outdated_browser_warning'

/** Pattern and oldest supported version of each browser. The first matching pattern applies (SHELL-067). */
const oldest: readonly (readonly [RegExp, number])[] = [
  [/Edg\/(\d+)/, 97],
  [/Firefox\/(\d+)/, 96],
  [/Chrome\/(\d+)/, 97],
  [/Version\/(\d+\.\d+).*Safari\//, 15.4],
]

/** Checks whether a browser is older than the oldest supported version. Unknown browsers are accepted. */
export function isOutdated(userAgent: string): boolean {
  for (const [name, minimum] of oldest) {
    const version = name.exec(userAgent)?.[1]
    if (version !== undefined) return isOlder(version, minimum)
  }
  return false
}

function isOlder(version: string, minimum: number): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = String(minimum).split('.').map(Number)
  return major < minMajor || (major === minMajor && minor < minMinor)
}

/** Warns at start-up that the browser is outdated, until the user chooses not to be reminded again (SHELL-068). */
export async function warnOutdated(): Promise<void> {
  if (!isOutdated(navigator.userAgent) || readPreference(never_again) === true) return
  const isEnough = await showAlert({
    title: 'Your browser is out of date',
    body: 'Some things may not work as they should. Update your browser, or use another one.',
    variant: 'warning',
    confirm: "Don't remind me again",
    cancel: 'Close',
  })
  if (isEnough) savePreference(never_again, true)
}
