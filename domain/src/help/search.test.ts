import { describe, expect, it } from 'vitest'
import type { StoredArticle } from './model.ts'
import { searchArticles } from './search.ts'

const article = (slug: string, more: Partial<StoredArticle>): StoredArticle => ({
  slug,
  title: slug,
  summary: '',
  category: 'send',
  readers: ['account'],
  keywords: '',
  text: '',
  ...more,
})

const articles = [
  article('labels', { text: 'Print it before the driver comes for the collection.' }),
  article('collection', { title: 'Be ready for the collection', keywords: 'pick up' }),
  article('cafe', { title: 'Café', text: 'The driver drinks coffee.' }),
]
const found = (typed: string) => searchArticles(articles, typed).map(({ slug }) => slug)

describe('article search', () => {
  it('finds words by their beginnings and lists matches in titles first', () => {
    expect(found('collec')).toEqual(['collection', 'labels'])
    expect(found('PICK')).toEqual(['collection'])
  })

  it('requires every search word to match, in any field', () => {
    expect(found('driver collection')).toEqual(['labels'])
    expect(found('driver submarine')).toEqual([])
  })

  it('ignores accents and punctuation', () => {
    expect(found('cafe?')).toEqual(['cafe'])
  })

  it('returns all articles in their order for an empty search', () => {
    expect(found('  ')).toEqual(['labels', 'collection', 'cafe'])
  })
})
