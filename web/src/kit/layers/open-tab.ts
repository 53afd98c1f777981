import { showAlert } from './alerts.ts'

/** How popups are allowed in the browser at hand, by a word in its user agent; the first that fits counts. */
const ways: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Press the blocked-popup icon at the right of the address bar and choose "Always allow".'],
  [/Firefox\//, 'Press "Options" in the bar at the top of the page and choose "Allow pop-ups".'],
  [/iPhone|iPad/, 'Open Settings, then Safari, and switch off "Block Pop-ups".'],
  [
    /Chrome\//,
    'Press the blocked-popup icon at the right of the address bar and choose "Always allow pop-ups".',
  ],
  [/Safari\//, 'Open Safari, Settings, Websites, Pop-up Windows, and choose "Allow" for this website.'],
]

/** The sentence that explains to this browser's user how to allow popups (SHELL-079). */
export function popupHelp(user_agent: string): string {
  const way =
    ways.find(([browser]) => browser.test(user_agent))?.[1] ??
    'Allow pop-ups for this website in the settings of your browser.'
  return `${way} Then try again.`
}

/**
 * Opens an address in a new tab; when the browser blocks it, says how to allow it (SHELL-078). Answers whether the tab
 * was opened.
 */
export function openTab(url: string): boolean {
  const tab = window.open(url, '_blank')
  if (tab) {
    tab.opener = null
    return true
  }
  void showAlert({
    title: `Popups are blocked for ${window.location.host}`,
    body: popupHelp(navigator.userAgent),
    variant: 'warning',
    confirm: 'Okay, thanks',
  })
  return false
}
