import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { applyPriceLists } from './price-lists.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

afterEach(async () => (await testRuntime()).setNow(null))

describe('account list', () => {
  let p: TestProvider
  let staff: Caller
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    p = await newProvider()
    staff = await p.staff()
    const { CPT, DBN } = p.map.branches
    const make = async (name: string, more: Parameters<typeof p.given.account>[0]) => {
      ids[name] = (await p.given.account({ name, ...more })).id
    }
    await make('Aloe Atelier', { account_code: 'ALO001', branch_id: CPT, rate_group_id: 2 })
    await make('Baobab Books', { account_code: 'BAO002', branch_id: DBN, account_type: 'prepaid' })
    await make('Cycad Candles', { account_code: 'CYC003', branch_id: CPT })
    await staff.send(accountsApi.change, {
      id: ids['Aloe Atelier'] ?? 0,
      tags: ['Key', 'Retail'],
      custom_fields: { salesperson: 'Sipho' },
    })
    await staff.send(accountsApi.change, {
      id: ids['Baobab Books'] ?? 0,
      tags: ['Retail'],
      custom_fields: { salesperson: 'Ayanda' },
      is_on_hold: true,
      hold_message: 'Unpaid',
    })
    await staff.send(accountsApi.close, { id: ids['Cycad Candles'] ?? 0, reason: 'Gone' })
  })

  const names = async (filter: Parameters<typeof staff.send<typeof accountsApi.list>>[1], who = staff) =>
    (await who.send(accountsApi.list, { limit: 100, ...filter })).accounts
      .map(({ name }) => name)
      .filter((name) => name in ids)

  it.each([
    ['search by name', { search: 'baobab' }, ['Baobab Books']],
    ['search by code', { search: 'alo0' }, ['Aloe Atelier']],
    ['type', { account_type: ['prepaid'] }, ['Baobab Books']],
    ['status open', { status: ['open'] }, ['Aloe Atelier', 'Baobab Books']],
    ['status closed', { status: ['closed'] }, ['Cycad Candles']],
    ['branch', { branch_id: ['CPT'] }, ['Aloe Atelier', 'Cycad Candles']],
    ['price list', { rate_group_id: [2] }, ['Aloe Atelier']],
    ['one tag', { tag: ['key'] }, ['Aloe Atelier']],
    ['any of two tags', { tag: ['KEY', 'Retail'] }, ['Aloe Atelier', 'Baobab Books']],
    ['hold', { is_on_hold: true }, ['Baobab Books']],
    ['salesperson', { salesperson: ['ayanda'] }, ['Baobab Books']],
    ['several at once', { tag: ['retail'], account_type: ['postpaid'] }, ['Aloe Atelier']],
  ])('[ACC-012] filters by %s', async (_, filter, expected) => {
    const branchId = 'branch_id' in filter ? [p.map.branches.CPT] : undefined
    expect(await names({ ...filter, branch_id: branchId } as never)).toEqual(expected)
  })

  it('orders search results by exact match, then prefix match, then name', async () => {
    const own = await newProvider()
    const office = await own.staff()
    for (const [name, accountCode] of [
      ['Aloe and Kalk Traders', 'AKT001'],
      ['Kalk Bay Books', 'KBB002'],
      ['Zebra Lime', 'KALK'],
    ] as const)
      await own.given.account({ name, account_code: accountCode })
    const found = await office.send(accountsApi.list, { search: 'kalk' })
    expect(found.accounts.map(({ name }) => name)).toEqual([
      'Zebra Lime',
      'Kalk Bay Books',
      'Aloe and Kalk Traders',
    ])
    const byName = await office.send(accountsApi.list, { search: 'kalk', order_by: 'name' })
    expect(byName.accounts[0]?.name).toBe('Aloe and Kalk Traders')
  })

  it('[ACC-005] [ACC-012] filters by computed status', async () => {
    const own = await newProvider()
    const office = await own.staff()
    const [busy, quiet, late] = [
      await own.given.account(),
      await own.given.account(),
      await own.given.account({ payment_terms: 30 }),
    ]
    await own.given.shipment({ account_id: late.id, status: 'collected' })
    await office.send(billingApi.runInvoices, { account_id: late.id })
    own.runtime.setNow(new Date(Date.now() + 100 * day_ms))
    await own.given.shipment({ account_id: busy.id })
    const list = async (status: string[]) =>
      (await office.send(accountsApi.list, { status, account_type: ['postpaid'] })).accounts.map(
        ({ id }) => id,
      )
    expect(await list(['active'])).toEqual([busy.id])
    expect(await list(['inactive'])).toEqual([quiet.id])
    expect(await list(['overdue'])).toEqual([late.id])
    expect(new Set(await list(['overdue', 'active']))).toEqual(new Set([busy.id, late.id]))
  })

  it('[ACC-012] returns the tags and salespeople in use and the price lists to staff only', async () => {
    const { price_lists, ...choices } = await staff.send(accountsApi.choices, {})
    expect(choices).toEqual({ tags: ['Key', 'Retail'], salespeople: ['Ayanda', 'Sipho'] })
    expect(price_lists.map(({ id }) => id)).toContain(2)
    const owner = await p.owner(ids['Aloe Atelier'])
    expect((await errorOf(owner.send(accountsApi.choices, {}))).status).toBe(403)
    const [own] = (await owner.send(accountsApi.list, {})).accounts
    expect(own).toMatchObject({ tags: [], next_rate_group_id: null })
  })

  it('[ACC-023] returns the account tags in general data for staff', async () => {
    const { account_tags } = await staff.send(startupApi.generalData, {})
    expect(account_tags.map(({ type, name }) => [type, name])).toEqual([
      ['account', 'Key'],
      ['account', 'Retail'],
    ])
  })

  it('[ACC-022] returns the ageing of outstanding amounts for accounts the caller can access', async () => {
    const { id } = await p.given.account({ payment_terms: 30 })
    const other = await p.given.account()
    for (const accountId of [id, other.id])
      await staff.send(billingApi.post, {
        account_id: accountId,
        type: 'admin-debit',
        amount: 20_000,
        description: 'x',
      })
    await staff.send(billingApi.runInvoices, { account_id: id })
    const ageing = async (who: Caller) => (await who.send(billingApi.ageing, { ids: [id, other.id] })).ageing
    const owed = { account_id: id, days_60: 0, days_90: 0, days_120: 0 }
    expect(await ageing(staff)).toEqual([{ ...owed, current: 20_000, days_30: 0 }])
    p.runtime.setNow(new Date(Date.now() + 45 * day_ms))
    expect(await ageing(await p.owner(id))).toEqual([{ ...owed, current: 0, days_30: 20_000 }])
    expect(await ageing(await p.owner(other.id))).toEqual([])
    const blind = await p.user(9, { account_id: id })
    expect((await errorOf(ageing(blind))).status).toBe(403)
  })

  it('[ACC-022] returns the time of the account’s last booking', async () => {
    const { id } = await p.given.account()
    const last = async () => (await staff.send(accountsApi.list, { id: [id] })).accounts[0]?.last_shipment
    expect(await last()).toBeNull()
    const shipment = await p.given.shipment({ account_id: id })
    expect(await last()).toEqual(shipment.time_created)
  })
})

