import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const account = () => clerk.getByRole('combobox', { name: 'Account', exact: true })
const section = (name: string) => clerk.getByRole('region', { name, exact: true })

/** Opens the empty form of a new shipment, without a stored draft. */
async function open(address = '/shipments/new'): Promise<void> {
  await clerk.goto(`${product.web}/profile`)
  await clerk.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key)
  })
  await clerk.goto(product.web + address)
  await account().waitFor()
}

/** Types into the focused field at human speed, because fast input counts as a scan. */
const type = (text: string) => clerk.locator('input:focus').pressSequentially(text, { delay: 100 })

/** Types over the account field and presses Enter immediately. */
async function chooseAccount(text: string, shown: string): Promise<void> {
  await account().click()
  await clerk.keyboard.press('Control+a')
  await type(text)
  await clerk.keyboard.press('Enter')
  await expect.poll(() => account().inputValue()).toBe(shown)
}

describe('account of a shipment', () => {
  it('is the one typed last: Enter chooses the best match of the text and never the previous choice', async () => {
    await open()
    await chooseAccount('highveld', 'Highveld Optical')
    await chooseAccount('karoo wool', 'Karoo Wool Co-op')
    // Search by account code and press Enter before the response can arrive.
    await chooseAccount('VAT013', 'Vaal Tools')
    await account().click()
    await clerk.keyboard.press('Control+a')
    await type('no such company')
    await clerk.keyboard.press('Enter')
    await clerk.getByText('Nothing matches.').waitFor()
    await clerk.keyboard.press('Escape')
    await expect.poll(() => account().inputValue()).toBe('Vaal Tools')
    await account().click()
    await clerk.keyboard.press('Control+a')
    await clerk.keyboard.press('Delete')
    await clerk.keyboard.press('Enter')
    await clerk.keyboard.press('Tab')
    await expect.poll(() => account().inputValue()).toBe('Vaal Tools')
  })

  it('fills in its usual collection address, unless the user typed another one', async () => {
    await open()
    await chooseAccount('OVB014', 'Overberg Books (Pty) Ltd')
    await section('Collection').getByText('Overberg Books (Pty) Ltd').waitFor()
    const name = section('Collection').locator('[name="collection_contact.name"]')
    const email = section('Collection').locator('[name="collection_contact.email"]')
    await expect.poll(() => email.inputValue()).toBe('dispatch@ovb014.example')
    await chooseAccount('HVO003', 'Highveld Optical')
    await section('Collection').getByText('Highveld Optical').waitFor()
    await expect.poll(() => email.inputValue()).toBe('dispatch@hvo003.example')
    await name.fill('Somebody Else')
    await chooseAccount('OVB014', 'Overberg Books (Pty) Ltd')
    await section('Collection').getByText('Overberg Books (Pty) Ltd').waitFor()
    expect(await name.inputValue()).toBe('Somebody Else')
    const place = section('Collection').getByRole('combobox', { name: 'Find an address' })
    await place.click()
    await type('Hatfield, Pretoria')
    await clerk.keyboard.press('Enter')
    await section('Collection').getByLabel('Street address').waitFor()
    await chooseAccount('HVO003', 'Highveld Optical')
    expect(await place.inputValue()).toMatch(/^Hatfield/)
  })
})

describe('delivery address', () => {
  it('shows a warning for a PO box before the booking is sent', async () => {
    await open()
    const delivery = section('Delivery')
    await delivery.getByRole('combobox', { name: 'Find an address' }).click()
    await type('Hatfield, Pretoria')
    await clerk.keyboard.press('Enter')
    await delivery.getByLabel('Street address').fill('PO Box 12')
    await delivery.getByText(/Drivers cannot collect or deliver at a PO Box/).waitFor()
    await delivery.getByLabel('Street address').fill('12 Park Street')
    await delivery.getByText(/Drivers cannot collect or deliver at a PO Box/).waitFor({ state: 'detached' })
  })
})

