import { z } from 'zod'

/** A list as a file: at once, or later by e-mail (REP-003). */
export const DownloadAnswer = z.object({
  /** Rows it holds, as far as counted. */
  count: z.int(),
  /** Where the file is; several files by their names. Absent while there is none. */
  url: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  /** It is being made and goes to `email`. */
  queued: z.boolean().optional(),
  email: z.string().optional(),
})
export type DownloadAnswer = z.output<typeof DownloadAnswer>

export const download_formats = ['csv', 'xlsx'] as const
export type DownloadFormat = (typeof download_formats)[number]

/** A download with more rows is made later and e-mailed (REP-007). */
export const max_rows_at_once = 5_000
/** A file has at most so many rows. */
export const max_rows_of_file = 100_000

/** The words of downloads (REP-004, REP-005, REP-006, REP-007). */
export const download_words = {
  nothing: 'No items found to download',
  no_email:
    'Please associate an email address with your account before attempting to download a large number of items.',
  queued: (email: string) => `The requested items will be sent to ${email} once they have been generated.`,
  again: 'Please click download again after a few minutes.',
} as const

/** What the screen does with an answer. */
export type DownloadStep =
  | { kind: 'nothing'; message: string }
  | { kind: 'queued'; message: string; note: string }
  | { kind: 'files'; urls: readonly string[] }

/** What comes of an answer: nothing to download, a file that will be sent, or files to fetch now. */
export function stepOf({ count, url, queued, email }: DownloadAnswer): DownloadStep {
  if (queued)
    return { kind: 'queued', message: download_words.queued(email ?? ''), note: download_words.again }
  if (count === 0 || url === undefined) return { kind: 'nothing', message: download_words.nothing }
  return { kind: 'files', urls: typeof url === 'string' ? [url] : Object.values(url) }
}
