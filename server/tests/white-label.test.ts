import { billingApi } from '@waybill/domain/billing/api'
import type { FileLink } from '@waybill/domain/files/model'
import { identityApi } from '@waybill/domain/identity/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { AppIcons } from '../src/http/app-icons.ts'
import { Authentication } from '../src/http/authentication.ts'
import { sendLogo } from '../dev/test-kit/files.ts'
import { caughtMail } from '../dev/test-kit/fakes/caught-messages.ts'
import { logIn, withPassword } from '../dev/test-kit/people.ts'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'
import { webManifest } from '../src/http/web-manifest.ts'

/** Two companies on one installation, each with its own host: users of one must never see anything of the other. */

const mail = caughtMail()

interface Company {
  p: TestProvider
  host: string
  staff: Caller
  title: string
  colour: string
  logo: string
  shipment: Shipment
}

let ours: Company
let theirs: Company

const set = (staff: Caller, settings: Record<string, unknown>) =>
  staff.send(settingsApi.save, {
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  })

async function company(title: string, colour: string, width: number): Promise<Company> {
  const p = await newProvider({ provider_title: title, theme_primary: colour })
  mail.take(p)
  const staff = await p.staff()
  const logo = await sendLogo(p, staff, width)
  await set(staff, { logo_url: logo, favicon_url: logo })
  const shipment = await p.given.shipment({ status: 'collected' })
  return { p, host: `p${p.provider_id}.test`, staff, title, colour, logo, shipment }
}

beforeAll(async () => {
  ours = await company('Karoo Carriers', '#7C3AED', 61)
  theirs = await company('Fynbos Couriers', '#B42318', 71)
})

/** Sends a request of `caller` to the host of a company. */
const at = (caller: Caller, { host }: Company, path: string) => caller.http('GET', path, undefined, { host })
const both = () => [[ours, theirs] as const, [theirs, ours] as const]

