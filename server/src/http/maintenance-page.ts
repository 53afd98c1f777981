import { randomInt } from 'node:crypto'
import { html } from '../kit/html.ts'
import { htmlPage, themeCss } from '../kit/html-page.ts'
import type { RawAnswer } from '../kit/handler.ts'

/**
 * Number of seconds after which a client may try again. The page adds up to `spread_s` seconds at random, so that
 * browsers do not all return at once.
 */
export const maintenance_retry_s = 300
const spread_s = 60

const css = `main{max-width:480px;margin:20vh auto 0;padding:24px;text-align:center}
h1{font-size:24px;line-height:32px;margin-bottom:8px}
p{color:var(--text-2);margin-bottom:8px}`

/** Returns the page for server-rendered pages during maintenance (SHELL-050, SHELL-053). */
export function maintenancePage(text: string): RawAnswer {
  const page = htmlPage({
    status: 418,
    title: 'Maintenance',
    theme: themeCss({}),
    css,
    body: html`<main>
      <h1>We're doing maintenance...</h1>
      <p>Please check back in a few minutes.</p>
      <p>${text}</p>
    </main>`,
  })
  const wait = maintenance_retry_s + randomInt(spread_s + 1)
  return {
    ...page,
    headers: { ...page.headers, refresh: String(wait), 'retry-after': String(maintenance_retry_s) },
  }
}
