import { auditApi } from '@waybill/domain/audit/api'
import { billingApi } from '@waybill/domain/billing/api'
import { claimsApi } from '@waybill/domain/claims/api'
import type { NewClaim } from '@waybill/domain/claims/model'
import type { ClaimState } from '@waybill/domain/claims/states'
import { filesApi } from '@waybill/domain/files/api'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { searchApi } from '@waybill/domain/search/api'
import { settingsApi } from '@waybill/domain/settings/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { mailPort, type Mail } from '../kit/mail/index.ts'

let p: TestProvider
let staff: Caller
let account_id: number
let claimant: Caller
const letters: Mail[] = []

beforeAll(async () => {
  p = await newProvider()
  p.runtime.runtime.adapters.set(mailPort.name, {
    send(mail: Mail) {
      letters.push(mail)
      return Promise.resolve({ message_id: `${letters.length}@test` })
    },
  })
  staff = await p.staff()
  account_id = (await p.given.account()).id
  claimant = await p.owner(account_id)
})

const delivered = (more: Partial<Parameters<TestProvider['given']['shipment']>[0]> = {}): Promise<Shipment> =>
  p.given.shipment({ account_id, status: 'delivered', ...more })

const about = (shipment: Pick<Shipment, 'id'>, more: Partial<NewClaim> = {}): Partial<NewClaim> & object => ({
  shipment_id: shipment.id,
  kind: 'damaged',
  description: 'The vase is in pieces.',
  item_value: 40_000,
  claimed_amount: 40_000,
  ...more,
})
const lodge = async (more: Partial<NewClaim> = {}, by: Caller = claimant) =>
  by.send(claimsApi.lodge, about(await delivered(), more))
const move = (
  claim: { id: number; version: number },
  to: ClaimState,
  more: object = {},
  by: Caller = staff,
) => by.send(claimsApi.move, { id: claim.id, version: claim.version, to, ...more })
const approved = async (more: Partial<NewClaim> = {}, amount = 20_000) =>
  move(await move(await lodge(more), 'in-review'), 'approved', { amount })

async function upload(by: Caller, fileName: string): Promise<string> {
  const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#08c' } })
    .jpeg()
    .toBuffer()
  const granted = await by.send(filesApi.upload, { file_name: fileName, folder: 'shipment-images' })
  const { pathname, search } = new URL(granted.url)
  expect((await p.guest().http('PUT', pathname + search, photo)).status).toBe(200)
  return granted.file_name
}