describe('two companies on one installation', () => {
  it('[API-007] [ADMIN-004] are resolved by host, with title, icons and colours', async () => {
    for (const [own, other] of both()) {
      const { provider } = await own.p.guest().send(identityApi.provider, {})
      expect(provider).toMatchObject({
        id: own.p.provider_id,
        provider_title: own.title,
        logo_url: own.logo,
        favicon_url: own.logo,
        settings: { theme_primary: own.colour },
      })
      const requested = await at(own.p.guest(), own, `/providers?origin=${other.host}`)
      expect(requested.body).toMatchObject({ provider: { id: other.p.provider_id } })
      for (const origin of [`www.${own.host}`, `${own.host}:8443`, own.host.toUpperCase()])
        expect((await at(other.p.guest(), other, `/providers?origin=${origin}`)).body).toMatchObject({
          provider: { id: own.p.provider_id },
        })
    }
  })

  it('have a web manifest with their own name, icon and colour', async () => {
    const { runtime } = ours.p.runtime
    for (const [own] of both()) {
      const manifest: unknown = JSON.parse(await webManifest(runtime, new Authentication(runtime), own.host))
      expect(manifest).toMatchObject({
        name: own.title,
        theme_color: own.colour,
        icons: [
          { src: own.logo, type: 'image/png' },
          { src: '/icon-192.png', sizes: '192x192', purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', purpose: 'any' },
          { src: '/icon-maskable-192.png', sizes: '192x192', purpose: 'maskable' },
          { src: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
        ],
      })
    }
  })

  it('have their own opaque home screen icons, made from their picture or their colour', async () => {
    const { runtime } = ours.p.runtime
    const icons = new AppIcons(runtime, new Authentication(runtime))
    const iconOf = async (host: string, path: string) => (await icons.at(path, host)) ?? Buffer.of()
    const sizes = { '/apple-touch-icon.png': 180, '/icon-192.png': 192, '/icon-maskable-512.png': 512 }
    for (const [path, size] of Object.entries(sizes)) {
      const [own, other] = await Promise.all([ours, theirs].map(({ host }) => iconOf(host, path)))
      const about = await sharp(own).metadata()
      expect([about.width, about.height, about.hasAlpha]).toEqual([size, size, false])
      // The logos differ in width, so the icons must differ too.
      expect(own?.equals(other ?? Buffer.of())).toBe(false)
    }
    const corner = async (image: Buffer) =>
      (await sharp(image).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()).toString('hex')
    expect(await corner(await iconOf(ours.host, '/icon-maskable-512.png'))).toBe('ffffff')
    await set(ours.staff, { favicon_url: '' })
    expect(await corner(await iconOf(ours.host, '/icon-maskable-512.png'))).toBe('7c3aed')
    await set(ours.staff, { favicon_url: ours.logo })
  })

  it('are resolved without an extra database connection', async () => {
    const { runtime } = ours.p.runtime
    const rounds = 5
    const call = () => at(ours.staff, ours, '/time')
    await call()
    const connect = vi.spyOn(runtime.connections, 'connect')
    for (let n = 0; n < rounds; n += 1) await call()
    // Each request uses one transaction.
    expect(connect).toHaveBeenCalledTimes(rounds)
    connect.mockRestore()
  })

  it('accept sign-in on their own host only', async () => {
    const clerk = await withPassword(ours.p, await ours.p.staff())
    const email = `${clerk.username}@example.com`
    expect((await logIn(ours.p, email)).status).toBe(200)
    expect((await logIn(theirs.p, email)).status).not.toBe(200)
  })

  it('return 401 to sessions and keys of the other company', async () => {
    for (const [own, other] of both())
      for (const caller of [own.staff, await own.p.owner(), await own.p.driver(), await own.p.apiKey()]) {
        expect((await at(caller, own, '/shipments')).status, caller.username).not.toBe(401)
        const abroad = await at(caller, other, '/shipments')
        expect([abroad.status, (abroad.body as { message: string }).message]).toEqual([
          401,
          'You are signed in with another company. Sign in to this one.',
        ])
        expect((await at(caller, own, `/providers?origin=${other.host}`)).status).toBe(401)
      }
  })

  it('accept API keys at the installation’s own host', async () => {
    const key = await ours.p.apiKey()
    const reply = await key.http('GET', '/shipments', undefined, { host: 'api.installation.example' })
    expect([reply.status, (reply.body as { count: number }).count]).toEqual([200, 1])
  })

  it('return nothing of the other company to guests', async () => {
    for (const [own, other] of both()) {
      const path = `/track?ref=${own.shipment.short_tracking_reference}`
      expect((await at(own.p.guest(), own, path)).status).toBe(200)
      expect((await at(own.p.guest(), other, path)).status).toBe(404)
      const link = (await own.staff.send(shipmentsApi.label, { id: [own.shipment.id] })) as FileLink
      const { pathname, search, host } = new URL(link.url)
      expect(host).toBe(own.host)
      expect((await at(own.p.guest(), own, pathname + search)).status).toBe(200)
      expect((await at(own.p.guest(), other, pathname + search)).status).toBe(404)
    }
  })

  it('[SHELL-006] use their own brand on the tracking page', async () => {
    for (const [own, other] of both()) {
      const reply = await at(own.p.guest(), own, `/track?ref=${own.shipment.short_tracking_reference}`)
      const page = String(reply.body)
      expect(page.replaceAll(/\s+/g, ' ')).toContain(`src="${own.logo}" alt="${own.title}"`)
      expect(page).toContain(own.title)
      expect(page).not.toContain(other.title)
      expect(page.toUpperCase()).toContain(own.colour)
      expect(page.toUpperCase()).not.toContain(other.colour)
    }
  })

  it('[SHELL-006] use their own brand in emails', async () => {
    await ours.p.settle()
    for (const [own, other] of both()) {
      const letters = mail.messages().filter((one) => one.from.includes(own.title))
      expect(letters.length).toBeGreaterThan(0)
      for (const letter of letters) {
        expect(letter.html).toContain(`<img src="http://${own.host}${own.logo}" alt="${own.title}"`)
        expect(letter.html.toUpperCase()).toContain(own.colour)
        expect(letter.text).toContain(`http://${own.host}/track?ref=`)
        expect(`${letter.html}${letter.text}`).not.toContain(other.host)
      }
    }
  })
})

describe('logos on documents', () => {
  /** Returns the widths in px of the images inside a PDF. */
  async function pictures({ p }: Company, link: FileLink): Promise<number[]> {
    const { pathname, search } = new URL(link.url)
    const { body } = await p.guest().http('GET', pathname + search)
    const pdf = (body as Buffer).toString('latin1')
    return [...pdf.matchAll(/\/Subtype \/Image[^]*?\/Width (\d+)/g)].map(([, width]) => Number(width))
  }
  const labels = async (one: Company) => ({
    waybill: await pictures(
      one,
      (await one.staff.send(shipmentsApi.label, { id: [one.shipment.id] })) as FileLink,
    ),
    sticker: await pictures(
      one,
      (await one.staff.send(shipmentsApi.stickers, { id: [one.shipment.id] })) as FileLink,
    ),
  })
  async function bills(one: Company) {
    const { account } = one.shipment
    const { invoices } = await one.staff.send(billingApi.runInvoices, { account_id: account.id })
    const invoiceId = invoices[0]?.id ?? 0
    const about = {
      account_id: account.id,
      start_date: new Date('2026-01-01'),
      end_date: new Date('2026-12-31'),
    }
    return {
      invoice: await pictures(
        one,
        (await one.staff.send(billingApi.invoiceItems, { invoice_id: invoiceId, pdf: true })) as FileLink,
      ),
      statement: await pictures(
        one,
        (await one.staff.send(billingApi.statement, { ...about, pdf: true })) as FileLink,
      ),
    }
  }

  it('[SHELL-006] are those of the company, or those set for labels and invoices', async () => {
    expect(await labels(ours)).toEqual({ waybill: [61], sticker: [61] })
    expect(await labels(theirs)).toEqual({ waybill: [71], sticker: [71] })
    await set(ours.staff, {
      label_logo_url: await sendLogo(ours.p, ours.staff, 63),
      invoice_logo_url: await sendLogo(ours.p, ours.staff, 65),
    })
    expect(await labels(ours)).toEqual({ waybill: [63], sticker: [63] })
    expect(await bills(ours)).toEqual({ invoice: [65], statement: [65] })
    expect(await bills(theirs)).toEqual({ invoice: [71], statement: [71] })
  })

  it('are omitted from the waybill when the file is external, missing or of another company', async () => {
    for (const logoUrl of ['https://elsewhere.example/logo.png', ours.logo, '/assets/1/gone.png', ''])
      try {
        await set(theirs.staff, { logo_url: logoUrl })
        expect((await labels(theirs)).waybill, logoUrl).toEqual([])
      } finally {
        await set(theirs.staff, { logo_url: theirs.logo })
      }
  })
})
