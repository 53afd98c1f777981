import type { helpApi } from '@waybill/domain/help/api'
import { isWrittenFor, readerOf, type KeptArticle } from '@waybill/domain/help/model'
import { searchArticles } from '@waybill/domain/help/search'
import type { Actor } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import type { Verb } from '../kit/verb.ts'
import { starter_articles } from './articles/index.ts'

/** What somebody may read: the articles that ship with the product and are written for their kind. */
function articlesFor(actor: Actor): KeptArticle[] {
  const reader = readerOf(actor)
  return starter_articles.filter((article) => isWrittenFor(article, reader))
}

export const readArticles: Verb<typeof helpApi.articles> = async (ctx, { search = '' }) => {
  const found = searchArticles(articlesFor(ctx.actor), search)
  return {
    articles: found.map(({ slug, title, summary, category }) => ({ slug, title, summary, category })),
    count: found.length,
  }
}

export const readArticle: Verb<typeof helpApi.article> = async (ctx, { slug }) => {
  const article = articlesFor(ctx.actor).find((one) => one.slug === slug)
  if (!article) throw notFound('There is no such article. Search the help centre for what you need.')
  const { title, summary, category, text } = article
  return { slug, title, summary, category, text }
}
