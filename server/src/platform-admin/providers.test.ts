import { identityApi } from '@waybill/domain/identity/api'
import { provider_title, theme_primary } from '@waybill/domain/identity/settings'
import { secretOf } from '@waybill/domain/identity/sign-in/two-factor'
import { isPermission } from '@waybill/domain/identity/users-and-roles/permissions'
import { role_ids } from '@waybill/domain/kit/actor'
import { readSetting } from '@waybill/domain/kit/setting'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { infobip_api_key, sms_sender_id } from '@waybill/domain/notifications/settings'
import { providersApi, type PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import { starter_features } from '@waybill/domain/identity/features'
import { startupApi } from '@waybill/domain/startup/api'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditApi } from '@waybill/domain/audit/api'
import { publicHolidays } from '../maps/index.ts'
import { sendLogo } from '../../dev/test-kit/files.ts'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { codeOf } from '../../dev/test-kit/people.ts'
import { settingsOf } from '../db/settings-cache.ts'
import { asSystem } from '../main/install.ts'
import {
  newProvider,
  errorOf,
  ApiError,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

const mail = caughtMail()
let p: TestProvider
let platform: Caller

beforeAll(async () => {
  p = await newProvider()
  platform = await p.user(role_ids.system_administrator)
  mail.take(p)
})

const newHost = () => `${randomUUID().slice(0, 8)}.courier.example`
const wanted = (more: Partial<Parameters<typeof platform.send<typeof providersApi.create>>[1]> = {}) => ({
  name: 'Karoo Carriers (Pty) Ltd',
  origins: [newHost()],
  provider_title: 'Karoo Carriers',
  theme_primary: '#7C3AED',
  theme_nav_bg: '',
  admin_name: 'Lindiwe Dlamini',
  admin_email: `lindiwe-${randomUUID().slice(0, 8)}@karoo.example`,
  branch_name: 'BFN',
  branch_public_name: 'Bloemfontein',
  ...more,
})
const create = (more: Parameters<typeof wanted>[0] = {}) => platform.send(providersApi.create, wanted(more))
const change = (company: { id: number; version: number }, changes: object) =>
  platform.send(providersApi.change, { id: company.id, version: company.version, ...changes })
/** Requests a path as a guest of a host. */
const at = (host: string, path = '/providers') => p.guest().http('GET', path, undefined, { host })
const listed = async (id: number): Promise<PlatformProvider> => {
  const { providers } = await platform.send(providersApi.list, {})
  return providers.find((one) => one.id === id) as PlatformProvider
}

describe('companies of an installation', () => {
  it('[ADMIN-001] are listed with their host names, users, shipments and last activity', async () => {
    await p.given.shipment()
    const own = await listed(p.provider_id)
    expect(own).toMatchObject({
      status: 'active',
      is_own: true,
      origins: [`p${p.provider_id}.test`],
      shipments: 1,
      web_url: `http://p${p.provider_id}.test`,
    })
    expect(own.users).toBeGreaterThan(1)
    expect(own.last_activity).not.toBeNull()
    const { providers } = await platform.send(providersApi.list, { search: `p${p.provider_id}.TEST` })
    expect(providers.map((one) => one.id)).toEqual([p.provider_id])
    expect((await platform.send(providersApi.list, { search: '100%' })).count).toBe(0)
  })

  it('[NAV-048] [NAV-049] [NAV-051] return 401 or 403 to other roles, API keys and guests', async () => {
    const others = [
      await p.staff(),
      await p.user(role_ids.finance_manager),
      await p.driver(),
      await p.owner(),
      await p.apiKey(),
      p.guest(),
    ]
    const calls: [method: string, path: string, body?: unknown][] = [
      ['GET', '/platform/providers'],
      ['POST', '/platform/providers', wanted()],
      ['PATCH', '/platform/providers', { id: p.provider_id, version: 1, status: 'closed' }],
      ['GET', '/platform/infobip'],
      [
        'POST',
        '/platform/infobip',
        { id: p.provider_id, sms_provider: 'log', infobip_base_url: '', sms_sender_id: '' },
      ],
      ['GET', '/short-urls'],
      ['POST', '/short-urls', { id: p.provider_id, target: `http://p${p.provider_id}.test/track` }],
      ['DELETE', '/short-urls', { company_id: p.provider_id, id: 1 }],
    ]
    for (const [method, path, body] of calls)
      for (const other of others) {
        const { status } = await other.http(method, path, body)
        expect([401, 403], `${other.username} ${method} ${path}: ${status}`).toContain(status)
      }
    for (const one of Object.values(providersApi)) expect(isPermission(one.permission ?? '')).toBe(true)
  })

  it('return 403 to a user whose role was given the permission by mistake', async () => {
    const clerk = await p.user(role_ids.finance_manager)
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('role')
        .set({ permissions: ['API_/providers:POST', 'API_/short-urls:POST'] })
        .where('id', '=', role_ids.finance_manager)
        .execute()
      await ctx.publish({ topic: 'session' })
    })
    expect(await errorOf(clerk.send(providersApi.list, {}))).toEqual({
      status: 403,
      message: 'Only administrators of the platform may do this.',
    })
  })

  it('[ADMIN-004] are created with their brand, a branch and an administrator who is invited to their host', async () => {
    const about = wanted()
    const made = await platform.send(providersApi.create, about)
    const [host = ''] = about.origins
    expect(made).toMatchObject({ status: 'active', origins: [host], web_url: `http://${host}`, users: 1 })
    expect(made.enabled_features).toEqual(starter_features)
    const { provider } = (await at(host)).body as { provider: Record<string, unknown> }
    expect(provider).toMatchObject({
      id: made.id,
      name: 'Karoo Carriers (Pty) Ltd',
      provider_title: 'Karoo Carriers',
      settings: { theme_primary: '#7C3AED' },
    })
    await p.settle()
    const letter = mail.messages().find((one) => one.to.includes(about.admin_email))
    expect(letter?.subject).toBe('You are invited to Karoo Carriers')
    const link = new URL(/http:\S+verification=\S+/.exec(letter?.text ?? '')?.[0] ?? '')
    expect(link.origin).toBe(`http://${host}`)
    const sent = {
      email: about.admin_email,
      password: 'correct horse battery',
      verification_code: link.searchParams.get('verification'),
    }
    const login = (where: string) => p.guest().http('POST', '/login', sent, { host: where })
    expect((await login(`p${p.provider_id}.test`)).status).not.toBe(200)
    const { access_token } = (await login(host)).body as { access_token: string }
    const headers = { host, authorization: `Bearer ${access_token}` }
    const general = (await p.guest().http('GET', '/general-data', undefined, headers)).body as {
      user: { role_id: number; provider_id: number }
      branches: { name: string }[]
    }
    expect(general.user).toMatchObject({ role_id: role_ids.administrator, provider_id: made.id })
    expect(general.branches.map((one) => one.name)).toEqual(['BFN'])
    // Administrators of new companies must set up a second factor first.
    const trailPath = `${auditApi.events.path}?type=provider`
    expect((await p.guest().http('GET', trailPath, undefined, headers)).body).toMatchObject({
      code: 'two_factor_needed',
    })
    const setUp = (typed: object) => p.guest().http('POST', identityApi.setUpTwoFactor.path, typed, headers)
    const { auth_url } = (await setUp({})).body as { auth_url: string }
    expect((await setUp({ two_factor_auth_passcode: codeOf(p, secretOf(auth_url)) })).status).toBe(200)
    const trail = (await p.guest().http('GET', trailPath, undefined, headers)).body as {
      audit_events: { source: string; action: string }[]
    }
    expect(trail.audit_events.length).toBeGreaterThan(0)
  })

  it('[ADMIN-004] get a copy of the chosen logo; a logo of another company is rejected', async () => {
    const logoUrl = await sendLogo(p, platform, 83)
    const made = await create({ logo_url: logoUrl })
    const { body } = await at(made.origins[0] ?? '')
    const { settings } = (body as { provider: { settings: Record<string, string> } }).provider
    expect(settings.logo_url).toMatch(new RegExp(`^/assets/${made.id}/[0-9a-f-]{36}\\.png$`))
    const bytes = (await p.guest().http('GET', String(settings.logo_url))).body as Buffer
    expect((await sharp(bytes).metadata()).width).toBe(83)
    const before = (await platform.send(providersApi.list, {})).count
    const theirs = { logo_url: String(settings.logo_url) }
    expect(await errorOf(create(theirs))).toEqual({
      status: 400,
      message: 'This logo is no longer there. Choose it again.',
    })
    expect((await platform.send(providersApi.list, {})).count).toBe(before)
  })

  it('[ADMIN-001] report shipments and messages per month, and the bytes of their files', async () => {
    const q = await newProvider()
    await q.given.shipment()
    await q.given.shipment()
    const used = await platform.send(providersApi.use, { id: q.provider_id })
    expect(used.months).toHaveLength(12)
    expect(used.months[0]).toEqual({
      month: dayOf(q.runtime.runtime.clock()).slice(0, 7),
      shipments: 2,
      emails: 0,
      sms: 0,
      whatsapp: 0,
    })
    expect(used.months[1]?.shipments).toBe(0)
    const staff = await q.staff()
    await sendLogo(q, staff, 91)
    const { storage_bytes } = await platform.send(providersApi.use, { id: q.provider_id })
    expect(storage_bytes).toBeGreaterThan(used.storage_bytes)
  })

  it('are not created when fields are missing or wrong', async () => {
    const wrong: [more: object, field: string, message: string][] = [
      [{ name: ' ' }, 'name', 'Enter the name of the company.'],
      [{ provider_title: '' }, 'provider_title', 'Enter the name people see.'],
      [{ admin_name: '' }, 'admin_name', 'Enter the name of the first administrator.'],
      [{ branch_name: '' }, 'branch_name', 'Enter the code of the first branch.'],
      [{ admin_email: 'lindiwe' }, 'admin_email', 'Email address is not valid.'],
      [{ theme_primary: 'purple' }, 'theme_primary', 'Enter a colour such as #157F3B, or nothing.'],
      [{ theme_nav_bg: 'url(x)' }, 'theme_nav_bg', 'Enter a colour such as #157F3B, or nothing.'],
      [{ origins: [] }, 'origins', 'Enter at least one host name. Users need it to reach the company.'],
      [
        { origins: ['no host'] },
        'origins',
        'no host is not a host name. Enter one such as portal.courier.co.za.',
      ],
      [{ origins: ['a.example', 'https://www.A.example/x'] }, 'origins', 'Enter each host name once.'],
      [
        { origins: [`p${p.provider_id}.test`] },
        'origins',
        `p${p.provider_id}.test belongs to ${(await listed(p.provider_id)).name}. Choose another host name.`,
      ],
    ]
    const before = (await platform.send(providersApi.list, {})).count
    for (const [more, field, message] of wrong) {
      const { status, body } = await platform.http('POST', '/platform/providers', { ...wanted(), ...more })
      const { errors } = body as ApiError['body']
      expect([status, errors], field).toEqual([400, [{ field, message }]])
    }
    expect((await platform.send(providersApi.list, {})).count).toBe(before)
  })

  it('store plain host names and are found by the host names that browsers send', async () => {
    const host = newHost()
    const made = await create({ origins: [` HTTPS://www.${host.toUpperCase()}:8443/login `] })
    expect(made.origins).toEqual([host])
    for (const requested of [host, `www.${host}`, `api.${host}`, `${host.toUpperCase()}:3000`, `${host}.`])
      expect(((await at(requested)).body as { provider: { id: number } }).provider.id, requested).toBe(
        made.id,
      )
  })

  it('[ADMIN-002] [ADMIN-003] overdue: require the overdue invoices and show them to staff', async () => {
    const company = await newProvider()
    const found = await listed(company.provider_id)
    expect((await errorOf(change(found, { status: 'overdue' }))).message).toBe(
      'Enter the overdue invoices: the banner lists them.',
    )
    await change(found, { status: 'overdue', overdue_invoices: ['INV000101', 'INV000117'] })
    const staff = await company.staff()
    const { provider_overdue_invoices: invoices } = await staff.send(startupApi.generalData, {})
    expect(invoices).toEqual(['INV000101', 'INV000117'])
    expect((await company.guest().send(identityApi.provider, {})).provider.status).toBe('overdue')
    await change(await listed(company.provider_id), { status: 'active' })
    expect((await staff.send(startupApi.generalData, {})).provider_overdue_invoices).toEqual([])
  })

  it('[ADMIN-003] suspended: return 418 to their users, keys and guests, do not affect other companies, and can be reactivated', async () => {
    const company = await newProvider()
    const staff = await company.staff()
    const key = await company.apiKey()
    expect((await staff.http('GET', '/general-data')).status).toBe(200)
    const suspended = await change(await listed(company.provider_id), { status: 'suspended' })
    for (const caller of [staff, key]) {
      const reply = await caller.http('GET', '/shipments')
      expect([reply.status, reply.headers['retry-after']], caller.username).toEqual([418, '300'])
    }
    expect((await company.guest().http('GET', '/providers')).status).toBe(418)
    const page = await company.guest().http('GET', '/track', undefined, { accept: 'text/html' })
    expect([page.status, String(page.body)]).toEqual([
      418,
      expect.stringContaining("We're doing maintenance"),
    ])
    expect((await (await p.staff()).http('GET', '/general-data')).status).toBe(200)
    await change(suspended, { status: 'active' })
    expect((await staff.http('GET', '/general-data')).status).toBe(200)
  })

  it('[ADMIN-003] closed: return 404 for their host and 401 to their users', async () => {
    const company = await newProvider()
    const staff = await company.staff()
    await change(await listed(company.provider_id), { status: 'closed' })
    expect((await company.guest().http('GET', '/providers')).status).toBe(404)
    expect((await staff.http('GET', '/general-data')).status).toBe(401)
  })

  it('cannot be suspended or closed by an administrator who works in them', async () => {
    for (const status of ['suspended', 'closed'])
      expect((await errorOf(change(await listed(p.provider_id), { status }))).message).toContain(
        'is your own company',
      )
  })

  it('[SET-113] use changed features from the next request, and reject unknown features with 400', async () => {
    const company = await newProvider()
    const changed = await change(await listed(company.provider_id), {
      enabled_features: ['shipments', 'idm'],
      allow_whatsapp: true,
      is_pickup_locker_provider: true,
    })
    expect(changed).toMatchObject({ allow_whatsapp: true, allow_idm: false })
    const { provider } = await company.guest().send(identityApi.provider, {})
    expect(provider).toMatchObject({
      enabled_features: ['shipments', 'idm'],
      is_pickup_locker_provider: true,
    })
    const wrong = { id: company.provider_id, version: changed.version, enabled_features: ['teleport'] }
    expect((await platform.http('PATCH', '/platform/providers', wrong)).status).toBe(400)
  })

  it('return 409 with the stored values when the version is stale, and audit who made each change', async () => {
    const company = await newProvider()
    const found = await listed(company.provider_id)
    await change(found, { name: 'First' })
    const stale = await change(found, { name: 'Second' }).catch((error: unknown) => error)
    expect(stale).toBeInstanceOf(ApiError)
    expect([(stale as ApiError).status, (stale as ApiError).body.current?.name]).toEqual([409, 'First'])
    const { audit_events } = await (await company.staff()).send(auditApi.events, { type: 'provider' })
    expect(audit_events[0]).toMatchObject({ source: platform.username, action: 'changed' })
    expect(JSON.stringify(audit_events[0]?.change)).toContain('First')
  })
})

