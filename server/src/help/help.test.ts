import { helpApi } from '@waybill/domain/help/api'
import { help_category_keys, help_readers } from '@waybill/domain/help/model'
import { readMarkdown } from '@waybill/domain/kit/markdown'
import { describe, expect, it } from 'vitest'
import { newProvider, type Caller } from '../app/test-kit/provider.ts'
import { starter_articles } from './index.ts'

const slugs = async (caller: Caller, search?: string) =>
  (await caller.send(helpApi.articles, { search })).articles.map(({ slug }) => slug)

describe('the help centre', () => {
  it('[HELP-001] shows guests, customers, staff and drivers what is written for them', async () => {
    const p = await newProvider()
    const [guest, owner, staff, driver] = [p.guest(), await p.owner(), await p.staff(), await p.driver()]
    expect(await slugs(guest)).toEqual([
      'quick-quote',
      'book-a-shipment',
      'collection',
      'track-a-shipment',
      'delivery-pin',
    ])
    expect(await slugs(owner)).toContain('api-keys')
    expect(await slugs(owner)).not.toContain('hub-scanner')
    expect(await slugs(staff)).toContain('hub-scanner')
    expect(await slugs(driver)).toEqual([
      'tripsheet',
      'proof-of-delivery',
      'driving-without-signal',
      'two-factor',
      'inbox',
    ])
    const article = await driver.send(helpApi.article, { slug: 'proof-of-delivery' })
    expect(article).toMatchObject({ title: 'Proof of delivery', category: 'drive' })
    expect(article.text).toContain('Ask for the PIN')
  })

  it('does not show an article to others, nor one that does not exist', async () => {
    const p = await newProvider()
    for (const slug of ['hub-scanner', 'nowhere']) {
      const reply = await p.guest().http('GET', `/help-centre/article?slug=${slug}`)
      expect(reply.status, slug).toBe(404)
    }
  })

  it('finds articles by their words, within what the reader may read', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    expect((await slugs(staff, 'offline'))[0]).toBe('scanning-offline')
    expect((await slugs(await p.owner(), 'invoice'))[0]).toBe('invoices-and-payments')
    expect(await slugs(p.guest(), 'offline')).toEqual([])
    expect(await slugs(staff, 'submarine')).toEqual([])
  })

  it('has one well-made article per address', () => {
    const all = starter_articles.map(({ slug }) => slug)
    expect(new Set(all).size).toBe(all.length)
    for (const article of starter_articles) {
      expect(article.slug, article.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(help_category_keys, article.slug).toContain(article.category)
      expect(article.readers.every((reader) => help_readers.includes(reader))).toBe(true)
      expect(article.text.length, article.slug).toBeGreaterThan(300)
      const left = JSON.stringify(readMarkdown(article.text))
      expect(left, article.slug).not.toMatch(/\*\*|\]\(|"text":"[^"]*`/)
    }
  })
})
