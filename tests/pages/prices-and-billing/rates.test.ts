import { formatRand } from '@waybill/domain/kit/money'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { optionsOf } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })

const clerk = 'thandi@fynbos.example'

/** Creates a draft based on the prices in force. */
async function draftOf(name: string): Promise<{ id: number; version: number }> {
  const { revisions } = await product.ask<{ revisions: { id: number; is_in_force: boolean }[] }>(
    clerk,
    'GET',
    '/rates/revisions?status=published',
  )
  const basedOnId = revisions.find((one) => one.is_in_force)?.id ?? 0
  return product.ask(clerk, 'POST', '/rates/revisions', { name, based_on_id: basedOnId })
}

describe('rates and estimates', () => {
  it('[RATE-019] starts a draft, edits it by keyboard like a spreadsheet, publishes it and quotes with it', async () => {
    await open(staff, '/rates-and-estimates')
    await heading(staff, 'Starter price book')
    await button(staff, 'Start a draft from this').click()
    await staff.getByLabel('Name', { exact: true }).fill('Autumn prices')
    await button(staff, 'Start draft').click()
    await heading(staff, 'Autumn prices')

    const main = /^Main centres to Main centres, all weights/
    await cell(staff, main).click()
    // Type at human speed, because faster input counts as a scan.
    await cell(staff, main).pressSequentially('99 +', { delay: 100 })
    await staff.keyboard.press('Enter')
    await staff.getByText('Something is missing at the end (character 5).').waitFor()
    const typed = staff.getByRole('textbox', { name: 'Main centres to Main centres, all weights' })
    expect(await typed.inputValue()).toBe('99 +')
    await typed.fill('123')
    await staff.keyboard.press('Enter')
    await button(staff, 'Replace formula').click()
    await cell(staff, /^Main centres to Main centres, all weights: R 123.00/).waitFor()
    const next = staff.locator('td:focus')
    expect(await next.getAttribute('aria-label')).toMatch(/^Main centres to Regional/)
    await staff.keyboard.press('ArrowUp')
    expect(await next.getAttribute('aria-label')).toMatch(/^Main centres to Main centres/)
    await next.evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '125\n155')
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await button(staff, 'Replace formula').click()
    await cell(staff, /^Main centres to Regional, all weights: R 155.00/).waitFor()
    await staff.getByText('2 prices pasted').waitFor()
    await staff.reload()
    await cell(staff, /^Main centres to Main centres, all weights: R 125.00/).waitFor()

    await staff.getByRole('link', { name: 'Check and publish' }).click()
    await heading(staff, 'Check')
    // A flat price that replaces a formula differs greatly from it at 1,000 kg.
    await staff.getByText('costs R 125.00 at 1000 kg, previously R 9,551.50.', { exact: false }).waitFor()
    await staff.getByRole('checkbox', { name: /^Confirm: 2 prices are more than ten times/ }).check()
    await button(staff, 'Next').click()
    await staff.getByRole('row', { name: /Default group, Economy, Main centres to Regional/ }).waitFor()
    await button(staff, 'Next').click()
    await staff.getByText('shipments priced again').waitFor()
    await staff.getByText(/^All [\d,]+ shipments of the last 30 days were/).waitFor()
    await button(staff, 'Next').click()
    expect(await staff.getByRole('radio', { name: 'Immediately' }).isChecked()).toBe(false)
    await staff.getByRole('radiogroup', { name: 'New prices apply' }).getByText('From a date').waitFor()
    await staff.getByRole('radio', { name: 'Immediately' }).check()
    await button(staff, 'Publish now').click()
    await staff.getByRole('alertdialog', { name: 'Publish Autumn prices at once?' }).waitFor()
    await button(staff, 'Publish at once').click()
    await heading(staff, 'Autumn prices')
    await staff.getByText('In force').waitFor()

    await staff.getByRole('tab', { name: 'Estimates' }).click()
    const place = async (label: string, suburb: string) => {
      await staff.getByRole('combobox', { name: label, exact: true }).fill(suburb)
      await staff
        .getByRole('option', { name: new RegExp(suburb) })
        .first()
        .click()
    }
    await place('From', 'Epping')
    await place('To', 'Rosebank')
    await staff
      .getByRole('main')
      .getByLabel(/^Weight/)
      .fill('3')
    await button(staff, 'Calculate prices').click()
    const economy = staff.getByRole('listitem').filter({ hasText: 'Economy' }).first()
    await economy
      .getByRole('link', { name: /lane Main centres to Main centres, all weights, of Default group/ })
      .waitFor()
    expect(await economy.innerText()).toContain('R 140.63')
    await staff.getByText('No rate for this lane').first().waitFor()
  })

  it('[RATE-011] [RATE-012] edits service levels and surcharges in forms, and shows published ones read-only', async () => {
    await open(staff, '/rates-and-estimates/service-levels/1?revision=2')
    await staff.getByLabel('Code', { exact: true }).waitFor()
    for (const label of ['Street address', 'Locker', 'Counter', 'Locker or counter', 'Any'])
      expect(await staff.getByRole('checkbox', { name: label, exact: true }).count()).toBe(2)
    await staff.getByLabel('Code', { exact: true }).fill('OVN')
    await button(staff, 'Save').click()
    await staff.getByText('Overnight already has the code OVN. Choose another one.').first().waitFor()
    await staff.getByLabel('Code', { exact: true }).fill('ECX')
    await button(staff, 'Save').click()
    await staff.getByRole('row', { name: /ECX/ }).waitFor()

    await open(staff, '/rates-and-estimates/surcharges/new?revision=2')
    await staff.getByRole('combobox', { name: 'Triggered by' }).click()
    expect(await staff.getByRole('option').allInnerTexts()).toEqual([
      'Zone',
      'Tag',
      'Dimensions/weight',
      'POD method',
    ])
    await staff.keyboard.press('Escape')
    await open(staff, '/rates-and-estimates/surcharges/2?revision=1')
    await staff.getByText('is published and cannot be changed. Start a draft from it instead.').waitFor()
    await product.settled(staff)
    expect(await button(staff, 'Save').count()).toBe(0)
    expect(await staff.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  })

  it('[RATE-013] sends the trigger of a surcharge as a wire value instead of its label', async () => {
    await open(staff, '/rates-and-estimates/surcharges/new?revision=2')
    await staff.getByRole('textbox', { name: 'Name', exact: true }).fill('Fragile goods')
    await staff.getByRole('combobox', { name: 'Triggered by' }).click()
    await staff.getByRole('option', { name: 'Tag', exact: true }).click()
    await staff.getByRole('textbox', { name: /^Tag/ }).fill('Fragile')
    await staff.getByRole('textbox', { name: 'Amount' }).fill('25')
    const { input } = await product.sends(revisionsApi.change, () => button(staff, 'Save').click())
    expect(JSON.stringify(input['changes'])).toContain('"type":"tag"')
    await staff.getByRole('row', { name: /Fragile goods/ }).waitFor()
  })

  it('[RATE-006] [RATE-007] offers six methods of charging an adjustment, with VAT at the standard or the zero rate', async () => {
    await open(staff, '/rates-and-estimates/adjustments/new?revision=2')
    expect(await optionsOf(staff, 'Charged as')).toEqual([
      'Percentage',
      'Flat amount',
      'Per kg',
      'Per km from the delivery branch',
      'Per km from the collection branch',
      'Per parcel',
    ])
    expect(await optionsOf(staff, 'VAT')).toEqual(['Standard rate', 'Zero rate'])
  })

  it('[RATE-008] offers collection and delivery as the leg of a time-based adjustment', async () => {
    await open(staff, '/rates-and-estimates/adjustments/time-1?revision=2')
    expect(await optionsOf(staff, 'Leg')).toEqual(['Collection', 'Delivery'])
  })

  it('[RATE-004] [RATE-005] shows the delivery time range of a service level in hrs or days and sends its address types', async () => {
    await open(staff, '/rates-and-estimates/service-levels/1?revision=2')
    const units = staff.getByRole('combobox', { name: /unit|hours or days/i })
    await units.first().click()
    expect(await staff.getByRole('option').allInnerTexts()).toEqual(['hrs', 'days'])
    await staff.getByRole('option', { name: 'hrs' }).click()
    const { input } = await product.sends(revisionsApi.change, () => button(staff, 'Save').click())
    const sent = JSON.stringify(input['changes'])
    for (const word of ['"collection_address_types":["any"]', '"delivery_address_types":["'])
      expect(sent).toContain(word)
    await staff.getByRole('row', { name: /ECX.*\d+ hrs – \d+ days/ }).waitFor()
  })

  it('[PP-001] [PP-003] [PP-004] [PP-005] [PP-006] limits a service level to the pickup points of one network and offers only the sizes of that network', async () => {
    await open(staff, '/rates-and-estimates/service-levels/2?revision=2')
    expect(await optionsOf(staff, 'Only pickup points of')).toEqual([
      'Bob Box',
      'The Courier Guy lockers',
      'RAM counters',
      'Our own',
    ])
    for (const [network, sizes] of [
      ['Bob Box', ['small', 'medium', 'large']],
      ['The Courier Guy lockers', ['V4-XS', 'V4-S', 'V4-M', 'V4-L', 'V4-XL']],
      ['RAM counters', ['any']],
    ] as const) {
      await staff.getByRole('combobox', { name: 'Only pickup points of', exact: true }).click()
      await staff.getByRole('option', { name: network }).click()
      expect(await optionsOf(staff, 'Compartment size')).toEqual(sizes)
    }
  })

  it('[RATE-009] accepts a price, a formula, free of charge and not sold in a grid cell', async () => {
    await open(staff, '/rates-and-estimates/grid?revision=2')
    const first = staff.getByRole('gridcell', { name: /^\S.* to .*(weights|kg)/ }).first()
    const name = ((await first.getAttribute('aria-label')) ?? '').split(':')[0] ?? ''
    for (const [typed, label] of [
      ['131', 'R 131.00'],
      ['=50 + 2 * w', 'R 50.00'],
      ['free', 'Free of charge'],
      ['not sold', 'Not sold'],
    ] as const) {
      const ofLane = staff.locator(`td[aria-label^="${name}"]`).first()
      await ofLane.click()
      await staff.keyboard.press('Enter')
      await staff.getByRole('textbox', { name, exact: true }).fill(typed)
      await staff.keyboard.press('Enter')
      if (typed === 'free') await button(staff, 'Replace formula').click()
      await expect.poll(() => ofLane.getAttribute('aria-label')).toContain(label)
    }
  })

  it('[RATE-001] shows each part of a shipment’s price with its amount', async () => {
    const riaan = 'riaan@overbergbooks.example'
    interface Priced {
      id: number
      rate: number
      service_level_name: string
      rates: { type: string; name: string; value: number }[]
    }
    // The shipment is long, insured, has an extra and Saturday delivery, so that its price contains every kind of
    // part.
    const [parcel] = booking().parcels ?? []
    const wanted = {
      ...booking(),
      declared_value: 1500,
      parcels: [{ ...parcel, submitted_length_cm: 95 }],
    }
    const offered = await product.ask<
      Record<'opt_in_rates' | 'opt_in_time_based_rates', { id: number; name: string }[]>
    >(riaan, 'POST', '/rates/opt-in', wanted)
    const timed = offered.opt_in_time_based_rates.find(({ name }) => name === 'Saturday delivery')
    const made = await product.ask<Priced>(riaan, 'POST', '/shipments', {
      ...wanted,
      opt_in_rates: [offered.opt_in_rates[0]?.id],
      opt_in_time_based_rates: [timed?.id],
    })
    const parts = made.rates.filter(({ type }) => type !== 'rate_formula')
    expect(new Set(parts.map(({ type }) => type))).toEqual(
      new Set(['base', 'surcharge', 'rate_adjustment', 'time_based_rate_adjustment', 'rate_group_extras']),
    )
    const customer = await product.as(riaan)
    await open(customer, `/shipments/${made.id}`)
    const card = customer
      .locator('section')
      .filter({ has: customer.getByRole('heading', { name: 'Charges', exact: true }) })
      .last()
    await card.getByText('Total including VAT').waitFor()
    const text = (await card.innerText()).replaceAll(/\s+/g, ' ')
    for (const { type, name, value } of parts) {
      const label = type === 'base' ? `Base, ${made.service_level_name}` : name
      expect(text).toContain(`${label} ${formatRand(Math.round(value * 100))}`)
    }
    expect(text).toContain(`Total including VAT ${formatRand(Math.round(made.rate * 100))}`)
    await customer.context().close()
  })

  it('[RATE-014] [RATE-015] offers the extras of a route in a booking, and pre-fills the reference prefix that the account requires', async () => {
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      'thandi@fynbos.example',
      'GET',
      '/accounts?account_code=OVB014',
    )
    const id = accounts[0]?.id ?? 0
    const wanted = { customer_reference_required: true, customer_reference_prefix: 'PO-' }
    await product.ask('thandi@fynbos.example', 'PATCH', '/accounts', { id, ...wanted })
    const customer = await product.as('riaan@overbergbooks.example')
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      'riaan@overbergbooks.example',
      'GET',
      '/shipments?limit=1',
    )
    await open(customer, `/shipments/new?duplicate=${shipments[0]?.id ?? 0}`)
    const extras = customer.getByRole('group', { name: 'Extras to buy' })
    await extras.getByRole('checkbox', { name: /Saturday delivery · R/ }).waitFor()
    const reference = customer.getByRole('textbox', { name: /^Customer reference/ })
    await expect.poll(() => reference.inputValue()).toBe('PO-')
    await reference.fill('4711')
    const book = () => customer.getByRole('button', { name: /^Book and/ }).click()
    await book()
    await customer.getByText('The customer reference must start with PO-.').first().waitFor()
    await reference.fill('')
    await book()
    await customer.getByText('A customer reference is required for this account.').first().waitFor()
    await product.ask('thandi@fynbos.example', 'PATCH', '/accounts', {
      id,
      customer_reference_required: false,
      customer_reference_prefix: '',
    })
    await customer.context().close()
  })

  it('marks the changes of a draft, accepts blocks pasted from a spreadsheet, and undoes and redoes them', async () => {
    const draft = await draftOf('Winter prices')
    await open(staff, `/rates-and-estimates/grid?revision=${draft.id}`)
    await heading(staff, 'Winter prices')
    const foot = staff.getByRole('region', { name: /lanes by weight band/ }).locator('footer')
    await foot.getByText('nothing changed').waitFor()
    const cells = staff.getByRole('gridcell', { name: / to .*, all weights/ })
    await product.settled(staff)
    const names = (
      await cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    ).slice(0, 3)
    const [first = '', second = '', third = ''] = names.map((name) => name.split(':')[0] ?? '')
    const was = names[0]?.match(/R ([\d.,]+)/)?.[1] ?? ''
    const at = (name: string) => staff.locator(`td[aria-label^="${name}:"]`)
    const label = (name: string) => at(name).getAttribute('aria-label')
    const paste = async (text: string): Promise<void> => {
      await at(first).click()
      await at(first).evaluate((element, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    }

    // Thousands and decimals use South African notation. One cell cannot be read and needs correction.
    await paste('R 1 234,50\nabc\n1.234,5\n')
    const dialog = staff.getByRole('dialog', { name: '1 price cannot be used' })
    const wrong = dialog.getByRole('textbox', { name: second })
    expect(await wrong.inputValue()).toBe('abc')
    await dialog.getByRole('button', { name: 'Paste 2 prices' }).click()
    await button(staff, 'Replace formula').click()
    await expect.poll(() => label(first)).toContain(`R 1,234.50 Changed, was ${was}`)
    expect(await label(third)).toContain('R 1,234.50')
    await dialog.getByText('The others are in the grid.').waitFor()
    await wrong.fill('88,25')
    await dialog.getByRole('button', { name: 'Paste 1 price' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => label(second)).toContain('R 88.25 Changed')
    await foot.getByText('3 changes').waitFor()

    await at(first).hover()
    await at(first).getByText(`was ${was}`).waitFor()
    await product.settled(staff)
    const shown = await cells.count()
    await staff.getByRole('switch', { name: 'Changed only' }).check()
    await expect.poll(() => cells.count()).toBe(3)
    await staff.getByRole('switch', { name: 'Changed only' }).uncheck()
    await expect.poll(() => cells.count()).toBe(shown)

    const version = async (): Promise<number> =>
      (
        await product.ask<{ revision: { version: number } }>(
          clerk,
          'GET',
          `/rates/revisions/detail?id=${draft.id}`,
        )
      ).revision.version
    const before = await version()
    // A whole paste is one undo step, both by key and by button.
    await at(second).click()
    await staff.keyboard.press('Control+z')
    await expect.poll(() => label(second)).not.toContain('Changed')
    await staff.keyboard.press('Control+z')
    await foot.getByText('nothing changed').waitFor()
    await staff.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    await staff.getByRole('button', { name: 'Redo: 2 prices pasted' }).click()
    await foot.getByText('2 changes').waitFor()
    await staff.keyboard.press('Control+Shift+z')
    await foot.getByText('3 changes').waitFor()
    // The displayed values are the stored ones: two undos and two redos create one version each.
    await expect.poll(version).toBe(before + 4)
    await staff.reload()
    await foot.getByText('3 changes').waitFor()
    await expect.poll(() => label(second)).toContain('R 88.25')
  })

  it('accepts typed amounts in the cell panel, and requires confirmation before an amount replaces a formula', async () => {
    const { id } = await draftOf('Typed prices')
    await open(staff, `/rates-and-estimates/grid?revision=${id}&service=2`)
    const name = 'Main centres to Regional, all weights'
    const at = staff.locator(`td[aria-label^="${name}:"]`)
    const label = () => at.getAttribute('aria-label')
    await at.click()
    const was = await label()
    const panel = staff.getByRole('complementary', { name: 'Where does this price come from?' })
    const formula = panel.getByRole('textbox', { name: 'Formula' })
    await formula.fill('91,50')
    await panel.getByText('R 91.50', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Save price' }).click()
    const dialog = staff.getByRole('alertdialog', { name: 'Replace the formula?' })
    await dialog.getByText(`${name}: 210 + max(0, w - 2) * 58 will be lost.`).waitFor()
    await dialog.getByRole('button', { name: 'Keep' }).click()
    expect(await label()).toBe(was)
    expect(await formula.inputValue()).toBe('91,50')
    await panel.getByRole('button', { name: 'Save price' }).click()
    await dialog.getByRole('button', { name: 'Replace formula' }).click()
    await expect.poll(label).toContain('R 91.50 Changed, was 210.00 + 58.00/kg over 2.')

    // A formula typed in the notation of the grid is stored as a formula.
    await at.click()
    await staff.keyboard.press('Enter')
    await staff.getByRole('textbox', { name, exact: true }).fill('210.00 + 58.00/kg over 2')
    await staff.keyboard.press('Enter')
    await expect.poll(label).toBe(was)
  })

  it('[RATE-019] shows possible mistakes with their cell, and requires confirmation by kind and count before publishing', async () => {
    const { id, version } = await draftOf('Slips')
    const price = (toTag: string, type: string, amount: string) => ({
      part: 'formulas',
      rate_group_id: 1,
      service_level_id: 2,
      from_tag: 'Main centres',
      to_tag: toTag,
      value: { symmetric: true, bands: [{ weight_from: 0, weight_to: null, type, amount }] },
    })
    const changes = [price('Main centres', 'flat', '0'), price('Regional', 'formula', '-500 + w')]
    await product.ask(clerk, 'PATCH', '/rates/revisions', { id, version, changes })
    await open(staff, `/rates-and-estimates/publish/${id}`)
    await heading(staff, 'Check')
    await staff
      .getByText('Default group, Overnight, Main centres to Main centres, all weights costs R 0.00.')
      .waitFor()
    const negative = staff.getByRole('listitem').filter({ hasText: 'costs -R 499.90 at 0.1 kg' })
    await negative.waitFor()
    await product.settled(staff)
    expect(await staff.getByText('Ready to publish.').count()).toBe(0)
    expect(await button(staff, 'Next').getAttribute('aria-disabled')).toBe('true')

    await negative.getByRole('link', { name: 'Go to it' }).click()
    await heading(staff, 'Slips')
    await staff.getByText('2 things to confirm before publishing.').waitFor()
    const reached = staff.locator('td[aria-selected="true"]')
    expect(await reached.getAttribute('aria-label')).toMatch(/^Main centres to Regional, all weights: -500/)

    await open(staff, `/rates-and-estimates/publish/${id}`)
    await staff.getByRole('checkbox', { name: 'Confirm: 1 price is R 0.00.' }).check()
    await staff.getByRole('checkbox', { name: 'Confirm: 1 price can become negative.' }).check()
    for (const next of ['Differences', 'Effect', 'Start']) {
      await button(staff, 'Next').click()
      await heading(staff, next)
    }
    await staff.getByRole('radio', { name: 'Immediately' }).check()
    const { input, status } = await product.sends(revisionsApi.publish, async () => {
      await button(staff, 'Publish now').click()
      await button(staff, 'Publish at once').click()
    })
    expect(input).toMatchObject({
      at_once: true,
      confirmed: [
        { kind: 'zero-price', count: 1 },
        { kind: 'negative-price', count: 1 },
      ],
    })
    expect(status).toBe(200)
  })

  it('compares a draft with the current prices of the draft that it is based on', async () => {
    const base = await draftOf('Winter prices')
    const next = await product.ask<{ id: number }>(clerk, 'POST', '/rates/revisions', {
      name: 'Winter sale',
      based_on_id: base.id,
    })
    await open(staff, `/rates-and-estimates/grid?revision=${next.id}`)
    await heading(staff, 'Winter sale')
    await staff.getByText('nothing changed').waitFor()
    await product.ask(clerk, 'PATCH', '/rates/revisions', {
      id: base.id,
      version: base.version,
      changes: [
        {
          part: 'formulas',
          rate_group_id: 1,
          service_level_id: 1,
          from_tag: 'Main centres',
          to_tag: 'Main centres',
          value: {
            symmetric: true,
            bands: [{ weight_from: 0, weight_to: null, type: 'flat', amount: '77' }],
          },
        },
      ],
    })
    await staff.getByRole('tab', { name: 'Estimates' }).click()
    await staff.getByRole('tab', { name: 'Rates grid' }).click()
    await staff.getByText('1 change', { exact: false }).first().waitFor()
  })

  it('hides the price book from customers', async () => {
    const customer = await product.as('riaan@overbergbooks.example')
    await open(customer, '/rates-and-estimates')
    await customer.getByRole('heading', { level: 1 }).waitFor()
    await product.settled(customer)
    expect(await customer.getByText('Starter price book').count()).toBe(0)
  })
})