describe('SMS settings of a company', () => {
  it('are stored per company; the key is sealed and never returned', async () => {
    const company = await newProvider()
    const about = {
      id: company.provider_id,
      sms_provider: 'infobip' as const,
      infobip_base_url: 'https://abc123.api.infobip.com',
      sms_sender_id: 'Karoo',
    }
    const without = await errorOf(platform.send(providersApi.saveInfobip, about))
    expect(without).toEqual({ status: 400, message: 'Enter the key from Infobip.' })
    const saved = await platform.send(providersApi.saveInfobip, { ...about, infobip_api_key: 'QKEY-77' })
    expect(saved).toEqual({ ...about, name: (await listed(company.provider_id)).name, has_key: true })
    const again = await platform.send(providersApi.saveInfobip, { ...about, sms_sender_id: 'Karoo SMS' })
    expect(again).toMatchObject({ has_key: true, sms_sender_id: 'Karoo SMS' })
    const stored = await settingsOf(p.runtime.runtime, company.provider_id)
    expect(readSetting(infobip_api_key, stored)).toBe('QKEY-77')
    expect(readSetting(sms_sender_id, stored)).toBe('Karoo SMS')
    const { rows } = await p.runtime.runtime.pool.query<{ text: string }>(
      `SELECT s::text AS text FROM provider_setting s UNION ALL SELECT change::text FROM audit_event`,
    )
    expect(rows.filter((row) => row.text.includes('QKEY-77'))).toEqual([])
    const answer = JSON.stringify(await platform.send(providersApi.infobip, {}))
    expect(answer).toContain('Karoo SMS')
    expect(answer).not.toContain('QKEY-77')
  })

  it('are rejected with 400 and the field when they are incomplete or invalid', async () => {
    const good = { id: p.provider_id, sms_provider: 'infobip', infobip_base_url: 'https://a.infobip.com' }
    for (const [more, field] of [
      [
        { infobip_base_url: 'http://a.infobip.com', sms_sender_id: 'K', infobip_api_key: 'k' },
        'infobip_base_url',
      ],
      [{ infobip_base_url: '', sms_sender_id: 'K', infobip_api_key: 'k' }, 'infobip_base_url'],
      [{ sms_sender_id: 'A name that is too long', infobip_api_key: 'k' }, 'sms_sender_id'],
      [{ sms_sender_id: '', infobip_api_key: 'k' }, 'sms_sender_id'],
      [{ id: 999_999, sms_sender_id: 'K', infobip_api_key: 'k' }, 'id'],
    ] as const) {
      const { status, body } = await platform.http('POST', '/platform/infobip', { ...good, ...more })
      expect([status, (body as ApiError['body']).errors?.[0]?.field]).toEqual([400, field])
    }
  })
})

