import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import axe, { type RunOptions } from 'axe-core'
import { pino } from 'pino'
import { chromium, type Browser, type Frame, type Page, type Request, type Route } from 'playwright-core'
import { expect, inject } from 'vitest'
import { chromium_args, findChromium } from '../../scripts/chromium.ts'
import { boot, type BootOptions, type Running } from '../../server/src/main/boot.ts'
import { development } from '../../server/dev/index.ts'
import { freePort } from '../../server/dev/test-kit/free-port.ts'
import { apiAddress } from '../page-kit/api-address.ts'
import { endWithCase } from '../page-kit/end-with-case.ts'
import { whenMade } from '../made-once.ts'
import { queryOf } from '../page-kit/query.ts'
import type { PageProduct, SentCall } from '../page-kit/page-api.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** A running product with the demonstration company, and Chromium windows on it. */
export interface Product extends PageProduct<Page> {
  running: Running
}

export interface ProductOptions extends Pick<BootOptions, 'rate_limit_scale'> {
  /** Whether the test controls the clocks of pages, with `pass()`. */
  holdsClock?: boolean
}

/** What the browser itself logs without a network: a file, or the check for a newer service worker, cannot be loaded. */
const offline_errors = /Failed to load resource|An unknown error occurred when fetching the script/

/** The size of a window, and whether its screen is touched. */
interface WindowSize {
  width: number
  height: number
  hasTouch?: boolean
}

