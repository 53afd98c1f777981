import { role_ids } from '@waybill/domain/kit/actor'
import { searchApi } from '@waybill/domain/search/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quoteReference, quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { describe, expect, it } from 'vitest'
import { booking, newProvider, errorOf } from '../../../dev/test-kit/provider.ts'

it('[PERM-055] returns a new quote to the customer, and shows it in no list of shipments', async () => {
  const p = await newProvider()
  const owner = await p.owner()
  const quote = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
  expect(quote).toMatchObject({ status: 'quote', service_level_code: 'ECO' })
  expect(quote.rate).toBeGreaterThan(0)
  expect((await owner.send(shipmentsApi.list, {})).shipments).toEqual([])
  expect((await owner.http('GET', `/shipments?id=${quote.id}`)).body).toMatchObject({ shipments: [] })
})

describe('quotes', () => {
  it('[RATE-020] lists the quotes of the customer’s own account with price and expiry date', async () => {
    const p = await newProvider()
    const [owner, other] = [await p.owner(), await p.owner()]
    const quote = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    await owner.send(shipmentsApi.create, booking())
    const { quotes, count } = await owner.send(quotesApi.list, {})
    expect(count).toBe(1)
    expect(quotes).toMatchObject([
      {
        id: quote.id,
        status: 'quote',
        rate: quote.rate,
        quote_reference: `QTE${String(quote.id).padStart(6, '0')}`,
        valid_until: new Date(quote.time_created.getTime() + 30 * 86_400_000),
      },
    ])
    expect((await other.send(quotesApi.list, {})).quotes).toEqual([])
  })

  it('calculates the expiry date from the validity period that the company has set', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    await staff.send(settingsApi.save, { settings: [{ key: 'payment_pending_validity_period', value: 7 }] })
    const owner = await p.owner()
    const { id, time_created } = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    const { valid_until } = await owner.send(quotesApi.one, { id })
    expect(valid_until).toEqual(new Date(time_created.getTime() + 7 * 86_400_000))
  })

  it.each([
    ['both', (code: string, quote: string) => `${code} ${quote}`],
    ['quote-reference', (_: string, quote: string) => quote],
    ['account-code', (code: string) => code],
  ] as const)(
    '[SET-080] [SET-081] names the bank reference by `quote_payment_reference_option` %s',
    async (value, wanted) => {
      const p = await newProvider()
      const settings = [{ key: 'quote_payment_reference_option', value }]
      await (await p.staff()).send(settingsApi.save, { settings })
      const account = await p.given.account()
      const owner = await p.owner(account.id)
      const { id } = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
      const reference = wanted(account.account_code, quoteReference(id))
      expect((await owner.send(quotesApi.one, { id })).bank_reference).toBe(reference)
      expect((await owner.send(quotesApi.list, {})).quotes[0]?.bank_reference).toBe(reference)
    },
  )

  it('returns one quote with parcels and price details to its account and staff, and 404 to others or for a booking', async () => {
    const p = await newProvider()
    const [owner, other] = [await p.owner(), await p.owner()]
    const { id } = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    const { shipment } = await owner.send(quotesApi.one, { id })
    expect(shipment.parcels.length).toBeGreaterThan(0)
    expect(shipment.rates.some((row) => row.explanation)).toBe(true)
    expect((await (await p.staff()).send(quotesApi.one, { id })).shipment.id).toBe(id)
    const rejected = await other.http('GET', `/shipment-quotes/detail?id=${id}`)
    expect(rejected.status).toBe(404)
    const booked = await owner.send(shipmentsApi.create, booking())
    expect((await owner.http('GET', `/shipment-quotes/detail?id=${booked.id}`)).status).toBe(404)
  })

  it('finds a quote by its reference in the search box, and returns 404 to other accounts', async () => {
    const p = await newProvider()
    const [owner, other] = [await p.owner(), await p.owner()]
    const { id } = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    const searchQuery = quoteReference(id)
    expect(await owner.send(searchApi.navSearch, { search_query: searchQuery })).toEqual({
      type: 'quote',
      data: { id, reference: searchQuery },
      count: 1,
    })
    expect((await errorOf(other.send(searchApi.navSearch, { search_query: searchQuery }))).status).toBe(404)
  })

  it('hides prices from users without billing access', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    const owner = await p.owner(accountId)
    await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    const blind = await p.user(role_ids.account_user_no_billing, { account_id: accountId })
    expect((await blind.send(quotesApi.list, {})).quotes[0]?.rate).toBeNull()
  })
})
