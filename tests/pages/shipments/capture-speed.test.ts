import { afterAll, beforeAll, expect, it } from 'vitest'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'
import { Operator, responses, secondsOf, type Effort } from './keystroke-model.ts'

let product: Product
let clerk: Page
let operator: Operator

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as('thandi@fynbos.example')
  operator = new Operator(clerk)
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    'thandi@fynbos.example',
    'GET',
    '/accounts?search=OVB014',
  )
  await product.ask('thandi@fynbos.example', 'POST', '/accounts/address-books', {
    account_id: accounts[0]?.id,
    name: 'Kopano Books',
    contact_name: 'Sizwe Dube',
    mobile_number: '0825550199',
    address: {
      type: 'business',
      company: 'Kopano Books',
      street_address: '8 Rivonia Road',
      local_area: 'Sandton',
      city: 'Johannesburg',
      zone: 'GP',
      code: '2196',
      country: 'ZA',
    },
  })
  await clerk.goto(`${product.web}/shipments/new`)
  await clerk.getByRole('button', { name: /^Page mode/ }).click()
  await clerk.getByRole('menuitem', { name: 'Data capturing' }).click()
  await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
}, 180_000)
afterAll(async () => product.close())

async function focused(): Promise<string> {
  // The focus moves in the next frame, and time stands still until it passes.
  await product.pass(clerk, 50)
  return clerk.evaluate(() => document.activeElement?.getAttribute('name') ?? '')
}
const valueOf = (name: string) => clerk.locator(`[name="${name}"]`).inputValue()
const at = async (name: string) => expect.poll(focused).toBe(name)
const parcelsOfEach: number[] = []
const sizes = ['length', 'width', 'height'].map((side) => `submitted_${side}_cm`)

/** Types the sizes and the weight of a parcel row, read as one unit, from its first field to its last. */
async function measure(row: number, measures: readonly string[]): Promise<void> {
  await at(`parcels.${row}.submitted_length_cm`)
  for (const [index, value] of measures.entries()) {
    await (index === 0 ? operator.type(value) : operator.fill(value))
    if (index < measures.length - 1) await operator.press('Enter')
  }
  await at(`parcels.${row}.submitted_weight_kg`)
  for (const [index, name] of sizes.entries())
    expect(await valueOf(`parcels.${row}.${name}`)).toMatch(new RegExp(`^${measures[index]}`))
}

/** Types a receiver who was never captured, from the address to the mobile number. */
async function typeReceiver(place: string, suburb: RegExp, street: string, name: string, mobile: string) {
  await at('delivery_address')
  await operator.type(place)
  operator.waits(responses.suggestions)
  await operator.press('Enter')
  await at('delivery_address.street_address')
  await expect.poll(() => valueOf('delivery_address')).toMatch(suburb)
  await operator.type(street)
  // The suburb fills these fields; they are passed.
  while (!(await focused()).startsWith('delivery_contact')) await operator.press('Enter')
  await operator.type(name)
  await operator.press('Enter')
  await at('delivery_contact.mobile_number')
  await operator.type(mobile)
  await operator.press('Enter')
}

/** Saves the capture and returns what it took. */
async function save(): Promise<Effort> {
  await expect.poll(() => clerk.getByRole('radio', { checked: true }).count()).toBe(1)
  const saved = await clerk.getByRole('button', { name: /^Print label of/ }).count()
  operator.effort.units += 1
  const { input } = await product.sends(shipmentsApi.create, () => operator.press('Control+Enter'))
  parcelsOfEach.push((input['parcels'] as unknown[]).length)
  operator.waits(responses.saved)
  await expect.poll(() => clerk.getByRole('button', { name: /^Print label of/ }).count()).toBe(saved + 1)
  await at('delivery_address')
  return operator.effort
}

it('[SHIP-103] captures at least 80 shipments an hour by keyboard alone, by the keystroke-level model', async () => {
  const efforts: Record<string, Effort> = {}
  await operator.press('Alt+s')
  await operator.press('Alt+1')

  operator.begin()
  await at('account_id')
  await operator.type('OVB014')
  operator.waits(responses.suggestions)
  await operator.press('Enter')
  await clerk.getByRole('region', { name: 'Collection', exact: true }).getByText('Dispatch').waitFor()
  await operator.press('Enter')
  await typeReceiver('Hatfield', /^Hatfield/, '12 Park Street', 'Naledi Mahlangu', '0825550101')
  await measure(0, ['40', '30', '20', '4'])
  operator.waits(responses.suggestions)
  efforts['known account, new receiver'] = await save()

  operator.begin()
  await operator.press('Control+d')
  await expect.poll(() => valueOf('delivery_contact.name')).toBe('Naledi Mahlangu')
  await operator.press('Enter')
  await measure(0, ['30', '20', '10', '2.5'])
  efforts['same receiver again'] = await save()

  operator.begin()
  await typeReceiver('Claremont', /^Claremont/, '4 Beach Road', 'Thabo Nkosi', '0835550102')
  await measure(0, ['25', '20', '15', '3'])
  efforts['new receiver'] = await save()

  operator.begin()
  await operator.type('kopano')
  operator.waits(responses.suggestions)
  await operator.press('Enter')
  await expect.poll(() => valueOf('delivery_contact.name')).toBe('Sizwe Dube')
  await operator.press('Enter')
  await measure(0, ['40', '40', '40', '9'])
  await operator.press('Alt+n')
  await measure(1, ['60', '30', '20', '12'])
  await operator.press('Alt+n')
  await measure(2, ['20', '20', '20', '1.2'])
  efforts['receiver of the address book, three parcels'] = await save()

  const seconds = Object.values(efforts).map(secondsOf)
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length
  const perHour = Math.floor(3600 / mean)
  const report = Object.entries(efforts).map(
    ([task, effort]) =>
      `${task}: ${effort.keys} keys, ${effort.pointer} pointer moves, ${effort.units} units, ${effort.waiting.toFixed(1)} s waiting, ${secondsOf(effort).toFixed(1)} s`,
  )
  process.stdout.write(`${[...report, `${perHour} captures an hour`].join('\n')}\n`)
  expect(Object.values(efforts).map(({ pointer }) => pointer)).toEqual([0, 0, 0, 0])
  expect(Math.max(...seconds)).toBeLessThan(45)
  expect(perHour).toBeGreaterThanOrEqual(80)
  expect(parcelsOfEach).toEqual([1, 1, 1, 3])
}, 180_000)