/** Returns the log file of a product under test, for the analysis of failed tests. Removes the file of an earlier run. */
function logFile(port: number): string {
  const file = path.join(import.meta.dirname, `../../.cache/browser-tests/${port}.log`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.rmSync(file, { force: true })
  return file
}

/**
 * Starts the product as a new user would, with the demonstration company and a browser. It runs on the embedded
 * database, from a copy of the folder that is made once for all test files.
 */
export async function openProduct({ holdsClock = false, ...options }: ProductOptions = {}): Promise<Product> {
  const port = await freePort()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-e2e-'))
  fs.cpSync(await whenMade(inject('made_once'), 'demo_folder'), dataDir, { recursive: true })
  const running = await boot({
    host: '127.0.0.1',
    ...options,
    port,
    api_port: await freePort(),
    data_dir: dataDir,
    database_url: undefined,
    development,
    log: pino({ level: 'info' }, pino.destination(logFile(port))),
  })
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
  const pageErrors: string[] = []
  const web = running.runtime.web_url
  const given: { name: string; answer: Parameters<Product['answers']>[1] }[] = []
  const calls: SentCall[] = []
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
    now: () => running.runtime.clock(),
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
        headers: email === null ? {} : { authorization: `Bearer ${await product.tokenOf(email)}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: await (isJson ? answer.json() : answer.text()) }
    },
    async ask<Answer>(email: string | null, method: string, address: string, body?: object) {
      const answer = await product.answerTo(email, method, address, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body as Answer
    },
    async saveSettings(values, email = 'thandi@fynbos.example') {
      const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
      await product.ask(email, 'POST', '/providers/settings', { settings })
    },
    async window(size: WindowSize = { width: 1440, height: 900 }, accessToken) {
      const { hasTouch = false, ...viewport } = size
      const localStorage = accessToken ? [{ name: 'access_token', value: accessToken }] : []
      const origins = [{ origin: web, localStorage }]
      const storageState = { cookies: [], origins }
      const context = await browser.newContext({ viewport, hasTouch, reducedMotion: 'reduce', storageState })
      endWithCase(() => context.close())
      const page = await context.newPage()
      await page.route(called_path, async (route) => {
        const name = callOf(route.request())
        const own = given.findLast((one) => one.name === name)
        const input = inputOf(route.request())
        const answer = (await own?.answer({ input, usual: usualAnswer(route) })) ?? 'as usual'
        if (answer === 'no connection') await route.abort()
        else if (answer === 'as usual') await route.fallback()
        else if ('text' in answer) await route.fulfill({ status: answer.status ?? 200, body: answer.text })
        else await route.fulfill({ status: answer.status ?? 200, json: answer.body ?? {} })
      })
      if (holdsClock) await page.clock.install()
      recordCalls(page, calls)
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => pageErrors.push(error.message))
      page.on('console', (line) => {
        if (line.type() === 'error' && !offline_errors.test(line.text())) pageErrors.push(line.text())
      })
      return page
    },
    async answers(endpoint, answer) {
      const own = { name: nameOf(endpoint), answer }
      given.push(own)
      const end = async () => {
        if (given.includes(own)) given.splice(given.indexOf(own), 1)
      }
      endWithCase(end)
      return end
    },
    calls,
    async sends(endpoint, action, isSuitable = () => true) {
      const name = nameOf(endpoint)
      const before = calls.length
      const found = () =>
        calls.slice(before).find((call) => call.name === name && call.status > 0 && isSuitable(call.input))
      await action()
      await expect.poll(() => found() !== undefined).toBe(true)
      return found() as SentCall
    },
    async leaves(page, action) {
      const tab = page as Page
      const going = tab
        .context()
        .waitForEvent('request', (request) => request.isNavigationRequest() && isOfWholeTab(request))
      await action()
      const request = await going
      await request.response().catch(() => null)
      if (frameOf(request) === tab.mainFrame())
        await tab.waitForURL((url) => url.origin !== new URL(web).origin, { waitUntil: 'commit' })
      return { url: new URL(request.url()), fields: new URLSearchParams(request.postData() ?? '') }
    },
    async download(address) {
      const answer = await fetch(new URL(address, web))
      const type = answer.headers.get('content-type') ?? ''
      return { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) }
    },
    pass: (page, milliseconds) => (page as Page).clock.runFor(milliseconds),
    sleep: (page, milliseconds) => (page as Page).clock.fastForward(milliseconds),
    settled: (page) => whileAtRest(page as Page, async () => undefined),
    async close() {
      await browser.close()
      await running.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return product
}

/** Returns the frame of a navigation; `null` for a new tab, which has none yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}
const isOfWholeTab = (request: Request): boolean => (frameOf(request)?.parentFrame() ?? null) === null

/** Records the calls of a page, with their responses. */
function recordCalls(page: Page, calls: SentCall[]): void {
  const known = new Map<Request, SentCall>()
  page.on('request', (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    const url = new URL(request.url())
    const about = { name: callOf(request), url, headers: request.headers(), input: inputOf(request) }
    const call = { ...about, status: 0, answer: null, isAborted: false }
    known.set(request, call)
    calls.push(call)
  })
  page.on('response', async (response) => {
    const call = known.get(response.request())
    if (!call) return
    const isJson = response.headers()['content-type']?.includes('json')
    const answer: unknown = await (isJson ? response.json() : response.text()).catch(() => null)
    Object.assign(call, { status: response.status(), answer })
  })
  page.on('requestfailed', (request) => {
    const call = known.get(request)
    if (call) call.isAborted = request.failure()?.errorText.includes('ABORTED') ?? false
  })
}

/** Returns the real response of the server to a call of a page, with the input of the call or with another. */
const usualAnswer = (route: Route) => async (input?: Record<string, unknown>) => {
  const isRead = route.request().method() === 'GET'
  const { origin, pathname } = new URL(route.request().url())
  const changed = isRead ? { url: origin + pathname + queryOf(input ?? {}) } : { postData: input ?? {} }
  const response = await route.fetch(input ? changed : {})
  const isJson = response.headers()['content-type']?.includes('json')
  return {
    status: response.status(),
    body: isJson ? ((await response.json()) as unknown) : await response.text(),
  }
}

/** Matches what pages request from the server other than their own files. */
const called_path = /\/(api|v2|v3)\/|\/version\.json|\/files\?/

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`
const callOf = (request: Request): string =>
  `${request.method()} ${apiAddress(new URL(request.url()).pathname)}`

function inputOf(request: Request): Record<string, unknown> {
  if (request.method() === 'GET') return Object.fromEntries(new URL(request.url()).searchParams)
  try {
    return (request.postDataJSON() ?? {}) as Record<string, unknown>
  } catch {
    // The body contains the bytes of a file.
    return {}
  }
}

/** Accessibility rules whose results may differ between light and dark. */
export const rules_of_colour = ['color-contrast', 'link-in-text-block']
/** The accessibility standard that pages must meet. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

interface PageCheckOptions {
  /** Default: both schemes. */
  schemes?: readonly Scheme[]
  /** Default: the rules of the standard. */
  rules?: readonly string[]
}

/** Returns the accessibility violations of a page, one per line, and whether the page is wider than its window. */
export async function accessibilityViolations(
  page: Page,
  { schemes: seen = schemes, rules }: PageCheckOptions = {},
): Promise<string[]> {
  const found: string[] = []
  for (const [index, scheme] of seen.entries()) {
    await preferScheme(page, scheme)
    const violations = await whileAtRest(page, () => violationsOf(page, axeRunOnly(index === 0, rules)))
    found.push(...violations.map(({ id, html }) => `${scheme} ${id}: ${html.join(' | ')}`))
    if (await isWiderThanWindow(page)) found.push(`${scheme}: the page is wider than the window`)
  }
  await preferScheme(page, 'light')
  return found
}

export const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/**
 * Returns what axe checks: everything in the first scheme, and only colours in the second, because structure and
 * names are the same in both.
 */
function axeRunOnly(isFirst: boolean, rules?: readonly string[]): RunOptions['runOnly'] {
  const requested = rules ?? (isFirst ? undefined : rules_of_colour)
  return requested ? { type: 'rule', values: [...requested] } : { type: 'tag', values: [...standard] }
}

/**
 * Returns the violations that axe finds. Its source is added once per document, because preparing it takes longer
 * than many checks.
 */
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

/** Checks a page with its full height in the window, because a row half under a bar at the edge is not a violation. */
export async function accessibilityViolationsOfWholePage(
  page: Page,
  options: PageCheckOptions = {},
): Promise<string[]> {
  const window = page.viewportSize()
  if (!window) return accessibilityViolations(page, options)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await resize(page, { ...window, height: Math.max(window.height, height) })
  const found = await accessibilityViolations(page, options)
  await resize(page, window)
  return found
}

/** Changes the size of a window, and returns once the page has been drawn at it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await drawn(page)
}

/** Changes the colour scheme that a user prefers, and returns once the page has been drawn with it. */
async function preferScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await drawn(page)
}

/** Waits for two frames: the page is notified of a change in the first and has drawn the result in the second. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const max_attempts = 20

/**
 * Runs `look` while no list of the page is loading: old rows are faded on purpose. Runs it again when loading started
 * in the meantime, because users do not read a page in that state.
 */
async function whileAtRest<Seen>(page: Page, look: () => Promise<Seen>): Promise<Seen> {
  for (let looks = 0; looks < max_attempts; looks += 1) {
    await page.waitForFunction(() => !document.querySelector(':is(main, table)[aria-busy="true"]'))
    await page.evaluate(comeToRest)
    const watch = await page.evaluateHandle(() => {
      const seen = { busy: document.querySelector(':is(main, table)[aria-busy="true"]') !== null }
      new MutationObserver(() => {
        seen.busy ||= document.querySelector(':is(main, table)[aria-busy="true"]') !== null
      }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['aria-busy'],
      })
      return seen
    })
    const seen = await look()
    if (!(await watch.evaluate(({ busy }) => busy))) return seen
  }
  throw new Error(`The lists of ${page.url()} are read over and over.`)
}

/** Runs in the page: waits for animations to end, because colours during a fade are not meant to be read. */
async function comeToRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
