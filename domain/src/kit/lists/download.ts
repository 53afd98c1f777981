import { z } from 'zod'

/** The response to a download request: a file now, or later by email (REP-003). */
export const DownloadAnswer = z.object({
  /** The number of rows, as far as counted. */
  count: z.int(),
  /** The address of the file, or of several files by name. Absent while there is no file. */
  url: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  /** The file is being created and will be sent to `email`. */
  queued: z.boolean().optional(),
  email: z.string().optional(),
})
export type DownloadAnswer = z.output<typeof DownloadAnswer>

export const download_formats = ['csv', 'xlsx'] as const
export type DownloadFormat = (typeof download_formats)[number]

/** Maximum number of rows of an immediate download; a larger one is created later and emailed (REP-007). */
export const max_rows_at_once = 5_000
/** Maximum number of rows in a file. */
export const max_rows_of_file = 100_000

/** User messages of downloads (REP-004, REP-005, REP-006, REP-007). */
export const download_words = {
  nothing: 'No items found to download',
  no_email:
    'Please associate an email address with your account before attempting to download a large number of items.',
  queued: (email: string) => `The requested items will be sent to ${email} once they have been generated.`,
  again: 'Please click download again after a few minutes.',
} as const

/** What the screen does with a download response. */
export type DownloadStep =
  | { kind: 'nothing'; message: string }
  | { kind: 'queued'; message: string; note: string }
  | { kind: 'files'; urls: readonly string[] }

/**
 * Returns the next step for a download response: nothing to download, a file that will be sent, or files to fetch
 * now.
 */
export function stepOf({ count, url, queued, email }: DownloadAnswer): DownloadStep {
  if (queued)
    return { kind: 'queued', message: download_words.queued(email ?? ''), note: download_words.again }
  if (count === 0 || url === undefined) return { kind: 'nothing', message: download_words.nothing }
  return { kind: 'files', urls: typeof url === 'string' ? [url] : Object.values(url) }
}
