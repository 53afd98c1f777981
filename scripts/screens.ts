import fs from 'node:fs'
import path from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { chromium_args, findChromium } from './chromium.ts'
import { installPrograms } from './programs.ts'
import { openDemoProduct } from './demo-product.ts'

/**
 * Takes a screenshot of every route per role, at 1440 and 390 px, light and dark, into `screens/`, with an index
 * page. With words on the command line, takes only routes that contain one of them.
 */
const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'screens')
const words = process.argv.slice(2)

interface Shot {
  role: string
  route: string
}

const views = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
] as const
const schemes = ['light', 'dark'] as const

const tokens = new Map<string, Promise<string | null>>()
const { running, data_dir, demo } = await openDemoProduct(
  { port: 3980, api_port: 3981, rate_limit_scale: 0, log_level: 'error' },
  (step) => console.log(step),
)
installPrograms(['chromium'])
const browser = await chromium.launch({ executablePath: findChromium(), args: chromium_args })
fs.rmSync(folder, { recursive: true, force: true })
fs.mkdirSync(folder, { recursive: true })
const taken: { file: string; shot: Shot; view: string; scheme: string }[] = []
try {
  for (const shot of await shots()) await take(browser, shot)
} finally {
  await browser.close()
  await running.close()
  fs.rmSync(data_dir, { recursive: true, force: true })
}
fs.writeFileSync(path.join(folder, 'index.html'), index())
if (words.length === 0) for (const pattern of untaken()) console.log(`No picture of ${pattern}`)
console.log(`${taken.length} pictures in screens/index.html`)

