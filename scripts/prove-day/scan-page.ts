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
    /** For each scan of the page, the time from Enter until its verdict was drawn, in ms. */
    verdictTimes: number[]
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
    for (const [at, reference] of parcels.slice(0, page_scans).entries()) {
      await field.fill(reference)
      await field.press('Enter')
      await page.waitForFunction((count) => window.verdictTimes.length > count, at)
      const verdict = await page.locator('[data-verdict]').getAttribute('data-verdict')
      if (verdict === 'red') tally.violate(`The page refused ${reference}.`)
      await wait(pace_ms)
    }
    const times = await page.evaluate(() => window.verdictTimes)
    const p95 = countTimes(tally, 'ms from Enter to the visible verdict', times, 'scans of the page')
    if (p95 > limit_ms)
      tally.violate(`On the page, 95 of 100 verdicts take up to ${p95} ms, more than ${limit_ms}.`)
  } finally {
    await browser.close()
  }
}

/** Notes in the page when Enter is pressed, and when the verdict about that label has been drawn. */
const measureVerdicts = (page: Page) =>
  page.evaluate(() => {
    window.verdictTimes = []
    let pressed: { at: number; reference: string } | null = null
    document.addEventListener(
      'keydown',
      ({ key, target, timeStamp }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement)
          pressed = { at: timeStamp, reference: target.value }
      },
      { capture: true },
    )
    new MutationObserver(() => {
      const panel = document.querySelector<HTMLElement>('[data-verdict]')
      if (!pressed || !panel || panel.dataset.verdict === 'grey') return
      if (!panel.textContent.includes(pressed.reference)) return
      const { at } = pressed
      pressed = null
      // The frame after this one begins when the verdict has been drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => window.verdictTimes.push(performance.now() - at)),
      )
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
