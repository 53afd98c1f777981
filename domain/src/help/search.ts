import { plainWords } from '../kit/texts/plain-text.ts'
import type { StoredArticle } from './model.ts'

/** Weight of a match by field. */
const weights = { title: 8, keywords: 4, summary: 2, text: 1 } as const
const places = Object.keys(weights) as (keyof typeof weights)[]

/**
 * Returns the articles in which every search word matches the beginning of a word, best first. Matches in the title
 * count most, then keywords, summary and text. An empty search returns all articles in their order.
 */
export function searchArticles(articles: readonly StoredArticle[], typed: string): StoredArticle[] {
  const wanted = plainWords(typed)
  if (wanted.length === 0) return [...articles]
  return articles
    .map((article) => ({ article, worth: worthOf(article, wanted) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ article }) => article)
}

/** Returns the match score of an article; 0 when one of the words does not match. */
function worthOf(article: StoredArticle, wanted: readonly string[]): number {
  const words = places.map((place) => [weights[place], plainWords(article[place])] as const)
  const each = wanted.map((word) =>
    words.reduce((sum, [weight, held]) => (held.some((one) => one.startsWith(word)) ? sum + weight : sum), 0),
  )
  return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0)
}