async function api(path: string, token: string | null = demo.api_keys.admin): Promise<unknown> {
  const answer = await fetch(`${demo.web_url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

/** Returns every route per role, with records of the demonstration company. */
async function shots(): Promise<Shot[]> {
  const { shipments } = (await api('/shipments?limit=1&status=["delivery-failed-attempt"]')) as {
    shipments: { id: number; short_tracking_reference: string }[]
  }
  const shipment = shipments[0]
  const { invoices } = (await api('/billing/invoices?limit=1')) as { invoices: { id: number }[] }
  const { users } = (await api('/users?limit=1')) as { users: { id: number }[] }
  const [user] = users
  const { account_id } = demo
  const { messages } = (await api('/inbox?limit=1', await tokenOf('account-owner'))) as {
    messages: { id: number }[]
  }
  const { collection_requests } = (await api('/collection-requests?limit=1')) as {
    collection_requests: { id: number }[]
  }
  const { recurring } = (await api('/collection-requests/recurring?limit=1')) as {
    recurring: { id: number }[]
  }
  const collection = `/collection-requests/${collection_requests[0]?.id}`
  const guest = [
    '/login',
    '/shipments/new?quick_quote=quote',
    '/track',
    `/track?ref=${shipment?.short_tracking_reference}`,
    '/help-centre',
    '/help-centre/book-a-shipment',
    '/register',
    '/nowhere',
  ]
  const staff = [
    '/ops-dashboard',
    '/ops-dashboard?mode=driver-tripsheet',
    '/ops-dashboard?mode=pending',
    '/shipments',
    `/shipments/${shipment?.id}`,
    '/shipments/new',
    '/collection-requests',
    collection,
    `${collection}/edit`,
    '/collection-requests/new',
    '/collection-requests/recurring',
    `/collection-requests/recurring/${recurring[0]?.id}`,
    '/hub-scanner',
    '/counter',
    '/interhub-transfers',
    '/interhub-transfers/1',
    '/interhub-transfers/new',
    '/accounts',
    `/accounts/${account_id}`,
    '/billing',
    '/billing/invoices',
    '/billing/allocations',
    '/billing/age-analysis',
    '/billing?tab=imported-payments',
    '/billing/imported-payments/1',
    '/users',
    `/users/${user?.id}`,
    '/roles',
    '/roles/9',
    '/branches',
    '/branches/1',
    '/maps',
    '/maps?kind=rates&draft=1',
    '/maps/drivers/8',
    '/maps/exceptions/new',
    '/tags',
    '/audit-trail',
    '/rates-and-estimates',
    '/rates-and-estimates/grid?revision=2&group=2',
    '/rates-and-estimates/service-levels',
    '/rates-and-estimates/service-levels/1?revision=2',
    '/rates-and-estimates/groups/2?revision=2',
    '/rates-and-estimates/adjustments?revision=2',
    '/rates-and-estimates/estimates',
    '/rates-and-estimates/revisions/2?revision=2',
    '/rates-and-estimates/publish/2?step=impact',
    '/reports',
    '/reports/shipment-volumes',
    '/reports/revenue?by=account',
    '/profile',
    '/release-notes',
    '/tools',
    '/tools/shipment-bulk-import',
    '/tools/shipment-bulk-import/1',
    '/tools/assign-tracking-stickers',
    '/tools/assign-tracking-stickers/1',
    '/tools/bulk-update',
    '/tools/pod-uploader',
    '/tools/users-bulk-import',
    '/tools/barcode-generator',
    '/tools/blocked-list',
    '/tools/copy-address-book',
    '/tools/third-party-integrations',
    '/tools/third-party-integrations?tab=webhooks',
    '/tools/third-party-integrations?tab=requests',
    '/tools/third-party-integrations/2',
    '/tools/third-party-integrations/2?tab=rules',
    '/tools/third-party-integrations/2?tab=codes',
    '/tools/credit-allocations-bulk-import',
    '/claims',
    '/claims/3',
    '/claims/new',
    '/weight-discrepancies',
    '/weight-discrepancies/1',
    '/idm',
    `/invoices/${invoices[0]?.id}`,
    '/settings',
    '/address-book',
    '/inbox',
    '/help-centre',
  ]
  const customer = [
    '/dashboard',
    '/shipments',
    '/shipments/import',
    '/shipments/new',
    '/address-book',
    '/locations',
    '/shipment-quotes',
    '/collection-requests',
    '/claims',
    '/weight-discrepancies',
    '/account?tab=claims',
    '/account',
    '/account?tab=billing',
    '/top-up-account',
    '/topup/success',
    '/topup/pending',
    '/stitch-payment',
    '/topup/shipment/pending',
    '/shipments/payfast-cancelled',
    '/settings',
    '/inbox',
    `/inbox/${messages[0]?.id}`,
    '/help-centre?q=invoice',
  ]
  const phone = [
    '/shipments/mobile/new',
    `/shipments/success?str=${shipment?.short_tracking_reference}&id=${shipment?.id}`,
  ]
  const { stops } = (await api('/trip-sheet', await tokenOf('driver'))) as { stops: { id: string }[] }
  const driver = [
    '',
    '/scan',
    '/manifest',
    '/sync',
    '/me',
    `/stops/${stops[0]?.id}`,
    `/stops/${stops[0]?.id}/deliver`,
  ]
  return [
    ...guest.map((route) => ({ role: 'guest', route })),
    ...staff.map((route) => ({ role: 'administrator', route })),
    ...[...customer, ...phone].map((route) => ({ role: 'account-owner', route })),
    { role: 'account-user-no-billing', route: '/shipments' },
    { role: 'hub-operator', route: '/hub-scanner' },
    ...driver.map((route) => ({ role: 'driver', route: `/tripsheet${route}` })),
  ].filter(({ route }) => words.length === 0 || words.some((word) => route.includes(word)))
}

/** Returns the routes of the web app without a screenshot. */
function untaken(): string[] {
  const source = path.join(root, 'web/src')
  const patterns = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('routes.tsx'))
    .flatMap((file) => [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(/page\(\s*'([^']+)'/g)])
    .map(([, pattern = '']) => pattern)
  return patterns.filter((pattern) => {
    const shown = new RegExp(`^${pattern.replace(/\$[a-z_]+/g, '[^/]+')}$`)
    return !taken.some(({ shot }) => shown.test(shot.route.split('?')[0] ?? ''))
  })
}

async function take(browser: Browser, shot: Shot): Promise<void> {
  for (const view of views)
    for (const scheme of schemes) {
      const context = await browser.newContext({
        viewport: { width: view.width, height: view.height },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      })
      const token = await tokenOf(shot.role)
      if (token) await context.addInitScript((value) => localStorage.setItem('access_token', value), token)
      const page = await context.newPage()
      await page.goto(demo.web_url + shot.route, { waitUntil: 'networkidle' })
      const name = `${shot.role}-${shot.route.replace(/[^a-z0-9]+/gi, '_')}-${view.name}-${scheme}.png`
      await page.screenshot({ path: path.join(folder, name) })
      taken.push({ file: name, shot, view: view.name, scheme })
      await context.close()
    }
  console.log(`${shot.role} ${shot.route}`)
}

function tokenOf(role: string): Promise<string | null> {
  const known = tokens.get(role)
  if (known) return known
  const token = signIn(role)
  tokens.set(role, token)
  return token
}

async function signIn(role: string): Promise<string | null> {
  const user = demo.users.find((one) => one.role === role)
  if (!user) return null
  const answer = await fetch(`${demo.web_url}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

function index(): string {
  const figures = taken.map(
    ({ file, shot, view, scheme }) =>
      `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${shot.role} ${shot.route} · ${view} px ${scheme}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:14px system-ui;display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:16px;padding:16px}img{width:100%;border:1px solid #ccc}figure{margin:0}</style>${figures.join('\n')}`
}
