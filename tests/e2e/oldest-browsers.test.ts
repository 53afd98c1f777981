import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

/**
 * Opens the price books, whose code sorts and reverses arrays; returns the paths of the scripts in the order
 * requested.
 */
async function scriptsOf(page: Page): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${product.web}/rates`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return scripts
}
const isOwn = (page: Page) => page.evaluate(() => String([].toSorted).includes('[native code]'))

describe('[SHELL-067] a browser as old as Chrome 97', () => {
  it('loads the missing array methods before the program, within the content security policy, and works', async () => {
    const page = await product.as('thandi@fynbos.example')
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.addInitScript(() => {
      const typed = Object.getPrototypeOf(Uint8Array.prototype) as object
      for (const name of ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'])
        for (const prototype of [Array.prototype, typed]) Reflect.deleteProperty(prototype, name)
    })
    const scripts = await scriptsOf(page)
    expect(scripts.filter((name) => name === '/polyfills.js')).toHaveLength(1)
    expect(await isOwn(page)).toBe(false)
    expect(await page.evaluate(() => [3, 1, 2].toSorted().with(0, 9).toReversed())).toEqual([3, 2, 9])
    expect(problems).toEqual([])
    expect(product.pageErrors).toEqual([])
    // The same policy blocks all other text from becoming markup.
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<script src="/polyfills.js"></script> '
        return 'written'
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(refused).toBe('TypeError')
  })

  it('is the only one that loads the polyfills: a current browser does not', async () => {
    const page = await product.as('thandi@fynbos.example')
    const scripts = await scriptsOf(page)
    expect(scripts).toContain('/boot.js')
    expect(scripts).not.toContain('/polyfills.js')
    expect(await isOwn(page)).toBe(true)
  })
})
