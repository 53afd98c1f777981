import type { helpApi } from '@waybill/domain/help/api'
import { articleProblems, slugOf, type ArticleDraft } from '@waybill/domain/help/model'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import type { Handler } from '../kit/handler.ts'
import { starter_articles } from './starter-articles.ts'
import { everyArticle } from './read-articles.ts'
import { changeArticle, deleteArticle, hideArticle, insertArticle, lockArticle } from './store.ts'

/** Creates a company article. Its slug comes from its title, or is the slug of the product article that it replaces. */
export const createArticle: Handler<typeof helpApi.create> = async (ctx, { slug: given, ...article }) => {
  requireComplete(article)
  const isReplacing = given !== undefined && starter_articles.some((one) => one.slug === given)
  const slug = isReplacing ? given : slugOf(article.title)
  const isOfProduct = starter_articles.some((one) => one.slug === slug)
  if ((isOfProduct && !isReplacing) || !(await insertArticle(ctx, { ...article, slug }))) {
    const message = 'An article with this title already exists. Choose another title, or change that article.'
    throw invalid(message, [{ field: 'title', message }])
  }
  return { slug }
}

/** Changes a company article; its slug stays the same. A product article can only be shown or hidden. */
export const changeHelp: Handler<typeof helpApi.change> = async (ctx, { slug, version, ...changes }) => {
  const stored = await lockArticle(ctx, slug)
  if (!stored) {
    if (!starter_articles.some((one) => one.slug === slug)) throw unknownArticle()
    const { is_shown, ...rest } = changes
    if (is_shown === undefined || Object.values(rest).some((value) => value !== undefined))
      throw invalid('This article is part of the product. Write your own to replace it, or hide it.')
    await hideArticle(ctx, slug, is_shown)
    return { slug }
  }
  const current = (await everyArticle(ctx)).find((one) => one.slug === slug)
  if (!current) throw unknownArticle()
  if (version !== undefined && version !== stored.version)
    throw conflict('Someone else has changed this article. Reload it to see the current text.', {
      version: stored.version,
    })
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  requireComplete({ ...current, ...given })
  await changeArticle(ctx, slug, given)
  return { slug }
}

/** Removes a company article. */
export const removeArticle: Handler<typeof helpApi.remove> = async (ctx, { slug }) => {
  if (!(await deleteArticle(ctx, slug))) throw unknownArticle()
  return {}
}

function requireComplete(draft: ArticleDraft): void {
  const problems = articleProblems(draft)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

function unknownArticle() {
  return notFound('Your company does not have this article.')
}
