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

describe('searching articles', () => {
  it('finds the beginnings of words, those of titles first', () => {
    expect(found('collec')).toEqual(['collection', 'labels'])
    expect(found('PICK')).toEqual(['collection'])
  })

  it('wants every word, wherever it stands', () => {
    expect(found('driver collection')).toEqual(['labels'])
    expect(found('driver submarine')).toEqual([])
  })

  it('does not mind accents and marks', () => {
    expect(found('cafe?')).toEqual(['cafe'])
  })

  it('keeps all in their order while nothing is typed', () => {
    expect(found('  ')).toEqual(['labels', 'collection', 'cafe'])
  })
})
