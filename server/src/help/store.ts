import type { HelpCategory, HelpReader } from '@waybill/domain/help/model'
import { newVersion } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** A stored company article. */
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

/** Lists the company articles, sorted by title. */
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

/** Returns the slugs of the product articles that the company has hidden. */
export async function hiddenSlugs(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('hidden_help_article').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Inserts a company article; returns false when its slug already exists. */
export async function insertArticle(ctx: Context, { text, ...article }: ArticleRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('help_article')
    .values({ ...article, body: text, provider_id: ctx.provider_id, time_modified: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'slug']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns a company article, locked until the end of the transaction. */
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
    .set({
      ...changes,
      ...(text === undefined ? {} : { body: text }),
      ...newVersion(ctx),
    })
    .where('slug', '=', slug)
    .execute()
}

/** Deletes a company article; returns false when it does not exist. */
export async function deleteArticle(ctx: Context, slug: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('help_article')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Shows or hides a product article. */
export async function hideArticle(ctx: Context, slug: string, isShown: boolean): Promise<void> {
  if (isShown) await ctx.db.deleteFrom('hidden_help_article').where('slug', '=', slug).execute()
  else
    await ctx.db
      .insertInto('hidden_help_article')
      .values({ provider_id: ctx.provider_id, slug })
      .onConflict((conflict) => conflict.columns(['provider_id', 'slug']).doNothing())
      .execute()
}

/** Stores the vote of a reader; a later vote replaces it. */
export async function saveVote(ctx: Context, slug: string, voter: string, isHelpful: boolean): Promise<void> {
  const vote = { is_helpful: isHelpful, time_modified: ctx.now }
  await ctx.db
    .insertInto('help_vote')
    .values({ provider_id: ctx.provider_id, slug, voter, ...vote })
    .onConflict((conflict) => conflict.columns(['provider_id', 'slug', 'voter']).doUpdateSet(vote))
    .execute()
}

/** Returns the number of helpful and unhelpful votes per article. */
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
