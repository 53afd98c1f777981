import { z } from 'zod'
import { isDriver, isStaff, type Actor } from '../kit/actor.ts'
import type { FieldProblem } from '../kit/problem.ts'

/** The kinds of readers an article can be written for (docs/domain/platform.md). */
export const help_readers = ['guest', 'account', 'staff', 'driver'] as const
export type HelpReader = (typeof help_readers)[number]

/** Display names of the readers. */
export const reader_names: Readonly<Record<HelpReader, string>> = {
  guest: 'Guests',
  account: 'Customers',
  staff: 'Staff',
  driver: 'Drivers',
}

/** The categories of the help centre, in display order. */
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

/** An article as it is listed. */
export const HelpEntry = z.object({
  /** The last part of its path: `/help-centre/book-a-shipment`. */
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: z.enum(help_category_keys),
})
export type HelpEntry = z.output<typeof HelpEntry>

/** An article with its text, in the Markdown of `kit/markdown`. */
export const HelpArticle = HelpEntry.extend({ text: z.string() })
export type HelpArticle = z.output<typeof HelpArticle>

/** A stored article with its readers and additional search keywords. */
export interface StoredArticle extends HelpArticle {
  readers: readonly HelpReader[]
  keywords: string
}

/** An article with the fields that editors see. */
export const ManagedArticle = HelpArticle.extend({
  readers: z.array(z.enum(help_readers)),
  keywords: z.string(),
  /**
   * Whether it ships with the product. Such an article may be hidden, and a company article with the same slug
   * replaces it.
   */
  is_product: z.boolean(),
  is_shown: z.boolean(),
  /** Number of readers who found the article helpful, and number of those who did not. */
  helpful: z.int(),
  unhelpful: z.int(),
  /** 0 for product articles. */
  version: z.int(),
})
export type ManagedArticle = z.output<typeof ManagedArticle>

/** The fields of the article editor. */
export interface ArticleDraft {
  title: string
  summary: string
  category: HelpCategory
  readers: readonly HelpReader[]
  keywords: string
  text: string
}

/** Slugs that are paths of other pages. */
const taken_slugs = ['manage']

/** Returns the slug suggested by a title: `Book a shipment` becomes `book-a-shipment`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')
  return taken_slugs.includes(slug) ? `${slug}-articles` : slug
}

/** Returns the problems of an article, in the order of the form; empty when there are none. */
export function articleProblems(draft: ArticleDraft): FieldProblem[] {
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string) => problems.push({ field, message })
  if (!draft.title.trim()) addProblem('title', 'Title is required.')
  else if (slugOf(draft.title) === '') addProblem('title', 'The title needs letters or digits.')
  if (!draft.summary.trim()) addProblem('summary', 'Summary is required.')
  if (draft.readers.length === 0) addProblem('readers', 'Choose at least one kind of reader.')
  if (!draft.text.trim()) addProblem('text', 'Text is required.')
  return problems
}

/** Returns which kind of reader an actor is. */
export function readerOf(actor: Actor): HelpReader {
  if (actor.kind === 'guest') return 'guest'
  if (actor.account_id !== null) return 'account'
  return isStaff(actor) && isDriver(actor) ? 'driver' : 'staff'
}

/** Whether a reader may read articles at all under the setting `help_centre_articles_visibility`. */
export function mayReadArticles(reader: HelpReader, visibility: 'everyone' | 'signed-in' | 'staff'): boolean {
  if (visibility === 'everyone') return true
  if (visibility === 'signed-in') return reader !== 'guest'
  return reader === 'staff' || reader === 'driver'
}

/** Whether an article is written for this kind of reader. */
export function isWrittenFor(article: Pick<StoredArticle, 'readers'>, reader: HelpReader): boolean {
  return article.readers.includes(reader)
}
