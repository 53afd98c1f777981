import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { Page } from 'playwright'

/** What a person may have set in the system: forced colours, less motion, dark pages. */
type MediaPreferences = NonNullable<Parameters<Page['emulateMedia']>[0]>

/** Lets component tests set what the browser says of the person's preferences; `null` takes one back. */
export const emulateMedia = defineBrowserCommand<[MediaPreferences]>(({ page }, preferences) =>
  page.emulateMedia(preferences),
)
