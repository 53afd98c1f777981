import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { barcodesApi } from '@waybill/domain/barcodes/api'
import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider({ unused_feature_guest_shipment_creation: true, account_verification_method: 'none' })
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const block = (type: 'email-address' | 'email-domain' | 'mobile-number' | 'ip-address', value: string) =>
  clerk.send(blockedListApi.block, { type, value, reason: 'Chargebacks' })
const hitsOf = async (value: string) =>
  (await clerk.send(blockedListApi.list, { search: value })).entries[0]?.hits

describe('blocked list', () => {
  const customer = (email: string, phoneNumber = '0825550199') => ({
    account_type: 'personal' as const,
    name: 'Sam Botha',
    email,
    phone_number: phoneNumber,
    password: 'tangerine-ladder-4481',
  })
  const register = (email: string, phone?: string) =>
    errorOf(p.guest().send(registrationApi.register, customer(email, phone)))

  it('[TOOL-008] [TOOL-009] [TOOL-010] rejects registrations by email address, domain and number with a neutral message, and counts them', async () => {
    await block('email-address', 'Fraud@Bad.example')
    await block('email-domain', 'throwaway.example')
    await block('mobile-number', '083 111 2222')
    const errors = [
      await register('fraud+2@bad.example'),
      await register('any@mail.throwaway.example'),
      await register('fine@good.example', '+27831112222'),
    ]
    for (const error of errors)
      expect(error).toEqual({
        status: 403,
        message: 'We cannot open an account with these details here. Please contact us.',
      })
    expect((await register('fine@good.example')).status).toBe(200)
    expect([await hitsOf('fraud@bad'), await hitsOf('throwaway'), await hitsOf('+27831112222')]).toEqual([
      1, 1, 1,
    ])
  })

  it('[TOOL-008] [TOOL-009] [TOOL-010] rejects guest bookings by contact and by IP address, and no others', async () => {
    const book = (email: string, by: Caller = p.guest(), more = {}) =>
      errorOf(
        by.send(
          shipmentsApi.create,
          booking({ collection_contact: { name: 'G', mobile_number: '0215550142', email }, ...more }),
        ),
      )
    const rejected = { status: 403, message: 'We cannot take this booking here. Please contact us.' }
    await block('email-address', 'guest@bad.example')
    expect(await book('guest@bad.example')).toEqual(rejected)
    expect(await book('guest@good.example')).not.toEqual(rejected)
    for (const contact of [
      'collection_contact',
      'delivery_contact',
      'billing_contact',
      'responsible_contact',
    ] as const) {
      const named = { name: 'G', mobile_number: '0215550142', email: 'good@good.example' }
      const sent = (more: object) => ({ [contact]: { ...named, ...more } })
      expect(await book('guest@good.example', p.guest(), sent({ email: 'guest@bad.example' }))).toEqual(
        rejected,
      )
      for (const field of ['mobile_number', 'alternative_contact_number'])
        expect(
          await book('guest@good.example', p.guest(), sent({ [field]: '083 111 2222' })),
          `${contact} ${field}`,
        ).toEqual(rejected)
    }
    const accountId = (await p.given.account()).id
    expect((await book('guest@bad.example', clerk, { account_id: accountId })).status).toBe(200)
    const { id } = await block('ip-address', '127.0.0.1')
    expect(await book('guest@good.example')).toEqual(rejected)
    await clerk.send(blockedListApi.end, { id })
    expect(await book('guest@good.example')).not.toEqual(rejected)
  })

  it('[TOOL-008] skips messages to blocked addresses and records the reason in the communication log', async () => {
    await block('email-address', 'quiet@example.com')
    const { id } = await p.given.shipment({
      collection_contact: { name: 'Q', mobile_number: '0821234567', email: 'quiet@example.com' },
    })
    await p.settle()
    const { messages } = await clerk.send(notificationsApi.log, { shipment_id: id })
    const log = messages.filter(({ recipient }) => recipient === 'quiet@example.com')
    expect(log).toMatchObject([{ state: 'skipped', reason: 'The address is on the blocked list.' }])
    expect(await hitsOf('quiet@example.com')).toBe(1)
  })

  it('applies until its last day is over, can be ended and renewed, and is audited', async () => {
    const dayMs = 86_400_000
    const today = p.runtime.runtime.clock()
    const until = dayOf(today)
    const entry = { type: 'email-domain' as const, value: 'brief.example', reason: 'Spam', until }
    const made = await clerk.send(blockedListApi.block, entry)
    expect(await errorOf(clerk.send(blockedListApi.block, entry))).toMatchObject({ status: 400 })
    expect((await register('a@brief.example')).status).toBe(403)
    p.runtime.setNow(new Date(today.getTime() + 2 * dayMs))
    expect((await register('a@brief.example')).status).toBe(200)
    expect((await clerk.send(blockedListApi.list, { search: 'brief', state: 'ended' })).count).toBe(1)
    const again = await clerk.send(blockedListApi.block, { ...entry, until: undefined })
    expect(again).toMatchObject({ id: made.id, is_active: true, until: null, hits: 1 })
    await clerk.send(blockedListApi.end, { id: made.id })
    const { audit_events } = await clerk.send(auditApi.events, {
      type: 'blocked_entry',
      object_id: String(made.id),
    })
    expect(audit_events.map(({ action, object_name }) => [action, object_name])).toEqual([
      ['changed', 'brief.example'],
      ['changed', 'brief.example'],
      ['created', 'brief.example'],
    ])
  })

  it('is available to staff of the company, not to customers, drivers or other companies', async () => {
    const owner = await p.owner()
    const driver = await p.user(role_ids.driver)
    const elsewhere = await (await newProvider()).staff()
    await block('email-domain', 'ours.example')
    expect((await errorOf(owner.send(blockedListApi.list, {}))).status).toBe(403)
    expect((await errorOf(driver.send(blockedListApi.list, {}))).status).toBe(403)
    expect((await elsewhere.send(blockedListApi.list, {})).count).toBe(0)
  })
})

