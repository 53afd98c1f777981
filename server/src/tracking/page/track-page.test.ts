import { settingsApi } from '@waybill/domain/settings/api'
import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { localFileStore } from '../../files/file-store.ts'
import { enterStatus, lockShipment, updateShipment } from '../../shipments/index.ts'

const openPage = async (caller: Caller, query: string) => {
  const { status, headers, body } = await caller.http('GET', `/track${query}`)
  return { status, headers, page: String(body) }
}
/** Returns the visible text of a page, without styles and tags. */
const wordsOf = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

/** Stores a logo of a square on a background, and returns its path. */
async function storeLogo(p: TestProvider, colour: string, background: object | string): Promise<string> {
  const mark = sharp({ create: { width: 20, height: 20, channels: 4, background: colour } }).png()
  const logo = sharp({ create: { width: 60, height: 30, channels: 4, background } })
    .composite([{ input: await mark.toBuffer() }])
    .png()
  const name = `${randomUUID()}.png`
  const files = localFileStore(`${p.runtime.runtime.data_dir}/files`)
  await files.put(`${p.provider_id}/provider-assets/${name}`, await logo.toBuffer(), 'image/png')
  return `/assets/${p.provider_id}/${name}`
}
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

describe('public tracking page', () => {
  it.each([
    ['no plate for a logo that is legible on both pages', '#15803d', clear, 'logo'],
    ['a light plate on the dark page for dark text', '#111111', clear, 'logo on-light'],
    ['a light plate on the dark page for a picture without transparency', '#15803d', '#fff', 'logo on-light'],
    ['a dark plate on the light page for a white logo', '#ffffff', clear, 'logo on-dark'],
  ])('has %s', async (_, colour, background, classes) => {
    const p = await newProvider()
    const staff = await p.staff()
    const logo = await storeLogo(p, colour, background)
    await staff.send(settingsApi.save, { settings: [{ key: 'logo_url', value: logo }] })
    const { page } = await openPage(p.guest(), '')
    expect(/<img\s+class="([^"]*)"/.exec(page)?.[1]).toBe(classes)
  })

  it('has a light plate on the dark page for a logo of another host, which cannot be examined', async () => {
    const p = await newProvider({ logo_url: 'https://example.com/logo.png' })
    const { page } = await openPage(p.guest(), '')
    expect(/<img\s+class="([^"]*)"/.exec(page)?.[1]).toBe('logo on-light')
  })

  it('names the counter where the sender drops the parcel off, not the locker where it is picked up', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'submitted' })
    await p.inTransaction(async (ctx) => {
      const companies = { collection: 'Sea Point counter', delivery: 'Rosebank Mall locker' }
      const row = await lockShipment(ctx, shipment.id)
      for (const side of ['collection', 'delivery'] as const) {
        const id = row[`${side}_address_id`]
        await ctx.db.updateTable('address').set({ company: companies[side] }).where('id', '=', id).execute()
      }
      const points = { collection_pickup_point_id: 'C1', delivery_pickup_point_id: 'L1' }
      await ctx.db.updateTable('shipment').set(points).where('id', '=', shipment.id).execute()
      await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'awaiting-dropoff' })
    })
    const words = wordsOf((await openPage(p.guest(), `?ref=${shipment.short_tracking_reference}`)).page)
    expect(words.match(/Please drop the parcel off at [^.]*/g)).toEqual([
      'Please drop the parcel off at Sea Point counter',
      'Please drop the parcel off at Sea Point counter',
    ])
    expect(words).not.toContain('Rosebank Mall locker')
  })

  it('[TRACK-002] shows a guest status, expected time and updates, without script or personal data, within 60 KB', async () => {
    const p = await newProvider({ provider_title: 'Fynbos Couriers', support_phone: '+27 11 555 0180' })
    const shipment = await p.given.shipment({ status: 'collected' })
    p.runtime.setNow(new Date('2026-11-24T08:00:00Z'))
    try {
      await p.inTransaction(async (ctx) => {
        await updateShipment(ctx, shipment.id, {
          estimated_delivery_from: new Date('2026-11-24T12:00:00Z'),
          estimated_delivery_to: new Date('2026-11-24T13:00:00Z'),
          original_estimated_delivery_to: new Date('2026-11-24T10:00:00Z'),
        })
        await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'out-for-delivery' })
      })
      const { status, headers, page } = await openPage(p.guest(), `?ref=${shipment.short_tracking_reference}`)
      expect(status).toBe(200)
      expect(page).not.toMatch(/<script|<link|@import|url\(/i)
      expect(Buffer.byteLength(page)).toBeLessThan(60 * 1024)
      const [, css = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
      const digest = createHash('sha256').update(css).digest('base64')
      expect(headers['content-security-policy']).toContain(
        `default-src 'none'; style-src 'sha256-${digest}'; img-src`,
      )
      expect(headers['x-robots-tag']).toContain('noindex')
      const words = wordsOf(page)
      for (const sentence of [
        'The driver is on the way to you.',
        'Expected today, Tuesday 24 November , between 14:00 and 15:00 .',
        'Later than booked: it was promised by 12:00.',
        'Have your PIN ready.',
        'Out for delivery (now)',
        'All updates',
        'We have collected the parcel.',
        'To N. M., Rosebank, Johannesburg',
        'Questions? +27 11 555 0180',
      ])
        expect(words).toContain(sentence)
      for (const secret of ['Naledi', 'Mokoena', 'Riaan', '0821234567', 'naledi@', 'Bath Avenue', 'Bofors'])
        expect(page).not.toContain(secret)
    } finally {
      p.runtime.setNow(null)
    }
  })

  it('finds the reference in pasted text, in lower case, with spaces, #, dashes or invisible characters, and at the old address', async () => {
    const p = await newProvider()
    const { short_tracking_reference: reference } = await p.given.shipment()
    for (const query of [
      `?ref=${encodeURIComponent(`Hi, your parcel ${reference} is booked.`)}`,
      `?ref=${encodeURIComponent(`${reference.slice(0, 3).toLowerCase()} ${reference.slice(3)}`)}`,
      `?ref=${encodeURIComponent(`https://track.example/track?ref=${reference}`)}`,
      `?S&ref=${reference}`,
      `?ref=${encodeURIComponent(`#${reference.slice(0, 3)}-${reference.slice(3)}`)}`,
      `?ref=${encodeURIComponent(`\u200b${reference.slice(0, 3)}\u2060${reference.slice(3)}`)}`,
    ])
      expect((await openPage(p.guest(), query)).page).toContain('All updates')
  })

  it('[TRACK-005] marks a failed attempt, and no delivery, on the page and in the list', async () => {
    const p = await newProvider()
    const [failed, delivered] = [
      await p.given.shipment({ status: 'delivery-failed-attempt' }),
      await p.given.shipment({ status: 'delivered' }),
    ]
    const references = [failed, delivered].map((one) => one.short_tracking_reference)
    const marks = async (query: string) =>
      [...(await openPage(p.guest(), `?ref=${query}`)).page.matchAll(/<(\w+)[^>]* class="[^"]*failed"/g)].map(
        ([, tag]) => tag,
      )
    expect(await marks(references[0] ?? '')).toEqual(['section', 'section', 'li'])
    expect(await marks(references[1] ?? '')).toEqual([])
    expect(await marks(references.join())).toEqual(['li'])
  })

  it('lists several shipments with links to their own pages', async () => {
    const p = await newProvider()
    const [one, two] = [await p.given.shipment(), await p.given.shipment()]
    const { page } = await openPage(
      p.guest(),
      `?ref=${one.short_tracking_reference},${two.short_tracking_reference}`,
    )
    expect(wordsOf(page)).toContain('2 shipments')
    expect(page).toContain(`href="/track?ref=${two.short_tracking_reference}"`)
    expect(wordsOf(page)).not.toContain("We can't find")
  })

  it('names the references that were not found, including hidden ones', async () => {
    const p = await newProvider()
    const [one, two] = [await p.given.shipment(), await p.given.shipment({ customer_reference: 'HIDDEN-9' })]
    const several = `${one.short_tracking_reference},${two.short_tracking_reference},NOPE99,HIDDEN-9`
    const list = await openPage(p.guest(), `?ref=${several}`)
    expect(wordsOf(list.page)).toContain("We can't find NOPE99, HIDDEN-9 .")
    expect(wordsOf(list.page)).toContain('2 shipments')
    const single = await openPage(p.guest(), `?ref=${one.short_tracking_reference},NOPE99`)
    expect(wordsOf(single.page)).toContain("We can't find NOPE99 .")
    expect(wordsOf(single.page)).toContain('All updates')
  })

  it('states that references beyond the fiftieth were not looked up, and does not call them missing', async () => {
    const p = await newProvider()
    const [first, last] = [await p.given.shipment(), await p.given.shipment()]
    const unknown = Array.from({ length: 49 }, (_, index) => `NOPE${index + 100}`)
    const references = [first.short_tracking_reference, ...unknown, last.short_tracking_reference]
    const limit = `Only the first 50 were looked up. Track the rest, from ${last.short_tracking_reference} on, in another search.`
    const { page } = await openPage(p.guest(), `?ref=${references.join('%20')}`)
    expect(wordsOf(page)).toContain(`NOPE148 . Check it against your message or label. ${limit}`)
    const none = await openPage(p.guest(), `?ref=NOPE99,${references.slice(1).join()}`)
    expect([none.status, wordsOf(none.page).includes(limit)]).toEqual([404, true])
    const widget = await p.guest().http('GET', `/track/widget?ref=${references.join()}`)
    expect(wordsOf(String(widget.body))).toContain(limit)
  })

  it('shows the same page for an unknown and a hidden reference, and escapes the typed text', async () => {
    const p = await newProvider()
    const hidden = await p.given.shipment({ customer_reference: 'HIDDEN-9' })
    expect(hidden.customer_reference).toBe('HIDDEN-9')
    const unknown = await openPage(p.guest(), '?ref=UNKNOW-9')
    const notVisible = await openPage(p.guest(), '?ref=HIDDEN-9')
    expect(unknown.status).toBe(404)
    expect(notVisible.page.replaceAll('HIDDEN-9', '')).toBe(unknown.page.replaceAll('UNKNOW-9', ''))
    expect(unknown.page).toContain("We can't find that reference.")
    const attack = '"><script>alert(1)</script>'
    const { page } = await openPage(p.guest(), `?ref=${encodeURIComponent(attack)}`)
    expect(page).not.toContain('<script')
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  it('escapes texts of drivers and of the company', async () => {
    const p = await newProvider({ provider_title: '<b>Evil & Sons</b>' })
    const shipment = await p.given.shipment()
    await p.inTransaction(async (ctx) => {
      const row = await lockShipment(ctx, shipment.id)
      await enterStatus(ctx, row, { to: 'delivery-failed-attempt', message: '<img src=x onerror=alert(1)>' })
    })
    const { page } = await openPage(p.guest(), `?ref=${shipment.short_tracking_reference}`)
    expect(page).not.toMatch(/<img|<b>Evil/)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('shows the form when no reference is given', async () => {
    const { status, page } = await openPage((await newProvider()).guest(), '')
    expect(status).toBe(200)
    expect(page).toContain('<label for="ref">Tracking reference</label>')
  })
})

describe('tracking widget', () => {
  it('is framed by the chosen shops only and lists several references, while no other page is framed', async () => {
    const p = await newProvider({
      tracking_widget_origins: ['https://shop.example', 'https://b.example/cart'],
    })
    const [one, two] = [await p.given.shipment({ status: 'at-hub' }), await p.given.shipment()]
    const references = [one, two].map((shipment) => shipment.short_tracking_reference)
    const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
      String(headers['content-security-policy']).split('; ').at(-1)
    const widget = await p.guest().http('GET', `/track/widget?ref=${references.join(',')},NOSUCHREF`)
    expect(policyOf(widget)).toBe('frame-ancestors https://shop.example https://b.example')
    for (const text of [...references, 'NOSUCHREF', 'target="_blank"'])
      expect(String(widget.body)).toContain(text)
    expect(String(widget.body)).not.toContain('name="digits"')
    expect(policyOf(await p.guest().http('GET', '/track'))).toBe("frame-ancestors 'none'")
    const other = await newProvider()
    expect(policyOf(await other.guest().http('GET', '/track/widget'))).toBe("frame-ancestors 'none'")
    const saved = await errorOf(
      (await p.staff()).send(settingsApi.save, {
        settings: [{ key: 'tracking_widget_origins', value: ['shop.example'] }],
      }),
    )
    expect(saved.status).toBe(400)
  })
})
