import fs from 'node:fs'
import { chromium } from 'playwright-core'
import { weighPage, type PageWeight } from './script-weight.ts'
import { measureRequestPath, type RequestPath } from './request-overhead.ts'
import { chromium_args, findChromium } from '../chromium.ts'
import { installPrograms } from '../programs.ts'
import { openDemoProduct } from '../demo-product.ts'

export interface FirstLoad extends PageWeight {
  page: string
  limit: string
}

/**
 * Measures what a browser downloads on a first visit, each response counted as gzip, in KB, and the durations of
 * signing in and starting.
 */
export async function firstLoad(): Promise<{ loads: FirstLoad[]; request_path: RequestPath[] }> {
  const { running, data_dir, demo } = await openDemoProduct({
    port: 3992,
    api_port: 3993,
    rate_limit_scale: 0,
  })
  const base = running.runtime.web_url
  const login = await fetch(`${base}/api/login`, { method: 'POST', body: JSON.stringify(demo.users[0]) })
  const { access_token } = (await login.json()) as { access_token: string }
  const listed = await fetch(`${base}/api/shipments?limit=1`, {
    headers: { authorization: `Bearer ${demo.api_keys.admin}` },
  })
  const { shipments } = (await listed.json()) as { shipments: { short_tracking_reference: string }[] }
  installPrograms(['chromium'])
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
  const measure = async (
    pageName: string,
    route: string,
    limit: string,
    token: string | null,
  ): Promise<FirstLoad> => {
    const context = await browser.newContext()
    if (token) await context.addInitScript((value) => localStorage.setItem('access_token', value), token)
    const page = await context.newPage()
    const weight = await weighPage(page, base + route, () => page.waitForLoadState('networkidle'))
    await context.close()
    return { page: pageName, ...weight, limit }
  }
  try {
    const loads = [
      await measure('sign-in', '/login', 'script 120, style 30', null),
      await measure('staff shell (a page that is not there)', '/no-such-page', 'script 170', access_token),
      await measure('shipments list, shell included', '/shipments', '–', access_token),
      await measure('tracking', `/track?ref=${shipments[0]?.short_tracking_reference}`, 'all 60', null),
    ]
    const [first] = demo.users
    if (!first) throw new Error('The demonstration company has no users.')
    return {
      loads,
      request_path: await measureRequestPath(running, browser, { ...first, token: access_token }),
    }
  } finally {
    await browser.close()
    await running.close()
    fs.rmSync(data_dir, { recursive: true, force: true })
  }
}