describe('barcodes', () => {
  const fileOf = async (url: string) => {
    const { pathname, search } = new URL(url)
    return (await p.guest().http('GET', pathname + search)).body as Buffer
  }
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length
  const range = (from: number, to: number) => [{ prefix: 'PK-', from, to, digits: 6 }]
  const how = { symbol: 'code128', format: 'sheet', columns: 3, rows: 8 } as const

  it('[TOOL-007] are printed on sheets, rolls and label printers, from ranges, lists and the bays of a branch', async () => {
    const sheet = await clerk.send(barcodesApi.print, { ...how, ranges: range(1, 49) })
    expect(pagesOf(await fileOf(sheet.url))).toBe(3)
    const roll = await clerk.send(barcodesApi.print, { symbol: 'qr', format: 'roll', codes: ['A1', 'A2'] })
    expect(pagesOf(await fileOf(roll.url))).toBe(2)
    const zpl = await clerk.send(barcodesApi.print, {
      symbol: 'code128',
      format: 'zpl',
      codes: ['A>1'],
      ranges: range(7, 7),
    })
    const labels = (await fileOf(zpl.url)).toString().split('^XZ').slice(0, -1)
    expect(labels).toHaveLength(2)
    expect(labels[0]).toMatch(/\^PW400\n\^LL200\n[^]*\^BCN,\d+,N,N,N,A\^FDPK-000007\^FS/)
    expect(labels[1]).toContain('^FDA>01^FS')
    const bays = await clerk.send(barcodesApi.print, {
      symbol: 'code128',
      format: 'zpl',
      branch_id: p.map.branches.JHB,
    })
    expect((await fileOf(bays.url)).toString()).toMatch(/\^FD1\^FS\n[^]*bay 1\^FS/)
  })

  it('[TOOL-007] rejects codes too long to scan and more than 2,000 at once with a suggestion, and customers with 403', async () => {
    const rejected = (more: object) => errorOf(clerk.send(barcodesApi.print, { ...how, ...more }))
    expect(await rejected({ columns: 6, ranges: range(1, 1) })).toEqual({
      status: 400,
      message:
        'PK-000001 is too long to be read from labels this narrow. Choose 5 columns or fewer, or QR codes.',
    })
    expect((await rejected({ ranges: range(1, 2001) })).message).toBe(
      'At most 2,000 barcodes at once; these are 2,001. Print them in parts.',
    )
    const owner = await p.owner()
    expect((await errorOf(owner.send(barcodesApi.print, { ...how, codes: ['A'] }))).status).toBe(403)
  })
})

