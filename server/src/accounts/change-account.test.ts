import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertRole } from '../identity/index.ts'
import { address, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const read = async (id: number, who = staff) => (await who.send(accountsApi.list, { id: [id] })).accounts[0]
type Change = Parameters<typeof staff.send<typeof accountsApi.change>>[1]
const change = (id: number, more: Change, who = staff) => who.send(accountsApi.change, { id, ...more })
const refused = (id: number, more: Change, who = staff) => errorOf(change(id, more, who))

it('rejects an account change based on an older version with 409 and overwrites nothing', async () => {
  const { id } = await p.given.account({ name: 'Overberg Books' })
  const version = (await read(id))?.version ?? undefined
  expect(version).toBeTypeOf('number')
  await change(id, { version, name: 'Theirs' })
  expect((await refused(id, { version, name: 'Mine' })).status).toBe(409)
  expect((await read(id))?.name).toBe('Theirs')
})

describe('changing account fields', () => {
  it('[ACC-001] [ACC-002] [ACC-011] stores all fields and returns them', async () => {
    const { id } = await p.given.account({ account_type: 'prepaid' })
    const fields = {
      name: 'Overberg Books',
      account_code: 'OVB014',
      account_type: 'postpaid' as const,
      credit_limit: 2_000_000,
      payment_terms: 14,
      invoice_frequency: 'weekly' as const,
      invoice_frequency_time: 5,
      invoice_allocation_method: 'manual' as const,
      tracking_prefix: 'OVB',
      override_tracking_prefixes: true,
      is_third_party: true,
      billing_contact: { name: 'Lindiwe', email: 'lindiwe@ob.example', mobile_number: '0821234567' },
      support_email: 'help@ob.example',
      vat_number: '4123456789',
      registration_number: '2019/1',
      temp_disable_auto_hold: true,
      disable_auto_hold: true,
      disable_account_in_arrears_checks: true,
      force_show_billing_transactions: true,
      charge_discrepancy_threshold_override: 1500,
      pod_method: 'grv' as const,
      pod_method_visible_on_shipment: true,
      include_unencrypted_pod_pin: true,
      disable_out_for_delivery_sms: true,
      disable_out_for_delivery_email: true,
      disable_driver_app_notification_sms: true,
      disable_driver_app_notification_email: true,
      allow_cancelling_failed_collections: true,
      customer_reference_required: true,
      customer_reference_prefix: 'PO',
      invoice_trigger_shipment_status: 'delivered',
      invoice_trigger_shipment_status_for_month_end: 'collected',
      trading_start_date: new Date('2026-03-01T00:00:00Z'),
      branch_id: p.map.branches.DBN,
      current_rate_group_id: 2,
      tags: ['Key'],
      custom_fields: { salesperson: 'Sipho', vat_number: '1' },
      cost_centers: [{ name: 'Sales', code: 'S1' }],
      parcel_types: [{ name: 'Book box', length: 30, width: 20, height: 15, weight: 4, is_default: true }],
    }
    const { billing_contact, cost_centers, parcel_types, ...plain } = fields
    await change(id, fields)
    const account = await read(id)
    expect(account).toMatchObject({ ...plain, branch_name: 'DBN' })
    expect(account?.billing_contact).toMatchObject({ ...billing_contact, account_id: id })
    expect(account?.cost_centers).toMatchObject([{ ...cost_centers[0], is_active: true }])
    expect(account?.parcel_types).toEqual([{ ...parcel_types[0], declared_value: null }])
    expect((await change(id, { support_email: '', tracking_prefix: '' })).support_email).toBeUndefined()
  })

  it('[ACC-011] rejects invalid values with 400 and a message, and changes nothing', async () => {
    const { id } = await p.given.account({ name: 'Overberg Books', account_code: 'OVB014' })
    await p.given.account({ account_code: 'TAKEN2' })
    const before = await read(id)
    const sentences: [Change, RegExp][] = [
      [{ name: ' ' }, /^Give the account a name/],
      [{ account_code: 'x' }, /^An account code is 2 to 20/],
      [{ account_code: 'taken2' }, /^Another account has the code TAKEN2/],
      [{ account_type: 'guest' }, /^A company has one guest account/],
      [{ credit_limit: -1 }, /^The credit limit must be 0 or more/],
      [{ payment_terms: 366 }, /^The days to pay must be 0 to 365/],
      [{ invoice_frequency_time: 7 }, /^The weekday must be/],
      [{ tracking_prefix: 'A-B' }, /^A tracking prefix is letters and digits/],
      [{ billing_contact: { email: 'lindiwe' } }, /^lindiwe is not an email address/],
      [{ support_email: 'a@b.example, nobody' }, /^nobody is not an email address/],
      [{ branch_id: 999_999 }, /^There is no branch 999999/],
      [{ current_rate_group_id: 99 }, /^There is no price list 99/],
      [{ custom_fields: { monthly_volume: 'lots' } }, /^Choose one of the options of Monthly volume/],
      [{ custom_fields: { shoe_size: '9' } }, /^There is no field shoe_size/],
      [{ cost_centers: [{ name: 'A' }, { name: 'a' }] }, /^Another cost centre is named a/],
      [{ cost_centers: [{ id: 4, name: 'A' }] }, /^Cost centre 4 does not belong to this account/],
      [{ parcel_types: [{ name: 'A', weight: -1 }] }, /^Must be 0 or more/],
      [
        {
          parcel_types: [
            { name: 'A', is_default: true },
            { name: 'B', is_default: true },
          ],
        },
        /^Only one parcel type can be the default/,
      ],
      [{ default_collection_address_id: 1 }, /^Choose an address from the address book/],
    ]
    for (const [more, sentence] of sentences) {
      const error = await refused(id, more)
      expect([JSON.stringify(more), error.status]).toEqual([JSON.stringify(more), 400])
      expect(error.message).toMatch(sentence)
    }
    expect(await read(id)).toEqual(before)
    expect((await refused(p.guest_account_id, { account_type: 'prepaid' })).message).toMatch(
      /^A company has one/,
    )
  })

  it('[ACC-001] rejects a new account code once the account has invoices', async () => {
    const { id, account_code } = await p.given.account()
    expect((await change(id, { account_code: 'fresh1' })).account_code).toBe('FRESH1')
    await p.given.shipment({ account_id: id, status: 'collected' })
    await staff.send(billingApi.runInvoices, { account_id: id })
    expect((await refused(id, { account_code })).message).toMatch(/^The code FRESH1 is on invoices/)
  })

  it('[ACC-011] lets an owner change their own details and none of the company’s fields', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    await change(id, { name: 'Overberg Books', support_email: 'a@b.example', pod_method: 'grv' }, owner)
    expect(await read(id)).toMatchObject({ name: 'Overberg Books', pod_method: 'grv' })
    for (const more of [
      { credit_limit: 1 },
      { is_on_hold: false },
      { tags: ['Key'] },
      { current_rate_group_id: 2 },
      { payment_terms: 90 },
      { next_rate_group_id: 2 },
    ] as Change[])
      expect((await refused(id, more, owner)).message).toMatch(/^Only the courier company may change/)
    expect((await refused(id, { custom_fields: { salesperson: 'x' } }, owner)).status).toBe(400)
    const other = await p.given.account()
    expect((await refused(other.id, { name: 'x' }, owner)).status).toBe(404)
  })

  it('[ACC-011] requires specific staff permissions for codes, limits, price lists and holds', async () => {
    const { id } = await p.given.account()
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 81,
        name: 'Clerk',
        label: 'Clerk',
        permissions: ['API_/accounts:*'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const clerk = await p.user(81)
    expect((await refused(id, { vat_number: '4' }, clerk)).status).toBe(200)
    for (const more of [
      { account_code: 'NEW1' },
      { credit_limit: 1 },
      { current_rate_group_id: 2 },
      { next_rate_group_id: 0 },
      { is_on_hold: true },
      { disable_auto_hold: true },
      { temp_disable_auto_hold: true },
    ] as Change[])
      expect((await refused(id, more, clerk)).message).toMatch(
        /^You may not change .* with the permission INLINE_/,
      )
  })

  it('[ACC-002] hides answers for staff only from the account and merges new answers', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    await change(id, { custom_fields: { salesperson: 'Sipho', company_registration: '2019/1' } })
    await change(id, { custom_fields: { how_did_you_hear: 'Radio' } }, owner)
    expect((await read(id))?.custom_fields).toEqual({
      salesperson: 'Sipho',
      company_registration: '2019/1',
      how_did_you_hear: 'Radio',
    })
    expect((await read(id, owner))?.custom_fields).toEqual({
      company_registration: '2019/1',
      how_did_you_hear: 'Radio',
    })
    await change(id, { custom_fields: { how_did_you_hear: '' } }, owner)
    expect(Object.keys((await read(id))?.custom_fields ?? {})).toEqual([
      'salesperson',
      'company_registration',
    ])
  })

  it('[ACC-027] keeps the ids of cost centres and does not reuse a removed id', async () => {
    const { id } = await p.given.account()
    const first =
      (await change(id, { cost_centers: [{ name: 'Sales' }, { name: 'Stores' }] })).cost_centers ?? []
    const [sales, stores] = first
    const next = await change(id, { cost_centers: [{ id: stores?.id, name: 'Stores', is_active: false }] })
    expect(next.cost_centers).toMatchObject([{ id: stores?.id, name: 'Stores', is_active: false }])
    const again = await change(id, { cost_centers: [{ name: 'Sales' }] })
    expect(again.cost_centers?.[0]?.id).not.toBe(sales?.id)
  })

  it('accepts only addresses of the account’s address book as default collection address, and adds a new one to it', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    const theirs = await p.given.account()
    const place = { address: address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC') }
    const { default_collection_address_id } = await change(theirs.id, { default_collection_address: place })
    expect(default_collection_address_id).toBeGreaterThan(0)
    // Addresses are shared within a company, so an id must not reveal an address that is not in the account's own
    // address book.
    expect((await refused(id, { default_collection_address_id }, owner)).message).toMatch(
      /^Choose an address/,
    )
    const mine = await change(id, { default_collection_address: { ...place, contact_name: 'Riaan' } }, owner)
    expect(mine.default_collection_address).toMatchObject({ local_area: 'Epping' })
    const book = await owner.send(accountsApi.addressBook, {})
    expect(book.address_books).toMatchObject([{ contact_name: 'Riaan', address: { local_area: 'Epping' } }])
    await change(id, { default_collection_address: place }, owner)
    expect((await owner.send(accountsApi.addressBook, {})).count).toBe(1)
  })
})
