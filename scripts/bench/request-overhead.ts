import { gzipSync } from 'node:zlib'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { hasPermission, role_ids } from '@waybill/domain/kit/actor'
import { deriveTheme } from '@waybill/domain/kit/theme'
import type { Browser, BrowserContext } from 'playwright-core'
import type { Running } from '../../server/src/main/boot.ts'
import { asSystem } from '../../server/src/main/install.ts'
import { insertUser } from '../../server/src/identity/index.ts'
import { isPasswordCorrect } from '../../server/src/identity/passwords/password.ts'

/** One measurement of signing in or starting: what, how long or how large, and its limit. */
export interface RequestPath {
  what: string
  measured: string
  limit: string
}

interface Person {
  email: string
  password: string
  token: string
}

const sign_ins = 50
const starts = 5
const company_users = 500

/** Measures signing in and starting on the embedded database, one after the other. */
export async function measureRequestPath(
  running: Running,
  browser: Browser,
  person: Person,
): Promise<RequestPath[]> {
  const base = running.runtime.web_url
  const hash = await hashTime(running, person)
  const answers = await times(sign_ins, () =>
    fetch(`${base}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ email: person.email, password: person.password }),
    }).then((answer) => answer.text()),
  )
  const check = checkTime()
  const { cold, warm } = await startTimes(browser, base, person.token)
  const { plain, packed } = await generalDataSize(running, base, person.token)
  const kb = (bytes: number) => (bytes / 1024).toFixed(1)
  return [
    {
      what: `sign-in beyond its password hash (${hash.toFixed(0)} ms), p95 of ${sign_ins}`,
      measured: `${Math.max(0, at(answers, 0.95) - hash).toFixed(0)} ms`,
      limit: '120 ms',
    },
    {
      what: 'one permission check',
      measured: `${(check * 1000).toFixed(2)} µs`,
      limit: 'nothing beside a query',
    },
    {
      what: 'a theme derived from its colours, light and dark',
      measured: `${themeTime().toFixed(2)} ms`,
      limit: '5 ms each',
    },
    {
      what: `shell from a cold cache, middle of ${starts}`,
      measured: `${at(cold, 0.5).toFixed(0)} ms`,
      limit: '1,000 ms',
    },
    {
      what: `shell from a warm cache, middle of ${starts}`,
      measured: `${at(warm, 0.5).toFixed(0)} ms`,
      limit: '400 ms',
    },
    {
      what: `general data of a company with ${company_users} users`,
      measured: `${kb(plain)} KB, ${kb(packed)} KB as sent`,
      limit: '30 KB',
    },
  ]
}

/** Runs `run` `many` times, one after the other, and returns the duration of each in ms. */
async function times(many: number, run: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < many; turn += 1) {
    const started = performance.now()
    await run()
    taken.push(performance.now() - started)
  }
  return taken
}

function at(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function hashTime(running: Running, { email, password }: Person): Promise<number> {
  const { rows } = await running.runtime.pool.query<{ password_hash: string }>(
    'SELECT s.password_hash FROM user_secret s JOIN app_user u ON u.provider_id = s.provider_id AND u.id = s.user_id WHERE u.email = $1',
    [email],
  )
  return at(await times(20, () => isPasswordCorrect(password, rows[0]?.password_hash ?? null)), 0.5)
}

/** Returns the median time to derive the light and dark theme, in ms. */
function themeTime(): number {
  const colours = { theme_primary: '#7C3AED', theme_nav_bg: '#767676' }
  const taken = Array.from({ length: 200 }, () => {
    const from = performance.now()
    deriveTheme(colours, 'light')
    deriveTheme(colours, 'dark')
    return performance.now() - from
  })
  return at(taken, 0.5)
}

/** Returns the time of one permission check against the longest permission list of a starter role, in ms. */
function checkTime(): number {
  const permissions = starter_roles
    .map((role) => role.permissions)
    .reduce((longest, list) => (list.length > longest.length ? list : longest))
  const many = 100_000
  const started = performance.now()
  let held = 0
  for (let turn = 0; turn < many; turn += 1)
    if (hasPermission({ permissions }, `API_/nowhere/${turn % 7}:GET`)) held += 1
  if (held > 0) throw new Error('A right that does not exist was held.')
  return (performance.now() - started) / many
}

/** Measures the time from opening a URL until the navigation is visible, with a cold and a warm cache, in ms. */
async function startTimes(browser: Browser, base: string, token: string) {
  const start = async (context: BrowserContext): Promise<number> => {
    const page = await context.newPage()
    const started = performance.now()
    await page.goto(`${base}/no-such-page`, { waitUntil: 'commit' })
    await page.getByRole('navigation').first().waitFor()
    const taken = performance.now() - started
    await page.close()
    return taken
  }
  const cold: number[] = []
  const warm: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript((value) => localStorage.setItem('access_token', value), token)
    cold.push(await start(context))
    warm.push(await start(context))
    await context.close()
  }
  return { cold, warm }
}

async function generalDataSize(running: Running, base: string, token: string) {
  await asSystem(running.runtime, 1, async (ctx) => {
    for (let number = 0; number < company_users; number += 1)
      await insertUser(ctx, {
        username: `colleague-${number}`,
        name: `Colleague Number ${number}`,
        email: `colleague-${number}@example.com`,
        role_id: number % 10 === 0 ? role_ids.driver : role_ids.administrator,
        account_id: null,
      })
  })
  running.runtime.pubsub.publish({ topic: 'settings', provider_id: 1 })
  const answer = await fetch(`${base}/api/general-data?provider_id=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  return { plain: body.length, packed: gzipSync(body).length }
}
