import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** What a page downloads on a first visit: each response counted as gzip, in KB. */
export interface PageWeight {
  script_kb: number
  style_kb: number
  all_kb: number
}

const kb = (bytes: number): number => Math.round(bytes / 102.4) / 10

/**
 * Opens an address in a page with an empty cache and returns what it downloads until `ready` resolves: the scripts
 * that it runs and those that it fetches ahead.
 */
export async function weighPage(
  page: Page,
  address: string,
  ready: () => Promise<unknown>,
): Promise<PageWeight> {
  const sizes = { script: 0, stylesheet: 0, all: 0 }
  const bodies: Promise<void>[] = []
  page.on('response', (answer) => {
    const counted = answer.body().then(
      (body) => {
        const size = gzipSync(body).length
        const kind = answer.request().resourceType()
        sizes.all += size
        if (kind === 'script' || kind === 'stylesheet') sizes[kind] += size
      },
      () => undefined,
    )
    bodies.push(counted)
  })
  await page.goto(address)
  await ready()
  await Promise.all(bodies)
  return { script_kb: kb(sizes.script), style_kb: kb(sizes.stylesheet), all_kb: kb(sizes.all) }
}
