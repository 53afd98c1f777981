import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { Page } from 'playwright'

/** System preferences of a user: forced colours, reduced motion, dark scheme. */
type MediaPreferences = NonNullable<Parameters<Page['emulateMedia']>[0]>

/** Lets component tests set the media preferences of the browser; `null` resets one. */
export const emulateMedia = defineBrowserCommand<[MediaPreferences]>(({ page }, preferences) =>
  page.emulateMedia(preferences),
)
