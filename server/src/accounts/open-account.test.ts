import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { insertRole } from '../identity/index.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { address, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

const mail = caughtMail()
let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  staff = await p.staff()
})

const place = {
  contact_name: 'Anika Botha',
  mobile_number: '0215550199',
  email: 'dispatch@karoocandles.example',
  address: address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
}
/** A unique email address and username per provider, so that tests do not conflict. */
const owner = (name = 'Anika Botha') => ({
  name,
  email: `anika-${p.provider_id}@karoocandles.example`,
  username: `anika-${p.provider_id}`,
})
const candles = () => ({
  name: 'Karoo Candles',
  default_collection_address: place,
  first_user: owner(),
})

describe('opening an account', () => {
  it('[BILL-017] [BILL-018] uses the company’s default invoice frequency and rejects an unknown default', async () => {
    const begins = (value: string) =>
      errorOf(staff.send(settingsApi.save, { settings: [{ key: 'default_invoice_frequency', value }] }))
    for (const [at, frequency] of (['monthly', 'weekly', 'daily', 'shipment'] as const).entries()) {
      expect((await begins(frequency)).status).toBe(200)
      const firstUser = {
        ...owner(),
        email: `${frequency}-${p.provider_id}@karoocandles.example`,
        username: `${frequency}-${p.provider_id}`,
      }
      const named = { ...candles(), name: `Candles ${at}`, first_user: firstUser }
      const { invoice_frequency } = await staff.send(accountsApi.create, named)
      expect(invoice_frequency).toBe(frequency)
    }
    expect((await begins('yearly')).status).toBe(400)
  })

  it('[SET-070] [ACC-012] applies the company’s defaults, fills the address book, sets the branch and invites the owner by mail', async () => {
    p = await newProvider({
      default_account_type: 'postpaid',
      default_account_credit_limit: 5000,
      default_account_tags: ['New'],
      default_payment_terms: 14,
      default_invoice_frequency: 'weekly',
      invoice_frequency_time: 3,
      default_invoice_allocation_method: 'manual',
      default_rate_group_id: 2,
      account_code_pattern: 'AAA99',
    })
    mail.take(p)
    staff = await p.staff()
    const account = await staff.send(accountsApi.create, candles())
    expect(account).toMatchObject({
      name: 'Karoo Candles',
      account_code: expect.stringMatching(/^KAR\d\d$/),
      account_type: 'postpaid',
      credit_limit: 500_000,
      payment_terms: 14,
      invoice_frequency: 'weekly',
      invoice_frequency_time: 3,
      invoice_allocation_method: 'manual',
      current_rate_group_id: 2,
      tags: ['New'],
      status: 'open',
      derived_status: 'active',
      branch_name: 'CPT',
      balance: 0,
      created_by: staff.username,
      default_collection_address: { local_area: 'Epping' },
      billing_contact: { name: 'Anika Botha', email: 'dispatch@karoocandles.example' },
    })
    expect(account.current_rate_group_name).toBeTruthy()
    const { address_books } = await staff.send(accountsApi.addressBook, { account_id: account.id })
    expect(address_books).toMatchObject([
      { name: 'Karoo Candles', contact_name: 'Anika Botha', source: 'manual' },
    ])
    const { users } = await staff.send(identityApi.users, { account_id: account.id })
    expect(users).toMatchObject([
      {
        username: owner().username,
        role_id: role_ids.account_owner,
        state: 'invited',
        limit_user_to_account: true,
      },
    ])
    await p.settle()
    expect(mail.messages().filter(({ to }) => JSON.stringify(to).includes(owner().email))).toHaveLength(1)
  })

  it('[ACC-012] stores the submitted code, type, limit, terms, price list, prefix, branch, tags and answers', async () => {
    const account = await staff.send(accountsApi.create, {
      ...candles(),
      account_code: 'kar007',
      account_type: 'prepaid',
      credit_limit: 100_00,
      payment_terms: 7,
      invoice_frequency: 'daily',
      current_rate_group_id: 2,
      tracking_prefix: 'KRC',
      branch_id: p.map.branches.DBN,
      tags: ['Retail', 'retail', ' Key '],
      custom_fields: { salesperson: 'Sipho', monthly_volume: '21–100' },
      support_email: 'help@karoocandles.example',
      vat_number: '4123456789',
      registration_number: '2019/1',
      billing_contact: { name: 'Books', email: 'books@karoocandles.example' },
    })
    expect(account).toMatchObject({
      account_code: 'KAR007',
      account_type: 'prepaid',
      credit_limit: 10_000,
      payment_terms: 7,
      invoice_frequency: 'daily',
      current_rate_group_id: 2,
      tracking_prefix: 'KRC',
      branch_id: p.map.branches.DBN,
      tags: ['Retail', 'Key'],
      custom_fields: { salesperson: 'Sipho', monthly_volume: '21–100' },
      billing_contact: { name: 'Books' },
    })
  })

  it('[ACC-012] uses the email address as username when none is given', async () => {
    const { email, name } = owner()
    const { id } = await staff.send(accountsApi.create, { ...candles(), first_user: { email, name } })
    const { users } = await staff.send(identityApi.users, { account_id: id })
    expect(users[0]?.username).toBe(email)
  })

  it('[ACC-012] rejects invalid fields with a message and stores nothing', async () => {
    const count = async () => (await staff.send(accountsApi.list, { limit: 100 })).count
    const before = await count()
    const other = await p.given.account({ account_code: 'TAKEN1' })
    const of = (more: object) => errorOf(staff.send(accountsApi.create, { ...candles(), ...more }))
    expect(await of({ name: ' ' })).toEqual({ status: 400, message: 'Give the account a name.' })
    expect(await of({ account_code: 'taken1' })).toEqual({
      status: 400,
      message: 'Another account has the code TAKEN1. Choose another.',
    })
    expect((await of({ account_type: 'guest' })).message).toMatch(/^A company has one guest account/)
    expect((await of({ branch_id: 999_999 })).message).toMatch(/^There is no branch 999999/)
    expect((await of({ current_rate_group_id: 77 })).message).toMatch(/^There is no price list 77/)
    expect((await of({ credit_limit: -1 })).message).toBe('The credit limit must be 0 or more.')
    expect((await of({ custom_fields: { shoe_size: '9' } })).message).toMatch(/^There is no field shoe_size/)
    expect((await of({ first_user: { ...owner(), email: 'anika' } })).message).toMatch(/not an email address/)
    expect(await count()).toBe(before + 1)
    expect(other.account_code).toBe('TAKEN1')
  })

  it('[ACC-012] opens one account when the request is repeated with the same key, and rejects an existing email or username', async () => {
    const first = await staff.send(accountsApi.create, candles(), { key: `open-${p.provider_id}` })
    const again = await staff.send(accountsApi.create, candles(), { key: `open-${p.provider_id}` })
    expect(again.id).toBe(first.id)
    expect(await errorOf(staff.send(accountsApi.create, candles()))).toEqual({
      status: 400,
      message: `User with email ${owner().email} already exists`,
    })
    const taken = { ...candles(), first_user: { ...owner(), email: `other-${p.provider_id}@karoo.example` } }
    expect((await errorOf(staff.send(accountsApi.create, taken))).message).toMatch(/is taken. Choose another/)
  })

  it('[ACC-012] is allowed for staff and admin keys; limits and price lists need their own permissions', async () => {
    const send = (who: Caller, more: object = {}) =>
      errorOf(
        who.send(accountsApi.create, {
          ...candles(),
          first_user: { name: 'A', email: `${who.username}@x.example` },
          ...more,
        }),
      )
    expect((await send(await p.owner())).status).toBe(403)
    expect((await send(p.guest())).status).toBe(401)
    expect((await send(await p.driver())).status).toBe(403)
    expect((await send(await p.apiKey())).status).toBe(200)
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 80,
        name: 'Sales',
        label: 'Sales',
        permissions: ['API_/accounts:*'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const sales = await p.user(80)
    expect((await send(sales, { credit_limit: 1 })).message).toMatch(/^You may not change credit limits/)
    expect((await send(sales, { current_rate_group_id: 2 })).message).toMatch(
      /^You may not change the price list/,
    )
    expect((await send(sales)).status).toBe(200)
  })

  it('[ACC-012] [PERM-050] assigns the branch of staff who are limited to one and rejects another branch', async () => {
    const { CPT, DBN } = p.map.branches
    const limited = await p.user(role_ids.administrator, { branch_id: DBN, limit_user_to_branch: true })
    const account = await limited.send(accountsApi.create, candles())
    expect(account.branch_id).toBe(DBN)
    const other = {
      ...candles(),
      first_user: { name: 'A', email: `b-${p.provider_id}@x.example` },
      branch_id: CPT,
    }
    expect((await errorOf(limited.send(accountsApi.create, other))).status).toBe(403)
  })
})
