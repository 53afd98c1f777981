import { zonesApi } from '@waybill/domain/maps/zones-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let page: Page

beforeAll(async () => {
  product = await openProduct()
  page = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => page.goto(product.web + address)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const area = (name: string) => page.getByRole('list', { name: 'Areas' }).getByRole('link', { name })

describe('map page', () => {
  it('lists the areas of every kind, finds them by name and shows the areas of a tested point', async () => {
    await open('/maps')
    await page.getByRole('heading', { level: 1, name: 'Maps' }).waitFor()
    for (const [tab, name] of [
      ['Branches', 'CPT'],
      ['Rates', 'PTA Main'],
      ['Surcharges', 'Remote and outlying'],
      ['Exceptions', 'Kruger National Park'],
      ['Service days', 'Kalahari farms'],
      ['Drivers', 'JHB North'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await area(name).waitFor()
    }
    await page.getByLabel('Search areas').fill('helder')
    await area('JHB North').waitFor({ state: 'detached' })
    await area('CPT Helderberg').waitFor()
    await page.getByLabel('Search areas').fill('')
    await button('Test a point').click()
    await page.getByLabel('Place').fill('Sandton')
    await button('Test').click()
    const result = page.getByRole('region', { name: 'Test a point' })
    await result.getByText('JHB North · JNB-C4', { exact: false }).waitFor()
    await result.getByText('Johannesburg (JHB) · JHB').waitFor()
  })

  it('previews the changes of a draft and publishes them together', async () => {
    await open('/maps?draft=1')
    await area('JHB Midrand').waitFor()
    await button('Preview').click()
    const preview = page.getByRole('dialog')
    await preview.getByText('1 added, 1 changed').waitFor()
    await preview.getByText(/would change driver zone/).waitFor()
    await page.keyboard.press('Escape')
    await button('Publish…').click()
    await button('Publish now').click()
    await page.getByText('The map is published').waitFor()
    await open('/maps')
    await area('JHB Midrand').waitFor()
  })

  it('exports its areas as a file and imports them again', async () => {
    await open('/maps?kind=exceptions')
    await area('Kruger National Park').waitFor()
    await button('More').click()
    const { answer } = await product.sends(zonesApi.exportZones, () =>
      page.getByRole('menuitem', { name: 'Export as KML' }).click(),
    )
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Import areas…' }).click()
    await page.getByLabel('KML or GeoJSON file').setInputFiles({
      name: 'exceptions.kml',
      mimeType: 'application/vnd.google-earth.kml+xml',
      buffer: Buffer.from(String(answer)),
    })
    await page.getByText('2 in the file: 0 new, 2 changed, 0 left out.').waitFor()
    await button('Import 2 areas').click()
    await page.getByText('0 added, 2 changed').waitFor()
    await open('/tags?type=exceptions')
    await page.getByRole('row', { name: /Nature reserve/ }).waitFor()
  })

  it('reads a file in the charset it declares, and rejects a file that is not text', async () => {
    await open('/maps?kind=exceptions')
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Import areas…' }).click()
    const choose = (name: string, text: string) =>
      page.getByLabel('KML or GeoJSON file').setInputFiles({
        name,
        mimeType: 'application/vnd.google-earth.kml+xml',
        buffer: Buffer.from(text, 'latin1'),
      })
    await choose('areas.kml', 'PK\u0003\u0004 packed')
    await page
      .getByText(/The file is a compressed file or an Excel workbook, not text/)
      .first()
      .waitFor()
    await choose(
      'areas.kml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Pniël</name><Polygon><outerBoundaryIs><LinearRing><coordinates>18.95,-33.9,0 18.97,-33.9,0 18.97,-33.88,0 18.95,-33.88,0 18.95,-33.9,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>',
    )
    await page.getByText(/Pniël · Exceptions · 4 points/).waitFor()
  })
})

it('logs no crash and no console error', () => {
  expect(product.pageErrors).toEqual([])
})
