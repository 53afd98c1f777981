/** The text of the error boundary, exactly as required (SHELL-060). */
export const crash_text =
  'An error has occurred. Our development team has been notified and will attempt to fix the issue ASAP. Please try refreshing the page to resolve the issue.'

const friendly: readonly (readonly [RegExp, string])[] = [
  [
    /access is denied|storage.*(denied|insecure)|operation is insecure/i,
    'Cookies are disabled. Please enable cookies for this site and refresh the page.',
  ],
  [
    /dynamically imported module|loading (css )?chunk|importing a module script|unable to preload css/i,
    'Some files are out of date. Please clear your cache and refresh the page.',
  ],
  [/google (is )?not defined/i, 'A browser extension is blocking maps. Please disable it for this site.'],
]

/** Browser errors that have no effect for the user (ERR-018, ERR-019). */
const harmless =
  /ResizeObserver loop|Failed to write to device|removeChild.*not a child|insertBefore.*not a child/i

/**
 * Returns the text for a crashed page: a plain explanation for a known cause, otherwise the general text
 * (ERR-015…ERR-017).
 */
export function friendlyCrash(message: string): string {
  return friendly.find(([pattern]) => pattern.test(message))?.[1] ?? crash_text
}

/** Whether a crash is neither displayed nor reported (SHELL-086, ERR-018). */
export function isHarmless(message: string): boolean {
  return harmless.test(message)
}

/** Whether a program file (code or CSS chunk) could not be loaded, as can happen after a release. */
export function isMissingPart(message: string): boolean {
  return friendly[1]?.[0].test(message) ?? false
}
