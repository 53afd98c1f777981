import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { role_ids } from '@waybill/domain/kit/actor'
import { chromium, type Page } from 'playwright-core'
import { chromium_args, findChromium } from '../chromium.ts'
import { buildWeb } from '../../server/src/main/run.ts'
import type { Stations } from './stations.ts'
import { bookParcels, countTimes } from './stations.ts'

/** The longest time from the key to the visible verdict, of 95 in 100 scans, in ms. */
const limit_ms = 150
const root = path.join(import.meta.dirname, '../..')

/** Builds the web app, which the processes of the product then serve. */
export const buildPages = (printLine: (line: string) => void): Promise<void> => buildWeb(root, printLine)

declare global {
  interface Window {
    /** Resolves when the verdict about the next label has been drawn, to the time since Enter in ms. */
    nextVerdict: () => Promise<number>
  }
}

/** Scans parcels on the page of the hub scanner in Chromium, and measures how long each verdict takes to appear. */
export async function proveScanPage(about: Stations & { page_scans: number }): Promise<void> {
  const { company, product, tally, page_scans, pace_ms } = about
  const operator = await company.p.user(role_ids.administrator, {
    username: 'page-1',
    branch_id: company.branch_id,
  })
  const parcels = await bookParcels(about, Math.ceil(page_scans / 10))
  const web = product.nextAddress()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
  try {
    const localStorage = [{ name: 'access_token', value: operator.token ?? '' }]
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: { cookies: [], origins: [{ origin: web, localStorage }] },
    })
    const page = await context.newPage()
    await page.goto(`${web}/hub-scanner`)
    await page.getByRole('button', { name: 'Start scanning' }).click()
    await measureVerdicts(page)
    const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    const times: number[] = []
    for (const reference of parcels.slice(0, page_scans)) {
      await field.fill(reference)
      // Nothing asks the page while it works: that would take the time that is measured.
      const drawn = page.evaluate(() => window.nextVerdict())
      await field.press('Enter')
      times.push(await drawn)
      const verdict = await page.locator('[data-verdict]').getAttribute('data-verdict')
      if (verdict === 'red') tally.violate(`The page refused ${reference}.`)
      await wait(pace_ms)
    }
    const p95 = countTimes(tally, 'ms from Enter to the visible verdict', times, 'scans of the page')
    if (p95 > limit_ms)
      tally.violate(`On the page, 95 of 100 verdicts take up to ${p95} ms, more than ${limit_ms}.`)
  } finally {
    await browser.close()
  }
}

/** Lets the page say how long it took from Enter until the verdict about that label was drawn. */
const measureVerdicts = (page: Page) =>
  page.evaluate(() => {
    let resolve: (ms: number) => void = () => undefined
    window.nextVerdict = () => new Promise((settle) => (resolve = settle))
    let pressed: { at: number; reference: string } | null = null
    document.addEventListener(
      'keydown',
      ({ key, target, timeStamp }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement)
          pressed = { at: timeStamp, reference: target.value }
      },
      { capture: true },
    )
    const { port1: start, port2: end } = new MessageChannel()
    let began = 0
    // A message that is sent as a frame begins arrives when that frame has been drawn.
    end.onmessage = () => resolve(performance.now() - began)
    new MutationObserver(() => {
      const panel = document.querySelector<HTMLElement>('[data-verdict]')
      if (!pressed || !panel || panel.dataset.verdict === 'grey') return
      if (!panel.textContent.includes(pressed.reference)) return
      began = pressed.at
      pressed = null
      requestAnimationFrame(() => start.postMessage(null))
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
