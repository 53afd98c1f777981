import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import axe, { type RunOptions } from 'axe-core'
import { pino } from 'pino'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { chromium_args, findChromium } from '../../scripts/chromium.ts'
import { boot, type BootOptions, type Running } from '../../server/src/app/boot.ts'
import { development } from '../../server/dev/index.ts'
import { freePort } from '../free-port.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export interface Product {
  running: Running
  web: string
  /** Host and port of `web`. */
  host: string
  /** A browser window of its own: nothing of other windows is known to it, and nobody is signed in but with a token. */
  window(size?: { width: number; height: number }, access_token?: string): Promise<Page>
  /** The access token of one of the demonstration's people, by e-mail address; they log in once for each file. */
  tokenOf(email: string): Promise<string>
  /** A window in which one of the demonstration's people is signed in. */
  as(email: string, size?: { width: number; height: number }): Promise<Page>
  /** What the API answers one of the demonstration's people; fails when it refuses. */
  ask<Answer>(email: string, method: string, path: string, body?: object): Promise<Answer>
  /** The same where a refusal may be the point: status and body. */
  answerTo(
    email: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }>
  /** Saves settings of the company by their keys, as an administrator unless somebody else is named; fails when refused. */
  saveSettings(values: Readonly<Record<string, unknown>>, email?: string): Promise<void>
  /** Crashes of pages and errors on their consoles so far; a journey ends with none. */
  pageErrors: readonly string[]
  close(): Promise<void>
}

/** Where the log of a product under test is written anew, for whoever wonders why a test failed. */
function logFile(port: number): string {
  const file = path.join(import.meta.dirname, `../../.cache/browser-tests/${port}.log`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.rmSync(file, { force: true })
  return file
}

/**
 * The product as a newcomer starts it, demonstration company and all, with a browser before it; on the embedded
 * database, from a copy of the folder that was made for all files.
 */
export async function openProduct(options: Pick<BootOptions, 'rate_limit_scale'> = {}): Promise<Product> {
  const port = await freePort()
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-e2e-'))
  fs.cpSync(inject('demo_folder'), data_dir, { recursive: true })
  const running = await boot({
    host: '127.0.0.1',
    ...options,
    port,
    api_port: await freePort(),
    data_dir,
    database_url: undefined,
    development,
    log: pino({ level: 'info' }, pino.destination(logFile(port))),
  })
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
  const pageErrors: string[] = []
  const web = running.runtime.web_url
  const tokens = new Map<string, Promise<string>>()
  const logIn = async (email: string): Promise<string> => {
    const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
    const answer = await fetch(`${web}/api/login`, { method: 'POST', body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const product: Product = {
    running,
    web,
    host: new URL(web).host,
    pageErrors,
    tokenOf(email) {
      const token = tokens.get(email) ?? logIn(email)
      tokens.set(email, token)
      return token
    },
    async as(email, size) {
      return product.window(size, await product.tokenOf(email))
    },
    async answerTo(email, method, address, body) {
      const answer = await fetch(`${web}/api${address}`, {
        method,
        headers: { authorization: `Bearer ${await product.tokenOf(email)}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const is_json = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: await (is_json ? answer.json() : answer.text()) }
    },
    async ask<Answer>(email: string, method: string, address: string, body?: object) {
      const answer = await product.answerTo(email, method, address, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body as Answer
    },
    async saveSettings(values, email = 'thandi@fynbos.example') {
      const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
      await product.ask(email, 'POST', '/providers/settings', { settings })
    },
    async window(size = { width: 1440, height: 900 }, access_token) {
      const localStorage = access_token ? [{ name: 'access_token', value: access_token }] : []
      const origins = [{ origin: web, localStorage }]
      const storageState = { cookies: [], origins }
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', storageState })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => pageErrors.push(error.message))
      page.on('console', (line) => {
        if (line.type() === 'error' && !/Failed to load resource/.test(line.text()))
          pageErrors.push(line.text())
      })
      return page
    },
    async close() {
      await browser.close()
      await running.close()
      fs.rmSync(data_dir, { recursive: true, force: true })
    },
  }
  return product
}

/** Signs in on a page as people do: address, name, password, button. */
export async function signIn(
  page: Page,
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

/** What a list of choices offers, by the exact name of its field or the field itself: the lines of each choice. */
export async function optionLinesOf(page: Page, field: string | Locator): Promise<string[][]> {
  await (typeof field === 'string' ? page.getByRole('combobox', { name: field, exact: true }) : field).click()
  const options = page.getByRole('listbox').getByRole('option')
  await options.first().waitFor()
  const texts = await options.allInnerTexts()
  await page.keyboard.press('Escape')
  return texts.map((text) => text.split('\n'))
}

/** The first line of each choice that a list offers. */
export async function optionsOf(page: Page, field: string | Locator): Promise<string[]> {
  return (await optionLinesOf(page, field)).map(([first = '']) => first)
}

/** What an accessibility check finds that may differ between light and dark. */
const rules_of_colour = ['color-contrast', 'link-in-text-block']
/** The standard that pages are held to. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** What an accessibility check of the page, or the rules given alone, finds wrong, as one line each, in both colour schemes. */
export async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const violations = await whileAtRest(page, () => violationsOf(page, whatToLookAt(scheme, rules)))
    found.push(...violations.map(({ id, html }) => `${scheme} ${id}: ${html.join(' | ')}`))
    const is_wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    if (is_wide) found.push(`${scheme}: the page is wider than the window`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** What to look at: structure and names once, because they are the same in both schemes; colours in each. */
function whatToLookAt(scheme: 'light' | 'dark', rules?: readonly string[]): RunOptions['runOnly'] {
  const asked = rules ?? (scheme === 'dark' ? rules_of_colour : undefined)
  return asked ? { type: 'rule', values: [...asked] } : { type: 'tag', values: [...standard] }
}

/** What axe finds wrong on a page. It is put into each document once: making it ready takes longer than many a check. */
async function violationsOf(page: Page, runOnly: RunOptions['runOnly']) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (what) => {
    const { violations } = await window.axe.run({
      resultTypes: ['violations'],
      preload: false,
      runOnly: what,
    })
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }))
  }, runOnly)
}

/** The same of a page taller than its window with all of it in view: a row half under a bar at the edge is no barrier. */
export async function accessibilityViolationsOfWholePage(page: Page): Promise<string[]> {
  const window = page.viewportSize()
  if (!window) return accessibilityViolations(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...window, height: Math.max(window.height, height) })
  const found = await accessibilityViolations(page)
  await page.setViewportSize(window)
  return found
}

/**
 * Looks at a page while none of its lists is being read: their old rows are faint on purpose. When reading began while
 * it was looked at, what was seen is of no page that a person reads, and it is looked at once more.
 */
async function whileAtRest<Seen>(page: Page, look: () => Promise<Seen>): Promise<Seen> {
  for (;;) {
    await page.waitForFunction(() => !document.querySelector('table[aria-busy="true"]'))
    await page.evaluate(comeToRest)
    const watch = await page.evaluateHandle(() => {
      const seen = { busy: document.querySelector('table[aria-busy="true"]') !== null }
      new MutationObserver(() => {
        seen.busy ||= document.querySelector('table[aria-busy="true"]') !== null
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] })
      return seen
    })
    const seen = await look()
    if (!(await watch.evaluate(({ busy }) => busy))) return seen
  }
}

/** Runs in the page: waits for what fades in or out, whose colours are nobody's to read yet. */
async function comeToRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}

/** Keys as a scanner sends them, all at once: keys from outside the page come too late when the machine is busy. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((keys) => {
    for (const key of [...keys, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)
}
