import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { PageProduct, TestLocator, TestPage } from './page-api.ts'

/** Signs in on a page as a user does: address, name, password, button. */
export async function signIn(
  page: TestPage,
  web: string,
  email: string,
  password = 'waybill-demo',
): Promise<void> {
  await page.goto(`${web}/login`)
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/**
 * Opens a list of choices and returns the lines of each choice. `field` is the exact name of its field, or the field
 * itself.
 */
export async function optionLinesOf(page: TestPage, field: string | TestLocator): Promise<string[][]> {
  await (typeof field === 'string' ? page.getByRole('combobox', { name: field, exact: true }) : field).click()
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  const texts = await options.allInnerTexts()
  await page.keyboard.press('Escape')
  return texts.map((text) => text.split('\n'))
}

/** Returns the first line of each choice of a list. */
export async function optionsOf(page: TestPage, field: string | TestLocator): Promise<string[]> {
  return (await optionLinesOf(page, field)).map(([first = '']) => first)
}

/**
 * Sends keys as a scanner does, all at once from inside the page: keys sent from outside arrive too late on a busy
 * machine.
 */
export async function scan(page: TestPage, code: string): Promise<void> {
  await page.evaluate((keys) => {
    for (const key of [...keys, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)
}

/** Makes the page's browser report that it is offline, or online again. Requests are not affected. */
export async function setOffline(page: TestPage, isOffline: boolean): Promise<void> {
  await page.evaluate((offline) => {
    Object.defineProperty(navigator, 'onLine', { get: () => !offline, configurable: true })
    dispatchEvent(new Event(offline ? 'offline' : 'online'))
  }, isOffline)
}

/** Makes a page offline, and fails these requests with a lost connection. Returns a function that restores both. */
export async function loseSignal(
  product: PageProduct,
  page: TestPage,
  calls: readonly Pick<Endpoint, 'method' | 'path'>[],
): Promise<() => Promise<void>> {
  const ends = await Promise.all(calls.map((call) => product.answers(call, () => 'no connection')))
  await setOffline(page, true)
  return async () => {
    await Promise.all(ends.map((end) => end()))
    await setOffline(page, false)
  }
}
