import type { HelpCategory, HelpReader } from '@waybill/domain/help/model'
import type { Context } from '../kit/handler.ts'

/** An article of the company as it is stored. */
export interface ArticleRow {
  slug: string
  title: string
  summary: string
  category: HelpCategory
  readers: HelpReader[]
  keywords: string
  text: string
  is_shown: boolean
}

/** The articles of the company, in the order of their titles. */
export async function listArticles(ctx: Context): Promise<(ArticleRow & { version: number })[]> {
  const rows = await ctx.db
    .selectFrom('help_article')
    .select(['slug', 'title', 'summary', 'category', 'readers', 'keywords', 'body', 'is_shown', 'version'])
    .orderBy('title')
    .execute()
  return rows.map(({ body, category, readers, ...row }) => ({
    ...row,
    category: category as HelpCategory,
    readers: readers as HelpReader[],
    text: body,
  }))
}

/** The articles of the product that the company hides. */
export async function hiddenSlugs(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('hidden_help_article').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Adds an article; false when there is one at its address. */
export async function insertArticle(ctx: Context, { text, ...article }: ArticleRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('help_article')
    .values({ ...article, body: text, provider_id: ctx.provider_id, time_modified: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'slug']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An article of the company, locked until the end of the transaction. */
export async function lockArticle(ctx: Context, slug: string) {
  return ctx.db
    .selectFrom('help_article')
    .select(['slug', 'title', 'version'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
}

export async function changeArticle(
  ctx: Context,
  slug: string,
  { text, ...changes }: Partial<Omit<ArticleRow, 'slug'>>,
): Promise<void> {
  await ctx.db
    .updateTable('help_article')
    .set((eb) => ({
      ...changes,
      ...(text === undefined ? {} : { body: text }),
      version: eb('version', '+', 1),
      time_modified: ctx.now,
    }))
    .where('slug', '=', slug)
    .execute()
}

/** Removes an article; false when there is none. */
export async function deleteArticle(ctx: Context, slug: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('help_article')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Shows or hides an article of the product. */
export async function hideArticle(ctx: Context, slug: string, isShown: boolean): Promise<void> {
  if (isShown) await ctx.db.deleteFrom('hidden_help_article').where('slug', '=', slug).execute()
  else
    await ctx.db
      .insertInto('hidden_help_article')
      .values({ provider_id: ctx.provider_id, slug })
      .onConflict((conflict) => conflict.columns(['provider_id', 'slug']).doNothing())
      .execute()
}

/** One vote of a reader; a later one takes its place. */
export async function saveVote(ctx: Context, slug: string, voter: string, isHelpful: boolean): Promise<void> {
  const vote = { is_helpful: isHelpful, time_modified: ctx.now }
  await ctx.db
    .insertInto('help_vote')
    .values({ provider_id: ctx.provider_id, slug, voter, ...vote })
    .onConflict((conflict) => conflict.columns(['provider_id', 'slug', 'voter']).doUpdateSet(vote))
    .execute()
}

/** How many found each article helpful, and how many did not. */
export async function countVotes(ctx: Context): Promise<Map<string, { helpful: number; unhelpful: number }>> {
  const rows = await ctx.db
    .selectFrom('help_vote')
    .select(({ fn }) => ['slug', 'is_helpful', fn.countAll<number>().as('n')])
    .groupBy(['slug', 'is_helpful'])
    .execute()
  const counts = new Map<string, { helpful: number; unhelpful: number }>()
  for (const { slug, is_helpful, n } of rows) {
    const known = counts.get(slug) ?? { helpful: 0, unhelpful: 0 }
    counts.set(slug, { ...known, [is_helpful ? 'helpful' : 'unhelpful']: Number(n) })
  }
  return counts
}
