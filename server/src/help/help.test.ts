import { helpApi } from '@waybill/domain/help/api'
import * as settings from '@waybill/domain/help/settings'
import { help_category_keys, help_readers } from '@waybill/domain/help/model'
import { readMarkdown } from '@waybill/domain/kit/texts/markdown'
import { describe, expect, it } from 'vitest'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, errorOf, type Caller } from '../../dev/test-kit/provider.ts'
import { starter_articles } from './starter-articles.ts'

const catcher = caughtMail()
const slugs = async (caller: Caller, search?: string) =>
  (await caller.send(helpApi.articles, { search })).articles.map(({ slug }) => slug)

describe('help centre', () => {
  it('[HELP-001] shows guests, customers, staff and drivers the articles written for them', async () => {
    const p = await newProvider()
    const [guest, owner, staff, driver] = [p.guest(), await p.owner(), await p.staff(), await p.driver()]
    expect(await slugs(guest)).toEqual([
      'quick-quote',
      'book-a-shipment',
      'print-labels',
      'collection',
      'track-a-shipment',
      'collect-from-a-locker',
      'delivery-pin',
      'refunds',
      'cash-on-delivery',
      'open-an-account',
      'forgotten-password',
      'ask-a-question',
    ])
    expect(await slugs(owner)).toContain('api-keys')
    expect(await slugs(owner)).not.toContain('hub-scanner')
    expect(await slugs(staff)).toContain('hub-scanner')
    expect(await slugs(driver)).toEqual([
      'tripsheet',
      'proof-of-delivery',
      'driving-without-signal',
      'earnings',
      'cash-on-delivery',
      'two-factor',
      'forgotten-password',
      'new-sign-in',
      'inbox',
    ])
    const article = await driver.send(helpApi.article, { slug: 'proof-of-delivery' })
    expect(article).toMatchObject({ title: 'Proof of delivery', category: 'drive' })
    expect(article.text).toContain('Ask for the PIN')
  })

  it('returns 404 for an article written for other readers and for an unknown article', async () => {
    const p = await newProvider()
    for (const slug of ['hub-scanner', 'nowhere']) {
      const reply = await p.guest().http('GET', `/help-centre/article?slug=${slug}`)
      expect(reply.status, slug).toBe(404)
    }
  })

  it('finds articles by their words, limited to those the reader may read', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    expect((await slugs(staff, 'offline'))[0]).toBe('scanning-offline')
    expect((await slugs(await p.owner(), 'invoice'))[0]).toBe('invoices-and-payments')
    expect(await slugs(p.guest(), 'offline')).toEqual([])
    expect(await slugs(p.guest(), 'locker')).toContain('collect-from-a-locker')
    expect(await slugs(staff, 'submarine')).toEqual([])
  })

  it.each([
    ['locker', 'lockers-and-counters'],
    ['refund', 'refunds'],
    ['cash on delivery', 'cash-on-delivery'],
    ['label printer', 'print-labels'],
  ])('answers a customer who searches for ‘%s’', async (search, slug) => {
    const owner = await (await newProvider()).owner()
    expect((await slugs(owner, search)).slice(0, 2)).toContain(slug)
  })

  it('ships articles with unique slugs, valid categories and readers, and well-formed text', () => {
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

const draft = {
  title: 'Parking at our depot',
  summary: 'Where to leave the car.',
  category: 'send' as const,
  readers: ['guest' as const, 'account' as const],
  keywords: 'car',
  text: 'Use the **second** gate.',
  is_shown: true,
}

describe('company articles', () => {
  it('[HELP-003] lets staff create, change, hide and remove articles, and shows them only to their readers', async () => {
    const p = await newProvider()
    const [staff, guest, owner] = [await p.staff(), p.guest(), await p.owner()]
    const { slug } = await staff.send(helpApi.create, draft)
    expect(slug).toBe('parking-at-our-depot')
    expect(await slugs(guest, 'parking')).toEqual([slug])
    expect(await slugs(staff, 'parking')).toEqual([])
    await staff.send(helpApi.change, { slug, readers: ['staff'], version: 1 })
    expect([await slugs(guest, 'parking'), await slugs(staff, 'parking')]).toEqual([[], [slug]])
    expect(await errorOf(staff.send(helpApi.change, { slug, title: 'Gates', version: 1 }))).toMatchObject({
      status: 409,
    })
    await staff.send(helpApi.change, { slug, is_shown: false })
    expect(await slugs(staff, 'parking')).toEqual([])
    expect((await errorOf(staff.send(helpApi.create, draft))).status).toBe(400)
    await staff.send(helpApi.remove, { slug })
    expect((await errorOf(staff.send(helpApi.remove, { slug }))).status).toBe(404)
    for (const other of [owner, await p.driver()])
      expect((await errorOf(other.send(helpApi.create, draft))).status).toBe(403)
    expect((await errorOf(guest.send(helpApi.create, draft))).status).toBe(401)
  })

  it('[HELP-003] lets a company article replace a product article, which can otherwise only be hidden', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const slug = 'delivery-pin'
    expect((await errorOf(staff.send(helpApi.change, { slug, title: 'Ours' }))).status).toBe(400)
    await staff.send(helpApi.change, { slug, is_shown: false })
    expect(await slugs(p.guest())).not.toContain(slug)
    await staff.send(helpApi.change, { slug, is_shown: true })
    await staff.send(helpApi.create, { ...draft, slug, title: 'Our PIN' })
    expect((await p.guest().send(helpApi.article, { slug })).title).toBe('Our PIN')
    const other = await newProvider()
    expect((await other.guest().send(helpApi.article, { slug })).title).not.toBe('Our PIN')
    await staff.send(helpApi.remove, { slug })
    expect((await p.guest().send(helpApi.article, { slug })).title).not.toBe('Our PIN')
  })

  it('returns the invalid fields of an article', async () => {
    const p = await newProvider()
    const reply = await (
      await p.staff()
    ).http('POST', '/help-centre/articles', {
      ...draft,
      title: '!',
      summary: '',
      readers: [],
    })
    expect((reply.body as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'title',
      'summary',
      'readers',
    ])
  })
})

describe('feedback of readers', () => {
  it('counts one vote per reader on whether an article was helpful', async () => {
    const p = await newProvider()
    const [staff, owner] = [await p.staff(), await p.owner()]
    const slug = 'collection'
    const vote = (caller: Caller, isHelpful: boolean) =>
      caller.send(helpApi.vote, { slug, is_helpful: isHelpful })
    await vote(p.guest(), true)
    await vote(p.guest(), true)
    await vote(owner, true)
    await vote(owner, false)
    const { articles } = await staff.send(helpApi.managed, {})
    expect(articles.find((one) => one.slug === slug)).toMatchObject({
      helpful: 1,
      unhelpful: 1,
      is_product: true,
    })
    expect(
      (await errorOf(p.guest().send(helpApi.vote, { slug: 'hub-scanner', is_helpful: true }))).status,
    ).toBe(404)
  })

  it('[HELP-003] sends a question to the company with the sender as reply address, at most five an hour', async () => {
    const p = await newProvider({ support_email: 'help@fynbos.example', help_centre_contact_email: '' })
    catcher.take(p)
    const sendQuestion = (more: object = {}) =>
      p.guest().send(helpApi.ask, {
        name: 'Naledi',
        email: 'naledi@example.com',
        message: 'Where is my parcel?\nIt is late.',
        page: '/track?ref=ABC123',
        ...more,
      })
    await sendQuestion()
    await p.settle()
    const [mail] = catcher.messages()
    expect(mail).toMatchObject({ to: ['help@fynbos.example'], subject: 'Question from Naledi' })
    expect(mail?.headers['reply-to']).toBe('naledi@example.com')
    for (const part of ['Where is my parcel?', 'It is late.', 'Page: /track?ref=ABC123'])
      expect(mail?.text).toContain(part)
    expect((await errorOf(sendQuestion({ email: 'nobody' }))).status).toBe(400)
    for (let more = 0; more < 4; more += 1) await sendQuestion()
    expect((await errorOf(sendQuestion())).status).toBe(429)
  })
})

describe('help centre settings', () => {
  it('[HELP-002] are all on the help centre tab, and decide who may read articles and whether the contact form is available', async () => {
    const tabs = Object.values(settings).map(({ tab }) => tab)
    expect([new Set(tabs).size, tabs[0]]).toEqual([1, 'help_center'])
    const p = await newProvider({
      help_centre_articles_visibility: 'signed-in',
      help_centre_contact_form: false,
    })
    expect(await slugs(p.guest())).toEqual([])
    expect(await slugs(await p.owner())).not.toEqual([])
    const question = { name: 'Naledi', email: 'naledi@example.com', message: 'Hello' }
    expect((await errorOf(p.guest().send(helpApi.ask, question))).status).toBe(403)
    const q = await newProvider({ help_centre_articles_visibility: 'staff' })
    expect(await slugs(await q.owner())).toEqual([])
    expect(await slugs(await q.driver())).not.toEqual([])
    const off = await newProvider({ help_centre_enabled: false })
    expect(await slugs(await off.staff())).toEqual([])
  })
})
