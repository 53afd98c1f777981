import { driversApi } from '@waybill/domain/drivers/api'
import { af } from '../../../web/src/drivers/texts/af.ts'
import { en } from '../../../web/src/drivers/texts/en.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let driver: Page

beforeAll(async () => {
  product = await openProduct()
  await product.saveSettings({ driver_can_see_prices: true, driver_vehicle_check: true })
}, 180_000)
afterAll(async () => product.close())
beforeEach(async () => {
  driver = await product.as('sipho@fynbos.example', { width: 390, height: 844 })
})
afterEach(async () => {
  await driver.context().close()
  expect(product.pageErrors).toEqual([])
})

/** Returns the texts of a catalogue that are the same for all values. */
function fixedTexts(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value === 'string'
      ? [value.trim()]
      : typeof value === 'object' && value !== null
        ? fixedTexts(value)
        : [],
  )
}

/** English texts that are no Afrikaans ones. */
const afrikaans = new Set(fixedTexts(af))
const english = new Set(fixedTexts(en).filter((text) => text.length > 2 && !afrikaans.has(text)))

/** Returns the texts of the page, with those that only screen readers read. */
const textsOnPage = () =>
  driver.evaluate(() => {
    const found: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      // The screen of the browser before the app has started is in English, and hidden afterwards.
      if (['SCRIPT', 'STYLE'].includes(element.tagName) || element.closest('#loading')) continue
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '')
    }
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })

const chooseLanguage = async (name: string): Promise<void> => {
  await driver.goto(`${product.web}/tripsheet/me`)
  await driver.getByRole('radio', { name, exact: true }).click()
}

it('[DRV-008] displays every page of the driver in the chosen language', async () => {
  await chooseLanguage('Afrikaans')
  await driver.getByRole('heading', { level: 1, name: af.me.title, exact: true }).waitFor()
  expect(await driver.evaluate(() => document.documentElement.lang)).toBe('af')
  const { stops } = await product.ask<{ stops: { stop_id: string; state: string; leg: string }[] }>(
    'thandi@fynbos.example',
    'GET',
    '/trip-sheet?driver=sipho',
  )
  const open = stops.filter(({ state }) => state === 'to-do')
  const atStops = ['collection', 'delivery'].flatMap((leg) => {
    const stop = open.find((one) => one.leg === leg)
    return stop ? `/stops/${stop.stop_id}` : []
  })
  expect(atStops.length).toBeGreaterThan(0)
  // Without the count of the cash, which is a form of the office.
  const pages = [
    '',
    '/order',
    '/scan',
    '/sync',
    '/me',
    '/vehicle-check',
    '/end-day',
    ...atStops.flatMap((stop) =>
      ['', '/hand-over', '/failed', '/problem', '/add-photos'].map((step) => `${stop}${step}`),
    ),
  ]
  const left: string[] = []
  for (const page of pages) {
    await driver.goto(`${product.web}/tripsheet${page}`)
    await driver.getByRole('heading', { level: 1 }).waitFor()
    await product.settled(driver)
    for (const text of await textsOnPage()) if (english.has(text)) left.push(`${page}: ${text}`)
  }
  expect(left).toEqual([])
})

it('[DRV-008] keeps the language of the driver without signal, and on the next sign-in', async () => {
  await chooseLanguage('isiZulu')
  await driver.getByRole('link', { name: 'Mina' }).waitFor()
  const regainSignal = await loseSignal(product, driver, [driversApi.tripSheet])
  await driver.reload()
  await driver.getByRole('link', { name: 'Mina' }).waitFor()
  await regainSignal()
  const other = await product.as('sipho@fynbos.example', { width: 390, height: 844 })
  await other.goto(`${product.web}/tripsheet`)
  await other.getByRole('link', { name: 'Mina' }).waitFor()
  await other.context().close()
  await chooseLanguage('English')
  await driver.getByRole('heading', { level: 1, name: 'Me', exact: true }).waitFor()
})
