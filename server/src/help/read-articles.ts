import type { helpApi } from '@waybill/domain/help/api'
import {
  isWrittenFor,
  mayReadArticles,
  readerOf,
  type StoredArticle,
  type ManagedArticle,
} from '@waybill/domain/help/model'
import { searchArticles } from '@waybill/domain/help/search'
import { help_centre_articles_visibility, help_centre_enabled } from '@waybill/domain/help/settings'
import { notFound } from '@waybill/domain/kit/problem'
import type { Context, Handler } from '../kit/handler.ts'
import { starter_articles } from './starter-articles.ts'
import { countVotes, hiddenSlugs, listArticles } from './store.ts'

/** Returns all articles: those of the company, then the product articles that it has not replaced. */
export async function everyArticle(ctx: Context) {
  const [own, hidden] = await Promise.all([listArticles(ctx), hiddenSlugs(ctx)])
  const replaced = new Set(own.map(({ slug }) => slug))
  return [
    ...own.map((article) => ({ ...article, is_product: false })),
    ...starter_articles
      .filter(({ slug }) => !replaced.has(slug))
      .map((article) => ({ ...article, is_product: true, is_shown: !hidden.has(article.slug), version: 0 })),
  ]
}

/** Returns the articles that the caller may read. */
export async function articlesFor(ctx: Context): Promise<StoredArticle[]> {
  const reader = readerOf(ctx.actor)
  const isOpen = mayReadArticles(reader, ctx.setting(help_centre_articles_visibility))
  if (!ctx.setting(help_centre_enabled) || !isOpen) return []
  return (await everyArticle(ctx)).filter((article) => article.is_shown && isWrittenFor(article, reader))
}

/** Returns one article that the caller may read; throws 404 otherwise. */
export async function articleFor(ctx: Context, slug: string): Promise<StoredArticle> {
  const article = (await articlesFor(ctx)).find((one) => one.slug === slug)
  if (!article) throw notFound('This article does not exist. Search the help centre for what you need.')
  return article
}

export const readArticles: Handler<typeof helpApi.articles> = async (ctx, { search = '' }) => {
  const found = searchArticles(await articlesFor(ctx), search)
  return {
    articles: found.map(({ slug, title, summary, category }) => ({ slug, title, summary, category })),
    count: found.length,
  }
}

export const readArticle: Handler<typeof helpApi.article> = async (ctx, { slug }) => {
  const { title, summary, category, text } = await articleFor(ctx, slug)
  return { slug, title, summary, category, text }
}

/** Returns all articles with their votes, for editors. */
export const readManaged: Handler<typeof helpApi.managed> = async (ctx) => {
  const [all, votes] = await Promise.all([everyArticle(ctx), countVotes(ctx)])
  const articles = all.map<ManagedArticle>((article) => ({
    ...article,
    readers: [...article.readers],
    ...(votes.get(article.slug) ?? { helpful: 0, unhelpful: 0 }),
  }))
  return { articles, count: articles.length }
}
