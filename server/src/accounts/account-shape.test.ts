import { sql } from 'kysely'
import { accountsApi } from '@waybill/domain/accounts/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, expect, it } from 'vitest'
import { booking, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  staff = await p.staff()
})

it('[ACC-001] [ACC-010] returns an account by id with its stored fields', async () => {
  const { id } = await p.given.account({ name: 'Overberg Books', balance: 12_300 })
  await p.given.account()
  await p.inTransaction((ctx) =>
    ctx.db
      .updateTable('account')
      .set({
        credit_limit: 500_000,
        is_on_hold: true,
        temp_disable_auto_hold: true,
        force_show_billing_transactions: true,
        tracking_prefix: 'OVB',
        invoice_frequency: 'weekly',
        invoice_frequency_time: 3,
      })
      .where('id', '=', id)
      .execute(),
  )
  const { body } = await staff.http('GET', `/accounts?id=${id}`)
  const { accounts, count } = body as { accounts: Record<string, unknown>[]; count: number }
  expect(count).toBe(1)
  expect(accounts[0]).toMatchObject({
    id,
    name: 'Overberg Books',
    account_code: expect.stringMatching(/./),
    account_type: 'postpaid',
    balance: 123,
    credit_limit: 5000,
    is_on_hold: true,
    temp_disable_auto_hold: true,
    force_show_billing_transactions: true,
    tracking_prefix: 'OVB',
    invoice_frequency: 'weekly',
    invoice_frequency_time: 3,
  })
})

it('[ACC-004] allows only the account types prepaid, postpaid and guest', async () => {
  for (const accountType of ['prepaid', 'postpaid'] as const) {
    const { id } = await p.given.account({ account_type: accountType })
    const { accounts } = await staff.send(accountsApi.list, { id: [id] })
    expect(accounts[0]?.account_type).toBe(accountType)
  }
  const { accounts } = await staff.send(accountsApi.list, { account_type: ['guest'] })
  expect(accounts.map(({ id }) => id)).toEqual([p.guest_account_id])
  await expect(
    p.inTransaction((ctx) =>
      ctx.db
        .updateTable('account')
        .set({ account_type: sql`'gold'` })
        .where('id', '=', p.guest_account_id)
        .execute(),
    ),
  ).rejects.toThrow()
})

it('[ACC-011] applies an account change and returns the whole account', async () => {
  const { id } = await p.given.account({ name: 'Overberg Books' })
  const { body, status } = await staff.http('PATCH', '/accounts', {
    id,
    support_email: 'help@overbergbooks.example',
    credit_limit: 750,
    tracking_prefix: 'OVB',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    name: 'Overberg Books',
    support_email: 'help@overbergbooks.example',
    credit_limit: 750,
    tracking_prefix: 'OVB',
  })
})

it('[ACC-013] returns all settings of an account, or one by name', async () => {
  const { id } = await p.given.account()
  const other = await p.given.account()
  const save = (accountId: number, key: string, value: string) =>
    staff.send(accountsApi.saveSettings, { account_id: accountId, settings: [{ key, value }] })
  await save(id, 'auto_add_address_book', 'true')
  await save(id, 'default_label_format', 'zpl')
  await save(other.id, 'auto_add_address_book', 'false')
  const read = async (more: string) => {
    const { body } = await staff.http(
      'GET',
      `/accounts/settings?account_id=${id}&limit=9999&provider_id=${p.provider_id}${more}`,
    )
    const { account_settings } = body as { account_settings: { key: string; value: unknown }[] }
    return account_settings.map(({ key, value }) => [key, value])
  }
  expect(await read('')).toEqual([
    ['auto_add_address_book', 'true'],
    ['default_label_format', 'zpl'],
  ])
  expect(await read('&setting=default_label_format')).toEqual([['default_label_format', 'zpl']])
})

it.each([
  ['true', 'false'],
  ['false', 'true'],
] as const)(
  '[ACC-015] with company setting %s, account setting %s decides whether typed addresses are added to its address book',
  async (company, account) => {
    p = await newProvider({ auto_add_address_book: company === 'true' })
    staff = await p.staff()
    const [usual, other] = [await p.given.account(), await p.given.account()]
    await staff.send(accountsApi.saveSettings, {
      account_id: other.id,
      settings: [{ key: 'auto_add_address_book', value: account }],
    })
    const stored = async (accountId: number) => {
      await staff.send(shipmentsApi.create, booking({ account_id: accountId }))
      return (await staff.send(accountsApi.addressBook, { account_id: accountId })).count
    }
    const expected = (settingValue: string) => (settingValue === 'true' ? 2 : 0)
    expect([await stored(usual.id), await stored(other.id)]).toEqual([expected(company), expected(account)])
  },
)