describe('account settings', () => {
  let p: TestProvider
  let staff: Caller
  beforeEach(async () => {
    p = await newProvider()
    staff = await p.staff()
  })
  const save = (who: Caller, accountId: number | undefined, settings: { key: string; value: unknown }[]) =>
    who.send(accountsApi.saveSettings, { account_id: accountId, settings })

  it('[ACC-017] are saved by the owner or staff and removed with null, and other account users get 403', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    const { account_settings } = await save(owner, undefined, [
      { key: 'AUTO_ADD_ADDRESS_BOOK', value: false },
      { key: 'default_label_format', value: 'zpl' },
    ])
    expect(account_settings.map(({ key, value }) => [key, value])).toEqual([
      ['auto_add_address_book', 'false'],
      ['default_label_format', 'zpl'],
    ])
    expect(
      (await save(staff, id, [{ key: 'default_label_format', value: null }])).account_settings,
    ).toHaveLength(1)
    const plain = await p.user(6, { account_id: id })
    expect(
      (await errorOf(save(plain, undefined, [{ key: 'default_label_format', value: 'pdf' }]))).status,
    ).toBe(403)
  })

  it.each([
    [[{ key: 'shoe_size', value: 9 }], 'Accounts have no setting shoe_size.'],
    [[{ key: 'vat_percentage', value: 0 }], 'Accounts have no setting vat_percentage.'],
    [[{ key: 'default_label_format', value: 'gold' }], 'This is not a valid value for default_label_format.'],
    [
      [{ key: 'collection_time_from', value: '25:00' }],
      'This is not a valid value for collection_time_from.',
    ],
  ])('[ACC-017] rejects %j and saves nothing', async (settings, message) => {
    const { id } = await p.given.account()
    const sent = [{ key: 'auto_add_address_book', value: true }, ...settings]
    expect(await errorOf(save(staff, id, sent))).toEqual({ status: 400, message })
    expect((await staff.send(accountsApi.settings, { account_id: id })).count).toBe(0)
  })

  it('[ACC-016] returns the account’s own option list in general data, next to the company’s', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    await save(owner, undefined, [{ key: 'parcel_categories', value: ['Books', 'Magazines'] }])
    const { account_settings, provider_settings } = await owner.send(startupApi.generalData, {})
    expect(account_settings).toEqual({ parcel_categories: ['Books', 'Magazines'] })
    expect(provider_settings.parcel_categories).toContain('Documents')
  })
})