describe('short URLs', () => {
  it('[NAV-051] redirect to pages of their company, count clicks, and return 404 once expired or removed', async () => {
    const host = `p${p.provider_id}.test`
    const target = `http://${host}/track?ref=K7M2QX`
    const made = await platform.send(providersApi.addShortUrl, { id: p.provider_id, target, days: 2 })
    expect(made).toMatchObject({ target, clicks: 0, created_by: platform.username })
    expect(made.code).toMatch(/^[0-9A-Za-z]{7}$/)
    expect(made.short_url).toBe(`http://${host}/s/${made.code}`)
    expect(made.time_expires.getTime() - made.time_created.getTime()).toBe(2 * 86_400_000)
    const followed = await at(host, `/s/${made.code}`)
    expect([followed.status, followed.headers.location]).toEqual([302, target])
    await at(host, `/s/${made.code}`)
    const { short_urls } = await platform.send(providersApi.shortUrls, { search: made.code.toUpperCase() })
    expect(short_urls).toMatchObject([{ id: made.id, clicks: 2, company_id: p.provider_id }])
    const elsewhere = await newProvider()
    expect((await at(`p${elsewhere.provider_id}.test`, `/s/${made.code}`)).status).toBe(404)
    p.runtime.setNow(new Date(Date.now() + 3 * 86_400_000))
    const expired = await at(host, `/s/${made.code}`)
    expect([expired.status, String(expired.body)]).toEqual([
      404,
      expect.stringContaining('does not work any more'),
    ])
    p.runtime.setNow(null)
    expect((await at(host, `/s/${made.code}`)).status).toBe(302)
    await platform.send(providersApi.removeShortUrl, { company_id: p.provider_id, id: made.id })
    expect((await at(host, `/s/${made.code}`)).status).toBe(404)
    expect((await at(host, '/s/AAAAAAA')).status).toBe(404)
  })

  it('work for 90 days by default, and are rejected for 0 days or an unknown company', async () => {
    const target = `http://p${p.provider_id}.test/track`
    const made = await platform.send(providersApi.addShortUrl, { id: p.provider_id, target })
    expect(made.time_expires.getTime() - made.time_created.getTime()).toBe(90 * 86_400_000)
    expect(
      (await errorOf(platform.send(providersApi.addShortUrl, { id: p.provider_id, target, days: 0 }))).status,
    ).toBe(400)
    expect((await errorOf(platform.send(providersApi.addShortUrl, { id: 999_999, target }))).status).toBe(404)
  })

  it('reject targets outside the company’s hosts, and return 404 when the host is later removed from the company', async () => {
    const host = `p${p.provider_id}.test`
    for (const target of [
      'https://evil.example/',
      `https://${host}.evil.example/`,
      `https://${host}@evil.example/`,
      `https://me:secret@${host}/`,
      'javascript:alert(1)',
      'data:text/html,x',
      `//${host}/`,
      '/track',
      'nothing',
    ])
      expect(
        (await errorOf(platform.send(providersApi.addShortUrl, { id: p.provider_id, target }))).status,
        target,
      ).toBe(400)
    const company = await create({ origins: [newHost(), newHost()] })
    const [first = '', second = ''] = company.origins
    const made = await platform.send(providersApi.addShortUrl, {
      id: company.id,
      target: `http://${second}/x`,
    })
    expect((await at(first, `/s/${made.code}`)).status).toBe(302)
    await change(company, { origins: [first] })
    expect((await at(first, `/s/${made.code}`)).status).toBe(404)
  })
})

describe('a new company', () => {
  it('starts with its brand, roles, prices and public holidays', async () => {
    const made = await create()
    const stored = await settingsOf(p.runtime.runtime, made.id)
    expect([readSetting(provider_title, stored), readSetting(theme_primary, stored)]).toEqual([
      'Karoo Carriers',
      '#7C3AED',
    ])
    const counts = await asSystem(p.runtime.runtime, made.id, async ({ db }) => {
      const count = (table: 'role' | 'rate_revision') => db.selectFrom(table).select('provider_id').execute()
      return [await count('role'), await count('rate_revision')].map((rows) => rows.length)
    })
    expect(counts.every((n) => n > 0)).toBe(true)
    const holidays = await asSystem(p.runtime.runtime, made.id, publicHolidays)
    expect([holidays.has('2026-12-26'), holidays.has('2029-12-26'), holidays.has('2035-12-26')]).toEqual([
      true,
      true,
      true,
    ])
  })
})
