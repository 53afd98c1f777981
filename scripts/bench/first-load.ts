import fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { measureRequestPath, type RequestPath } from './request-overhead.ts'
import { chromium_args, findChromium } from '../chromium.ts'
import { installPrograms } from '../programs.ts'
import { openDemoProduct } from '../demo-product.ts'

export interface FirstLoad {
  page: string
  script_kb: number
  style_kb: number
  all_kb: number
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
    const sizes = { script: 0, stylesheet: 0, all: 0 }
    page.on('response', (answer) => {
      void answer.body().then(
        (body) => {
          const size = gzipSync(body).length
          const kind = answer.request().resourceType()
          sizes.all += size
          if (kind === 'script' || kind === 'stylesheet') sizes[kind] += size
        },
        () => undefined,
      )
    })
    await page.goto(base + route, { waitUntil: 'networkidle' })
    await context.close()
    const kb = (bytes: number) => Math.round(bytes / 102.4) / 10
    return {
      page: pageName,
      script_kb: kb(sizes.script),
      style_kb: kb(sizes.stylesheet),
      all_kb: kb(sizes.all),
      limit,
    }
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
