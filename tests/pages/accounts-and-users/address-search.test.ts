import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePlaces, type FakePlaces } from '../../../server/dev/test-kit/fakes/google-places.ts'
import { googlePlaces, placesPort } from '../../../server/src/maps/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let google: FakePlaces
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  google = await fakePlaces()
  product.running.runtime.adapters.set(placesPort.name, googlePlaces({ base_url: google.url }))
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => {
  await google.close()
  await product.close()
})

describe('address search in a form', () => {
  it('[ADDR-017] fills in a place from Google, requests only the fields it uses, and falls back to other results when Google fails', async () => {
    await product.saveSettings({ geocoder: 'google', geocoder_api_key: 'AIza-stand-in' })
    await staff.goto(`${product.web}/shipments/new`)
    const search = staff.getByRole('combobox', { name: 'Find an address' }).first()
    await search.fill('31 Bath Avenue')
    const option = staff.getByRole('option', { name: '31 Bath Avenue, Rosebank, Johannesburg, South Africa' })
    await option.waitFor()
    await staff.getByText('Google Maps').waitFor()
    await option.click()
    const street = staff.getByLabel('Street address, stand or house number').first()
    await expect.poll(() => street.inputValue()).toBe('31 Bath Avenue')
    expect(await staff.getByLabel('Postal code').first().inputValue()).toBe('2196')
    const calls = google.calls
    expect(calls.at(-1)?.fields.toSorted()).toEqual(['addressComponents', 'displayName', 'location', 'types'])
    expect(calls.some(({ body }) => 'includedRegionCodes' in body || 'locationRestriction' in body)).toBe(
      false,
    )
    const sessions = new Set(calls.map(({ body, query }) => body['sessionToken'] ?? query['sessionToken']))
    expect(sessions.size).toBe(1)
    google.failWith('quota')
    await search.fill('Rosebank 2196')
    await staff.getByRole('option', { name: /^Rosebank, Johannesburg/ }).waitFor()
    expect(product.pageErrors).toEqual([])
  })
})
