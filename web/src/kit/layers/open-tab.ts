import { showAlert } from './alerts.ts'

const address_bar = 'Click the blocked pop-up icon at the right of the address bar and choose Always allow.'

/** How to allow popups, by a pattern in the user agent; the first match applies. */
const instructions: readonly (readonly [RegExp, (host: string) => string])[] = [
  [/Edg\/|Chrome\//, () => address_bar],
  [/Firefox\//, () => 'Click Options in the bar at the top and choose Allow pop-ups.'],
  [/iPhone|iPad/, () => 'Open Settings, then Safari, and switch off Block Pop-ups.'],
  [/Safari\//, (host) => `Open Settings > Websites > Pop-up Windows and choose Allow for ${host}.`],
]

/** Returns the sentence that explains how to allow popups for this host in the user’s browser (SHELL-079). */
export function popupHelp(userAgent: string, host: string): string {
  const instruction = instructions.find(([browser]) => browser.test(userAgent))?.[1]
  return instruction?.(host) ?? `Allow pop-ups for ${host} in the settings of your browser.`
}

/**
 * Opens a URL in a new tab. If the browser blocks it, displays how to allow popups (SHELL-078). Returns whether the
 * tab was opened.
 */
export function openTab(url: string): boolean {
  const tab = window.open(url, '_blank')
  if (tab) {
    tab.opener = null
    return true
  }
  void showAlert({
    title: `Popups are blocked for ${window.location.host}`,
    body: popupHelp(navigator.userAgent, window.location.host),
    variant: 'warning',
    confirm: 'Okay, thanks',
  })
  return false
}