describe('copying an address book', () => {
  const add = (accountId: number, name: string, street: string) =>
    clerk.send(accountsApi.saveAddress, {
      account_id: accountId,
      name,
      contact_name: 'Stores',
      address: address(street, 'Rosebank', 'Johannesburg', '2196', 'GP'),
    })
  const namesOf = async (accountId: number) =>
    (await clerk.send(accountsApi.addressBook, { account_id: accountId })).address_books.map(
      ({ name }) => name,
    )

  it('[TOOL-011] previews the copy, adds each missing entry once to several accounts, and is audited', async () => {
    const [from, first, second] = [
      (await p.given.account()).id,
      (await p.given.account()).id,
      (await p.given.account()).id,
    ]
    await add(from, 'Naledi Books', '31 Bath Avenue')
    await add(from, 'naledi books', '31 Bath Avenue')
    await add(from, 'Thabo Tools', '12 Main Road')
    await add(first, 'THABO TOOLS', '12 Main Road')
    const copy = { from_account_id: from, to_account_ids: [first, second] }
    const counts = async (more = {}) =>
      (await clerk.send(accountsApi.copyAddressBook, { ...copy, ...more })).accounts.map(
        ({ added, left_out }) => [added, left_out],
      )
    const planned = [
      [1, 2],
      [2, 1],
    ]
    expect(await counts({ dry_run: true })).toEqual(planned)
    expect(await namesOf(second)).toEqual([])
    // Two users copy at the same moment.
    const both = await Promise.all([counts(), counts()])
    expect(both.map((copied) => copied[1]?.[0]).toSorted()).toEqual([0, 2])
    expect(await namesOf(first)).toEqual(['Naledi Books', 'THABO TOOLS'])
    expect(await namesOf(second)).toEqual(['Naledi Books', 'Thabo Tools'])
    const { audit_events } = await clerk.send(auditApi.events, { type: 'account', object_id: String(second) })
    const added = audit_events.filter(({ type }) => type === 'address_book_entry')
    expect(added.map(({ action, source }) => [action, source])).toEqual([
      ['created', clerk.username],
      ['created', clerk.username],
    ])
  })

  it('[TOOL-011] is limited to staff and to accounts of their company, and rejects copying an account to itself', async () => {
    const accountId = (await p.given.account()).id
    const owner = await p.owner(accountId)
    const foreign = (await (await newProvider()).given.account()).id
    const copied = (by: Caller, to: number) =>
      errorOf(by.send(accountsApi.copyAddressBook, { from_account_id: accountId, to_account_ids: [to] }))
    expect((await copied(owner, (await p.given.account()).id)).status).toBe(403)
    expect((await copied(clerk, foreign)).status).toBe(403)
    expect(await copied(clerk, accountId)).toEqual({
      status: 400,
      message: 'An account cannot receive its own addresses. Remove it from the list.',
    })
  })
})

describe('endpoints of the tools', () => {
  it.each([
    ['POD uploader', 'POST', '/shipments/pod'],
    ['Assign tracking stickers', 'POST', '/tracking-stickers'],
    ['Shipment bulk import', 'POST', '/shipments/bulk-import'],
    ['Users bulk import', 'POST', '/users/import'],
    ['Credit allocations bulk import', 'POST', '/billing/allocations/import'],
    ['Barcode generator', 'POST', '/barcodes'],
    ['Blocked list', 'POST', '/blocked-list'],
    ['Copy address book', 'POST', '/accounts/address-books/copy'],
    ['Third-party integrations', 'POST', '/integrations'],
    ['Bulk update', 'POST', '/shipments/bulk-update'],
  ])(
    '[TOOL-013] return 400 with the required fields to staff, and 401 to guests: %s',
    async (_tool, method, path) => {
      const { status, body } = await clerk.http(method, path, {})
      expect(status).toBe(400)
      expect((body as { errors: object[] }).errors.length).toBeGreaterThan(0)
      expect((await p.guest().http(method, path, {})).status).toBe(401)
    },
  )
})
