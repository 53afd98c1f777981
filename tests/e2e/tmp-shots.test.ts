import { it } from 'vitest'
import { openProduct } from './product.ts'
it('shoots', async () => {
  const product = await openProduct()
  const page = await product.as('thandi@fynbos.example', { width: 1280, height: 800 })
  await page.goto(`${product.web}/shipments/new`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: '/tmp/h29-new.png' })
  await page
    .getByRole('button', { name: /^Page mode|mode/i })
    .first()
    .click()
  await page
    .getByText(/capturing/i)
    .first()
    .click()
  await page.getByText('Skip optional fields').waitFor()
  await page.screenshot({ path: '/tmp/h29-capture.png' })
  await page.goto(`${product.web}/maps`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Import areas/ }).click()
  await page.getByLabel('KML or GeoJSON file').waitFor()
  await page.screenshot({ path: '/tmp/h29-kml.png' })
  const kml = `<kml><Document><Placemark><name>A</name><Polygon><outerBoundaryIs><LinearRing><coordinates>28,-26 28.1,-26 28.1,-26.1 28,-26</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`
  await page
    .getByLabel('KML or GeoJSON file')
    .setInputFiles({ name: 'a.kml', mimeType: 'text/xml', buffer: Buffer.from(kml) })
  await page.getByText(/1 in the file/).waitFor()
  await page.screenshot({ path: '/tmp/h29-kml2.png' })
  await page.goto(`${product.web}/ops-dashboard?mode=driver-tripsheet`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/h29-ops.png' })
  await product.close()
})
