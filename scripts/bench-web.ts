import fs from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { weighPage } from './bench/script-weight.ts'
import { chromium_args, findChromium } from './chromium.ts'
import { openDemoProduct } from './demo-product.ts'
import { installPrograms } from './programs.ts'

/**
 * `npm run bench:web`: opens pages of the demonstration company in Chromium with a slowed processor and prints the
 * script they load and how fast they are. `--slowdown N` (4).
 */
const flag = process.argv.indexOf('--slowdown')
const slowdown = flag < 0 ? 4 : Number(process.argv[flag + 1])
/** Times that each page is opened; the middle value counts. */
const turns = 5

interface Subject {
  page: string
  route: string
  email: string | null
  /** What is visible when the page has loaded. */
  shows: (page: Page) => Promise<unknown>
  /** An interaction to measure. */
  acts?: (page: Page) => Promise<unknown>
  limit_kb: number
}

const tickRow = (page: Page) => page.locator('tbody input[type=checkbox]').nth(4).click()
const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]').first().waitFor()

const subjects: readonly Subject[] = [
  {
    page: 'sign-in, typing',
    route: '/login',
    email: null,
    shows: (page) => page.locator('input').first().waitFor(),
    acts: (page) => page.locator('input').first().pressSequentially('thandi@fynbos.example'),
    limit_kb: 90,
  },
  {
    page: 'staff shell',
    route: '/no-such-page',
    email: 'thandi@fynbos.example',
    shows: (page) => page.getByRole('navigation').first().waitFor(),
    limit_kb: 140,
  },
  {
    page: 'shipments, ticking one of 100',
    route: '/shipments?size=100',
    email: 'thandi@fynbos.example',
    shows: rowsOf,
    acts: tickRow,
    limit_kb: 190,
  },
  {
    page: 'shipments, typing a search',
    route: '/shipments?size=100',
    email: 'thandi@fynbos.example',
    shows: rowsOf,
    acts: (page) => page.getByRole('searchbox').last().pressSequentially('cape'),
    limit_kb: 190,
  },
  {
    page: 'booking, typing',
    route: '/shipments/new',
    email: 'thandi@fynbos.example',
    shows: (page) => page.locator('form input').first().waitFor(),
    acts: (page) => page.locator('form input').first().pressSequentially('fynbos'),
    limit_kb: Infinity,
  },
  {
    page: 'stops of a driver',
    route: '/tripsheet',
    email: 'sipho@fynbos.example',
    shows: (page) => page.getByRole('link', { name: 'Open stop' }).waitFor(),
    limit_kb: 200,
  },
]

interface Speed {
  /** Largest contentful paint, the longest task until then and the slowest interaction, in ms. */
  lcp: number
  task: number
  inp: number
}

declare global {
  interface Window {
    speed: Speed
  }
}

/** Runs in the page: records paints, tasks and interactions from its first script on. */
function observe(): void {
  window.speed = { lcp: 0, task: 0, inp: 0 }
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === 'event' ? { durationThreshold: 16 } : {}),
    })
  watch('largest-contentful-paint', (entry) => (window.speed.lcp = entry.startTime))
  watch('longtask', ({ duration }) => (window.speed.task = Math.max(window.speed.task, duration)))
  watch('event', ({ duration }) => (window.speed.inp = Math.max(window.speed.inp, duration)))
}

const idle = (page: Page) => page.waitForLoadState('networkidle')
const speedOf = (page: Page): Promise<Speed> => page.evaluate(() => window.speed)
const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}

async function newPage(browser: Browser, token: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (token) await context.addInitScript((value) => localStorage.setItem('access_token', value), token)
  await context.addInitScript(observe)
  return context.newPage()
}

async function speedOnce(browser: Browser, base: string, subject: Subject, token: string | null) {
  const page = await newPage(browser, token)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(base + subject.route)
  await subject.shows(page)
  await idle(page)
  const { lcp, task } = await speedOf(page)
  await subject.acts?.(page)
  // Two frames later the last interaction has been painted and reported.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { inp } = await speedOf(page)
  await page.context().close()
  return { lcp, task, inp: subject.acts ? inp : 0 }
}

const port = Number(process.env.PORT ?? 3994)
const { running, data_dir, demo } = await openDemoProduct({
  port,
  api_port: port + 1,
  rate_limit_scale: 0,
})
const base = running.runtime.web_url
installPrograms(['chromium'])
const browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
try {
  const password = demo.users[0]?.password
  const tokenOf = async (email: string): Promise<string> => {
    const login = await fetch(`${base}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    })
    return ((await login.json()) as { access_token: string }).access_token
  }
  console.log(
    `Processor slowed ${slowdown} times; middle of ${turns}. Limits: LCP 1,500 ms, task 150 ms, interaction 100 ms.\n`,
  )
  console.log('| Page | Script KB | Limit KB | LCP ms | Longest task ms | Slowest interaction ms |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const subject of subjects) {
    const token = subject.email && (await tokenOf(subject.email))
    const page = await newPage(browser, token)
    const { script_kb } = await weighPage(page, base + subject.route, async () => {
      await subject.shows(page)
      await idle(page)
    })
    await page.context().close()
    const speeds: Speed[] = []
    for (let turn = 0; turn < turns; turn += 1) speeds.push(await speedOnce(browser, base, subject, token))
    const cells = [
      subject.page,
      script_kb,
      Number.isFinite(subject.limit_kb) ? subject.limit_kb : '–',
      middle(speeds.map(({ lcp }) => lcp)),
      middle(speeds.map(({ task }) => task)),
      subject.acts ? middle(speeds.map(({ inp }) => inp)) : '–',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
} finally {
  await browser.close()
  await running.close()
  fs.rmSync(data_dir, { recursive: true, force: true })
}
