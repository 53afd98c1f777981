import { z } from 'zod'
import { isDriver, isStaff, type Actor } from '../kit/actor.ts'

/** Who an article is written for (domain notes 15). */
export const help_readers = ['guest', 'account', 'staff', 'driver'] as const
export type HelpReader = (typeof help_readers)[number]

/** The headings of the help centre, in their order. */
export const help_categories = {
  send: 'Send',
  track: 'Track and receive',
  drive: 'On the road',
  hub: 'At the hub',
  money: 'Money',
  people: 'Users and security',
  connect: 'Connect and import',
  work: 'Around the product',
} as const
export type HelpCategory = keyof typeof help_categories
export const help_category_keys = Object.keys(help_categories) as HelpCategory[]

/** An article as lists show it. */
export const HelpEntry = z.object({
  /** The last part of its address: `/help-centre/book-a-shipment`. */
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.enum(help_category_keys),
})
export type HelpEntry = z.output<typeof HelpEntry>

/** An article with its text, in the markdown of `kit/markdown`. */
export const HelpArticle = HelpEntry.extend({ text: z.string() })
export type HelpArticle = z.output<typeof HelpArticle>

/** An article as it is kept: for whom, and further words under which it is found. */
export interface KeptArticle extends HelpArticle {
  readers: readonly HelpReader[]
  keywords: string
}

/** Which kind of reader somebody is. */
export function readerOf(actor: Actor): HelpReader {
  if (actor.kind === 'guest') return 'guest'
  if (actor.account_id !== null) return 'account'
  return isStaff(actor) && isDriver(actor) ? 'driver' : 'staff'
}

/** Whether an article is shown to a reader. */
export function isWrittenFor(article: KeptArticle, reader: HelpReader): boolean {
  return article.readers.includes(reader)
}