describe('planned price list', () => {
  let p: TestProvider
  let staff: Caller
  beforeEach(async () => {
    p = await newProvider()
    staff = await p.staff()
  })
  const soon = (days: number) => new Date(Date.now() + days * day_ms).toISOString().slice(0, 10)
  const read = async (id: number) => (await staff.send(accountsApi.list, { id: [id] })).accounts[0]
  const plan = (id: number, nextRateGroupId: number, nextRateGroupDate?: string) =>
    staff.send(accountsApi.change, {
      id,
      next_rate_group_id: nextRateGroupId,
      next_rate_group_date: nextRateGroupDate,
    })

  it('[ACC-022] sets prices from its first day, is displayed until then, and is applied by the scheduled job once', async () => {
    const { id } = await p.given.account({ rate_group_id: 1 })
    const price = async () => {
      const { account_id: _none, ...sent } = booking()
      const { rates } = await staff.send(ratesApi.price, { ...sent, account_id: id })
      return rates.find(({ service_level }) => service_level.code === 'ECO')?.rate
    }
    const now = await price()
    await plan(id, 2, soon(10))
    expect(await read(id)).toMatchObject({
      current_rate_group_id: 1,
      next_rate_group_id: 2,
      next_rate_group_date: soon(10),
      next_rate_group_name: expect.any(String),
    })
    expect(await price()).toBe(now)
    p.runtime.setNow(new Date(Date.now() + 11 * day_ms))
    const then = await price()
    expect(then).not.toBe(now)
    expect((await read(id))?.current_rate_group_id).toBe(1)
    await applyPriceLists(await jobOf(p))
    expect(await read(id)).toMatchObject({
      current_rate_group_id: 2,
      next_rate_group_id: null,
      next_rate_group_date: null,
    })
    expect(await price()).toBe(then)
    const { version } = (await read(id)) ?? {}
    await applyPriceLists(await jobOf(p))
    expect((await read(id))?.version).toBe(version)
  })

  it('[ACC-022] is cancelled with 0, and rejects an unknown or current price list and a day that is not in the future', async () => {
    const { id } = await p.given.account()
    await plan(id, 2, soon(10))
    await plan(id, 0)
    expect(await read(id)).toMatchObject({ next_rate_group_id: null, next_rate_group_date: null })
    expect((await errorOf(plan(id, 99, soon(10)))).message).toMatch(/^There is no price list 99/)
    expect((await errorOf(plan(id, 1, soon(10)))).message).toMatch(
      /^The account already has this price list\./,
    )
    for (const day of [undefined, soon(0), soon(-3)])
      expect((await errorOf(plan(id, 2, day))).message).toMatch(/^Choose a day after today/)
  })
})

describe('proof of delivery method of a shipment', () => {
  it('[ACC-009] uses the shipment’s method where allowed, otherwise the account’s, otherwise the company’s', async () => {
    const p = await newProvider({ default_pod_method: 'grv' })
    const staff = await p.staff()
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    const book = async (who: Caller, more: object = {}) => {
      const accountId = who === staff ? id : undefined
      return (await who.send(shipmentsApi.create, booking({ account_id: accountId, ...more }))).pod_method
    }
    expect(await book(owner)).toBe('grv')
    await staff.send(accountsApi.change, { id, pod_method: 'pin-with-fallback' })
    expect(await book(owner)).toBe('pin-with-fallback')
    expect(await book(owner, { pod_method: 'grv' })).toBe('pin-with-fallback')
    expect(await book(staff, { pod_method: 'grv' })).toBe('grv')
    await staff.send(accountsApi.change, { id, pod_method_visible_on_shipment: true })
    expect(await book(owner, { pod_method: 'grv' })).toBe('grv')
  })
})

describe('cost centres of a booking', () => {
  const account = async (settings: object) => {
    const p = await newProvider({ ...settings })
    const staff = await p.staff()
    const { id } = await p.given.account()
    const { cost_centers } = await staff.send(accountsApi.change, {
      id,
      cost_centers: [
        { name: 'Sales', code: 'S1' },
        { name: 'Old', is_active: false },
      ],
    })
    const [sales, old] = cost_centers ?? []
    const owner = await p.owner(id)
    const book = (more: object = {}, who = owner) =>
      who.send(shipmentsApi.create, booking({ ...(who === owner ? {} : { account_id: id }), ...more }))
    return { p, staff, id, sales, old, owner, book }
  }

  it('[SET-110] [ACC-027] require an account user to choose an active cost centre of the account', async () => {
    const { p, staff, id, sales, old, book } = await account({ enable_cost_centers: true })
    expect(await errorOf(book())).toEqual({ status: 400, message: 'Cost centre is required.' })
    expect((await errorOf(book({ cost_center_id: old?.id }))).message).toMatch(
      /does not belong to this account/,
    )
    const stored = await book({ cost_center_id: sales?.id })
    expect(stored).toMatchObject({ cost_center: { name: 'Sales' }, cost_center_id: sales?.id })
    expect(await book({ cost_center: { name: 's1' } })).toMatchObject({ cost_center_id: sales?.id })
    expect((await book({}, staff)).cost_center).toBeUndefined()
    const key = await p.apiKey(id)
    expect(
      (await key.send(shipmentsApi.create, booking({ cost_center: { name: 'Free text' } }))).cost_center,
    ).toEqual({ name: 'Free text' })
  })

  it('[ACC-027] may be omitted when not required or when the feature is off', async () => {
    const optional = await account({ enable_cost_centers: true, cost_center_required: false })
    expect((await optional.book()).cost_center).toBeUndefined()
    const off = await account({})
    expect((await off.book()).cost_center).toBeUndefined()
  })
})
