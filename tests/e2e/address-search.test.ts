import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesStandIn, type PlacesStandIn } from '../../server/dev/test-kit/google-places.ts'
import { googlePlaces, placesPort } from '../../server/src/maps/index.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

let product: Product
let google: PlacesStandIn
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  google = await placesStandIn()
  product.running.runtime.adapters.set(placesPort.name, googlePlaces({ base_url: google.url }))
  staff = await product.window()
  await signIn(staff, product.web, 'thandi@fynbos.example')
}, 180_000)
afterAll(async () => {
  await google.close()
  await product.close()
})

async function save(settings: { key: string; value: unknown }[]): Promise<void> {
  const status = await staff.evaluate(async (body) => {
    const authorization = `Bearer ${localStorage.getItem('access_token') ?? ''}`
    const confirmed = await fetch('/api/users/step-up', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'waybill-demo' }),
    })
    const saved = await fetch('/api/providers/settings', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return [confirmed.status, saved.status]
  }, JSON.stringify({ settings }))
  expect(status[1]).toBe(200)
}

describe('the address search of a form', () => {
  it('[ADDR-017] fills in a place of Google, asks for nothing else, and does without Google when it fails', async () => {
    await save([
      { key: 'geocoder', value: 'google' },
      { key: 'geocoder_api_key', value: 'AIza-stand-in' },
    ])
    await staff.goto(`${product.web}/shipments/new`)
    const search = staff.getByRole('combobox', { name: 'Find an address' }).first()
    await search.fill('31 Bath Avenue')
    const option = staff.getByRole('option', { name: '31 Bath Avenue, Rosebank, Johannesburg, South Africa' })
    await option.waitFor()
    await staff.getByText('Google Maps').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
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