describe('parcel type', () => {
  it('[SHIP-034] follows size and weight until the user chooses one', async () => {
    await open()
    const row = clerk.getByRole('group', { name: 'Parcel row 1' })
    const kind = row.getByRole('combobox', { name: 'Type' })
    await expect.poll(() => kind.inputValue()).toBe('Standard flyer')
    for (const [name, value] of Object.entries({ Length: 60, Width: 40, Height: 40, Weight: 12.5 }))
      await row.getByLabel(name).fill(String(value))
    await expect.poll(() => kind.inputValue()).toBe('Large box')
    await row.getByLabel('Weight').fill('30')
    await expect.poll(() => kind.inputValue()).toBe('Custom')
    await kind.fill('medium')
    await clerk.keyboard.press('Enter')
    await expect.poll(() => row.getByLabel('Weight').inputValue()).toMatch(/^5/)
    await row.getByLabel('Weight').fill('30')
    await row.getByLabel('Length').focus()
    expect(await kind.inputValue()).toBe('Medium box')
  })
})

describe('data capturing mode', () => {
  const focused = () =>
    clerk.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName)

  it('[SHIP-103] starts in the first empty field, and F8 cancels the last capture', async () => {
    await open()
    await clerk.getByRole('button', { name: /^Page mode/ }).click()
    await clerk.getByRole('menuitem', { name: 'Data capturing' }).click()
    await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
    await expect.poll(focused).toBe('account_id')
    await open()
    await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
    await expect.poll(focused).toBe('account_id')
    await type('OVB014')
    await clerk.keyboard.press('Enter')
    await section('Collection').getByText('Overberg Books (Pty) Ltd').waitFor()
    await clerk.keyboard.press('Alt+3')
    await type('Claremont, Cape Town')
    await clerk.keyboard.press('Enter')
    const delivery = section('Delivery')
    await delivery.getByLabel('Street address').fill('4 Beach Road')
    await delivery.locator('[name="delivery_contact.name"]').fill('Thabo Nkosi')
    await delivery.locator('[name="delivery_contact.mobile_number"]').fill('082 555 0101')
    const row = clerk.getByRole('group', { name: 'Parcel row 1' })
    for (const [name, value] of Object.entries({ Length: 40, Width: 30, Height: 20, Weight: 4 }))
      await row.getByLabel(name).fill(String(value))
    await section('Service').getByRole('radio').first().waitFor()
    await clerk.keyboard.press('Control+Enter')
    await clerk.getByRole('button', { name: 'Undo F8' }).waitFor()
    await clerk.keyboard.press('F8')
    await clerk.getByText('Cancelled', { exact: true }).waitFor()
    expect(await clerk.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  })

  it('[SHIP-103] opens sections with Alt and a digit, repeats values with Ctrl+D, and continues in the first empty field of the next capture', async () => {
    await open()
    await clerk.getByRole('button', { name: /^Page mode/ }).click()
    await clerk.getByRole('menuitem', { name: 'Data capturing' }).click()
    await clerk.getByRole('button', { name: 'Save and next' }).waitFor()
    const firstFields = [
      'account_id',
      'collection_address',
      'delivery_address',
      'parcels.0.packaging',
      'service_level_code',
    ]
    await clerk.keyboard.press('Alt+1')
    await expect.poll(focused).toBe('account_id')
    await type('OVB014')
    await clerk.keyboard.press('Enter')
    await expect.poll(() => account().inputValue()).toBe('Overberg Books (Pty) Ltd')
    await section('Collection').getByText('Overberg Books (Pty) Ltd').waitFor()
    await clerk.keyboard.press('Alt+3')
    await type('Hatfield, Pretoria')
    await clerk.keyboard.press('Enter')
    const delivery = section('Delivery')
    const street = delivery.getByLabel('Street address')
    await street.waitFor()
    await street.fill('12 Park Street')
    await delivery.locator('[name="delivery_contact.name"]').fill('Naledi Mahlangu')
    await delivery.locator('[name="delivery_contact.mobile_number"]').fill('082 555 0101')
    const row = clerk.getByRole('group', { name: 'Parcel row 1' })
    for (const [name, value] of Object.entries({ Length: 40, Width: 30, Height: 20, Weight: 4 }))
      await row.getByLabel(name).fill(String(value))
    await section('Service').getByRole('radio').first().waitFor()
    for (const [at, name] of firstFields.entries()) {
      await clerk.keyboard.press(`Alt+${at + 1}`)
      await expect.poll(focused).toBe(name)
    }
    await clerk.keyboard.press('Alt+6')
    expect(await section('Extras').evaluate((extras) => extras.contains(document.activeElement))).toBe(true)
    await clerk.keyboard.press('Control+Enter')
    await clerk.getByRole('heading', { name: 'Last captures' }).waitFor()
    await expect.poll(focused).toBe('delivery_address')
    await section('Collection').getByText('Overberg Books (Pty) Ltd').waitFor()
    await clerk.keyboard.press('Control+d')
    await expect
      .poll(() => delivery.getByRole('combobox', { name: 'Find an address' }).inputValue())
      .toMatch(/^Hatfield/)
    await delivery.locator('[name="delivery_contact.name"]').fill('Na')
    await clerk.keyboard.press('Control+d')
    expect(await delivery.locator('[name="delivery_contact.name"]').inputValue()).toBe('Naledi Mahlangu')
    await row.getByLabel('Weight').fill('9')
    await clerk.keyboard.press('Control+d')
    await expect.poll(() => row.getByLabel('Weight').inputValue()).toMatch(/^4/)
    expect(product.pageErrors).toEqual([])
  })

  it('[SHIP-103] skips optional fields except pinned ones, and stores both choices', async () => {
    await open()
    await clerk.getByRole('button', { name: /^Page mode/ }).click()
    await clerk.getByRole('menuitem', { name: 'Data capturing' }).click()
    const repeated = clerk.getByRole('group', { name: 'Keep for the next' })
    await repeated.waitFor()
    expect(await repeated.locator('.only-heard').count()).toBe(0)
    const skip = clerk.getByRole('switch', { name: 'Skip optional fields' })
    await skip.waitFor()
    expect(await clerk.getByRole('button', { name: /^Stop at/ }).count()).toBe(0)
    await clerk.keyboard.press('Alt+s')
    await expect.poll(() => skip.isChecked()).toBe(true)
    const row = clerk.getByRole('group', { name: 'Parcel row 1' })
    /** Returns the names of the fields that repeated presses of `key` reach from a field. */
    const reachedFields = async (from: string, key: string, steps: number) => {
      await clerk.locator(`[name="${from}"]`).focus()
      const names: unknown[] = []
      for (let step = 0; step < steps; step += 1) {
        await clerk.keyboard.press(key)
        names.push(await focused())
      }
      return names
    }
    const weights = ['width', 'height'].map((side) => `parcels.0.submitted_${side}_cm`)
    const needed = [...weights, 'parcels.0.submitted_weight_kg']
    expect(await reachedFields('parcels.0.submitted_length_cm', 'Tab', 3)).toEqual(needed)
    expect(await reachedFields('parcels.0.submitted_length_cm', 'Enter', 3)).toEqual(needed)
    expect(await reachedFields('delivery_contact.mobile_number', 'Tab', 1)).toEqual([
      'parcels.0.submitted_length_cm',
    ])
    expect(await reachedFields('parcels.0.submitted_length_cm', 'Shift+Tab', 1)).toEqual([
      'delivery_contact.mobile_number',
    ])
    // Pin by key in the field, and by the button of a field whose label is hidden.
    await clerk.locator('[name="delivery_contact.email"]').focus()
    await clerk.keyboard.press('Alt+p')
    expect(await reachedFields('delivery_contact.mobile_number', 'Enter', 1)).toEqual([
      'delivery_contact.email',
    ])
    await row.getByRole('button', { name: 'Stop at Description' }).click()
    expect(await reachedFields('delivery_contact.email', 'Tab', 2)).toEqual([
      'parcels.0.parcel_description',
      'parcels.0.submitted_length_cm',
    ])
    await clerk.keyboard.press('Alt+1')
    await clerk.reload()
    await expect.poll(() => skip.isChecked()).toBe(true)
    expect(await reachedFields('delivery_contact.mobile_number', 'Tab', 2)).toEqual([
      'delivery_contact.email',
      'parcels.0.parcel_description',
    ])
    await row.getByRole('button', { name: 'Stop at Description' }).click()
    expect(await reachedFields('delivery_contact.email', 'Tab', 1)).toEqual(['parcels.0.submitted_length_cm'])
    await clerk.keyboard.press('Alt+s')
    await expect.poll(() => skip.isChecked()).toBe(false)
    expect(await reachedFields('parcels.0.submitted_weight_kg', 'Enter', 1)).toEqual(['parcels.0.quantity'])
  })
})