describe('lodging a claim', () => {
  it('[AUD-017] accepts a claim with a photo from a customer, assigns a CLM number and audits it as a claim', async () => {
    const fileName = await upload(claimant, 'vase.jpg')
    const claim = await lodge({ files: [{ file_name: fileName, display_name: 'Vase' }] })
    expect(claim).toMatchObject({
      state: 'submitted',
      pay_by: 'account-credit',
      account_id,
      is_after_window: false,
    })
    expect(claim.display_id).toMatch(/^CLM\d{6}$/)
    const { events, parcels, evidence } = await claimant.send(claimsApi.detail, { id: claim.id })
    expect(parcels.map(({ id }) => id)).toEqual(claim.parcel_ids)
    expect(evidence).toBeNull()
    expect(events).toMatchObject([{ state: 'submitted', files: [{ display_name: 'Vase', type: 'image' }] }])
    const address = new URL(events[0]?.files[0]?.url ?? '')
    expect((await p.guest().http('GET', address.pathname + address.search)).status).toBe(200)
    const { audit_events } = await staff.send(auditApi.events, { type: 'claim', object_id: String(claim.id) })
    expect(audit_events).toMatchObject([
      { audit_type: 'claim', action: 'created', source: claimant.username },
    ])
    const hit = await claimant.send(searchApi.navSearch, { search_query: claim.display_id.toLowerCase() })
    expect(hit).toMatchObject({ type: 'claim', data: { id: claim.id, reference: claim.display_id } })
  })

  it('is within the window on its last day, and after it on the next day', async () => {
    const shipments = [await delivered(), await delivered(), await delivered()] as const
    const contactEmail = 'claims@fynbos.example'
    const first = await claimant.send(claimsApi.lodge, about(shipments[0]))
    const lastDay = startOfDay(first.lodge_until ?? '').getTime()
    try {
      p.runtime.setNow(new Date(lastDay + day_ms - 1))
      const onTime = await claimant.send(claimsApi.lodge, about(shipments[1]))
      expect(onTime).toMatchObject({ lodge_until: first.lodge_until, is_after_window: false })
      p.runtime.setNow(new Date(lastDay + day_ms))
      expect((await errorOf(claimant.send(claimsApi.lodge, about(shipments[2])))).status).toBe(400)
      expect(
        await staff.send(claimsApi.lodge, about(shipments[2], { contact_email: contactEmail })),
      ).toMatchObject({
        is_after_window: true,
      })
    } finally {
      p.runtime.setNow(null)
    }
  })

  it('lodges a repeated request once, and only one claim for the same parcels', async () => {
    const shipment = await delivered()
    const send = (key: string) => claimant.send(claimsApi.lodge, about(shipment), { key })
    expect((await send('claim-once')).id).toBe((await send('claim-once')).id)
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        errorOf(claimant.send(claimsApi.lodge, about(shipment, { kind: 'lost' }))),
      ),
    )
    expect(
      outcomes.every(({ message }) => /^Claim CLM\d{6} is already submitted for parcel /.test(message)),
    ).toBe(true)
    const other = await delivered()
    const atOnce = await Promise.all(
      Array.from({ length: 4 }, () => errorOf(claimant.send(claimsApi.lodge, about(other)))),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  it('returns field errors, and rejects foreign files, uncollected shipments and shipments of other accounts', async () => {
    const shipment = await delivered()
    const reply = await claimant.http('POST', '/claims', {
      shipment_id: shipment.id,
      kind: 'damaged',
      pay_by: 'bank',
    })
    expect((reply.body as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'description',
      'item_value',
      'claimed_amount',
      'bank_details',
    ])
    const foreign = await upload(staff, 'not-mine.jpg')
    expect(
      await errorOf(
        claimant.send(
          claimsApi.lodge,
          about(shipment, { files: [{ file_name: foreign, display_name: undefined }] }),
        ),
      ),
    ).toMatchObject({ status: 400, message: expect.stringMatching(/was not uploaded/) as string })
    const fresh = await p.given.shipment({ account_id })
    expect((await errorOf(claimant.send(claimsApi.lodge, about(fresh)))).message).toMatch(
      /has not been collected/,
    )
    const { refusal, kinds } = await claimant.send(claimsApi.ofShipment, { shipment_id: fresh.id })
    expect(refusal).toMatch(/has not been collected/)
    expect(kinds.find(({ kind }) => kind === 'late')?.refusal).toMatch(/ECO is not guaranteed/)
    const stranger = await p.owner()
    expect(await errorOf(stranger.send(claimsApi.lodge, about(shipment)))).toMatchObject({ status: 404 })
  })

  it('are visible only to their own account and company', async () => {
    const claim = await lodge()
    const stranger = await p.owner()
    const foreigner = await (await newProvider()).staff()
    for (const by of [stranger, foreigner]) {
      expect(await errorOf(by.send(claimsApi.detail, { id: claim.id }))).toMatchObject({ status: 404 })
      expect(await errorOf(move(claim, 'closed', {}, by))).toMatchObject({ status: 404 })
      expect(await errorOf(by.send(claimsApi.say, { id: claim.id, message: 'x' }))).toMatchObject({
        status: 404,
      })
      expect((await by.send(claimsApi.list, {})).claims.map(({ id, account_id: of }) => [id, of])).toEqual([])
      expect(await errorOf(by.send(searchApi.navSearch, { search_query: claim.display_id }))).toMatchObject({
        status: 404,
      })
    }
    const hub = await p.user(12)
    expect(await errorOf(hub.send(claimsApi.list, {}))).toMatchObject({ status: 403 })
    const found = await staff.send(claimsApi.list, {
      state: ['submitted'],
      account_id: [account_id],
      search: claim.tracking_reference,
    })
    expect(found.claims.map(({ id }) => id)).toEqual([claim.id])
  })
})

describe('handling of a claim', () => {
  it('goes from a question to a partial approval and a credit, with e-mails to the claimant', async () => {
    letters.length = 0
    const first = await lodge({ contact_email: 'claims@overberg.example' })
    const awaitingInformation = await move(await move(first, 'in-review'), 'needs-information', {
      message: 'Please send the invoice.',
      reason: 'No proof of value',
    })
    const answered = await move(awaitingInformation, 'in-review', { message: 'Here it is.' }, claimant)
    const yes = await move(answered, 'approved', { amount: 20_000, message: 'Half of the set was whole.' })
    const paid = await move(yes, 'paid')
    expect(paid).toMatchObject({ state: 'paid', approved_amount: 20_000 })
    const { transactions } = await staff.send(billingApi.transactions, { id: paid.transaction_id ?? 0 })
    expect(transactions).toMatchObject([
      {
        type: 'admin-credit',
        sub_type: 'claim',
        amount: 20_000,
        account_id,
        description: `Claim ${paid.display_id}`,
      },
    ])
    const { events } = await claimant.send(claimsApi.detail, { id: paid.id })
    expect(
      events.map(({ state, reason, author }) => [state, reason, author === '' ? 'us' : 'claimant']),
    ).toEqual([
      ['submitted', '', 'claimant'],
      ['in-review', '', 'us'],
      ['needs-information', '', 'us'],
      ['in-review', '', 'claimant'],
      ['approved', '', 'us'],
      ['paid', '', 'us'],
    ])
    await p.settle()
    expect(
      letters.filter(({ to }) => to[0] === 'claims@overberg.example').map(({ subject }) => subject.slice(11)),
    ).toEqual([
      'we have received your claim',
      'we are looking at your claim',
      'we need more information from you',
      'your claim is approved',
      'your claim is paid',
    ])
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ link }) => link === `/claims/${paid.id}`)).toHaveLength(2)
  })

  it('pays by bank without changing the balance, and only once for concurrent requests', async () => {
    const claim = await approved({ pay_by: 'bank', bank_details: 'FNB 62000000001, Overberg Books' })
    const before = await staff.send(billingApi.balance, { account_id })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => errorOf(move(claim, 'paid'))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await staff.send(billingApi.balance, { account_id })).balance).toBe(before.balance)
    const { transactions } = await staff.send(billingApi.transactions, { account_id, limit: 100 })
    expect(
      transactions
        .filter(({ description }) => description === `Claim ${claim.display_id}`)
        .map(({ type, sub_type, amount }) => [type, sub_type, amount])
        .sort(),
    ).toEqual([
      ['admin-credit', 'claim', 20_000],
      ['refund', 'claim', -20_000],
    ])
    const again = await staff.send(claimsApi.list, { id: [claim.id] })
    expect(await errorOf(move(again.claims[0] ?? claim, 'paid'))).toMatchObject({ status: 400 })
  })

  it('stays approved when the ledger rejects the payment because the books are closed', async () => {
    const closed = await newProvider()
    const by = await closed.staff()
    const lodged = await by.send(
      claimsApi.lodge,
      about(await closed.given.shipment({ status: 'delivered' }), { contact_email: 'riaan@example.com' }),
    )
    const claim = await move(await move(lodged, 'in-review', {}, by), 'approved', { amount: 20_000 }, by)
    await by.send(settingsApi.save, { settings: [{ key: 'accounting_lock_date', value: '2099-01-01' }] })
    expect((await errorOf(move(claim, 'paid', {}, by))).message).toMatch(/^The books are closed up to/)
    const { claim: now } = await by.send(claimsApi.detail, { id: claim.id })
    expect(now).toMatchObject({ state: 'approved', transaction_id: null, version: claim.version })
  })

  it('limits the approved amount to the liability and explains the limit', async () => {
    const claim = await move(await lodge(), 'in-review')
    const { evidence } = await staff.send(claimsApi.detail, { id: claim.id })
    expect(evidence).toMatchObject({ most: 25_000, is_covered: false })
    expect(evidence?.earlier_count).toBeGreaterThan(0)
    expect(await errorOf(move(claim, 'approved', { amount: 25_001 }))).toMatchObject({
      status: 400,
      message: 'At most R 250.00 may be approved. Without cover we are liable for at most R 250.00.',
    })
    const service = await p.user(13)
    expect(await errorOf(move(claim, 'approved', { amount: 100 }, service))).toMatchObject({ status: 403 })
    expect(await errorOf(move(claim, 'rejected'))).toMatchObject({
      message: 'Tell the customer why the claim is rejected.',
    })
    const no = await move(claim, 'rejected', { message: 'The box was sealed.' })
    const back = await move(no, 'in-review', { message: 'New photos came.' })
    expect((await move(back, 'approved', { amount: 25_000 })).approved_amount).toBe(25_000)
  })

  it('accepts changes only with the current version and while the claim is open', async () => {
    const claim = await lodge()
    const change = (version: number, more: object, by: Caller = claimant) =>
      by.send(claimsApi.change, { id: claim.id, version, ...more })
    const changed = await change(claim.version, { claimed_amount: 30_000 })
    expect(changed.claimed_amount).toBe(30_000)
    expect(await errorOf(change(claim.version, { claimed_amount: 1 }))).toMatchObject({ status: 409 })
    expect(await errorOf(change(changed.version, { claimed_amount: 90_000 }))).toMatchObject({
      status: 400,
    })
    const gone = await move(changed, 'closed', { message: 'We found it.' }, claimant)
    expect(await errorOf(change(gone.version, { description: 'x' }))).toMatchObject({ status: 400 })
    expect(await errorOf(claimant.send(claimsApi.say, { id: claim.id, message: 'Hello?' }))).toMatchObject({
      message: `${claim.display_id} is closed. Lodge a new claim if you need to add something.`,
    })
  })

  it('sends no e-mail to a blocked address', async () => {
    letters.length = 0
    const { blockedListApi } = await import('@waybill/domain/blocked-list/api')
    await staff.send(blockedListApi.block, {
      type: 'email-address',
      value: 'stop@overberg.example',
      reason: 'asked',
    })
    await lodge({ contact_email: 'stop@overberg.example' })
    await p.settle()
    expect(letters.filter(({ to }) => to[0] === 'stop@overberg.example')).toEqual([])
  })

  it('rejects requests when claims are switched off in the settings', async () => {
    const off = await newProvider({ claims_enabled: false })
    const by = await off.staff()
    expect((await errorOf(by.send(claimsApi.list, {}))).message).toMatch(/^Claims are switched off/)
    const shipment = await off.given.shipment({ status: 'delivered' })
    expect((await errorOf(by.send(claimsApi.lodge, about(shipment)))).status).toBe(403)
  })
})
