import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { visit } from '../page-kit/clerk.ts'
import {
  accessibilityViolations,
  accessibilityViolationsOfWholePage,
  isWiderThanWindow,
  openProduct,
  resize,
  rules_of_colour,
  schemes,
  type Product,
  type Scheme,
} from './product.ts'

/** A kind of page, or a state of one, whose accessibility is checked. */
export interface Stop {
  /** The address as in the list of pages, `/shipments/$id`, or that of a page rendered by the server. */
  path: string
  address: string
  /** Opens or types something on the page before it is checked. */
  opens?: (page: Page) => Promise<void>
  /** Whether the address is loaded in the browser: a page of the server, or one outside the frame of signed-in users. */
  isLoaded?: boolean
  /** The only size at which the page is used; without it, both desktop and phone. */
  only?: Size
}

export const staff = 'thandi@fynbos.example'
export const platform = 'palesa@fynbos.example'
export const customer = 'riaan@overbergbooks.example'
export const driver = 'sipho@fynbos.example'
/** A user who is not signed in. */
export const guest = 'guest'

/** An address without a page. */
const nowhere = '/nowhere'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
type Size = keyof typeof sizes

const isGate = process.env.TEST_SCOPE === 'gate'
const gateScheme = { desktop: 'light', phone: 'dark' } as const satisfies Record<Size, Scheme>

const at = (path: string, address = path): Stop => ({ path, address })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const pressing =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await button(page, name).click()
  }
/** Types another reference on the page that edits a shipment, and shows what changes. */
async function previewingChange(page: Page): Promise<void> {
  const reference = `ORD-${page.viewportSize()?.width}`
  await page.getByRole('textbox', { name: /^Customer reference/ }).fill(reference)
  await button(page, 'Show what changes').click()
}
/** Opens a menu and chooses an item. */
const choosing = (menu: string | RegExp, item: string) => async (page: Page) => {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens the decision on a weight discrepancy, with other measures. */
async function decidingOwn(page: Page): Promise<void> {
  await button(page, 'Decide').click()
  await page.getByRole('radio', { name: 'Another size and weight' }).check()
}

/** Chooses the location of the counter. */
async function startingCounter(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: /Sea Point counter/ }).click()
  await button(page, 'Start').click()
  await page.getByRole('tab', { name: /^Take in/ }).waitFor()
}

/** Enters both ends of a quick quote, and waits for the prices of the services. */
async function comparing(page: Page): Promise<void> {
  for (const [field, suburb] of Object.entries({
    From: 'Hyde Park, Sandton, 2196',
    To: 'Sea Point, Cape Town, 8005',
  })) {
    await page.getByRole('combobox', { name: field }).fill(suburb.replace(/,.*/, ''))
    await page.getByRole('option', { name: suburb, exact: true }).click()
  }
  await page.getByText('Made up of').first().waitFor()
}

/** Returns the first id of a table of the demonstration company. */
async function firstOf(product: Product, table: string, where: string): Promise<string> {
  const { rows } = await product.running.runtime.pool.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE provider_id = 1 AND ${where} ORDER BY id LIMIT 1`,
  )
  if (!rows[0]) throw new Error(`The demonstration has no ${table} where ${where}.`)
  return String(rows[0].id)
}

/** Returns every kind of page by user, including dialogs and forms with errors. */
export async function stopsOf(product: Product): Promise<Record<string, Stop[]>> {
  const account = await firstOf(product, 'account', "account_code = 'OVB014'")
  const byHand = await firstOf(product, 'account', "account_code = 'CHT017'")
  const own = `account_id = ${account}`
  const delivered = await firstOf(product, 'shipment', `${own} AND status = 'delivered'`)
  const open = await firstOf(product, 'shipment', `${own} AND status = 'collection-assigned'`)
  const quote = await firstOf(product, 'shipment', "status = 'quote'")
  const waiting = await waitingAtPoint(product, Number(account))
  const invoice = await firstOf(product, 'invoice', own)
  const { credit_note_id: credit } = await product.ask<{ credit_note_id: number }>(
    staff,
    'POST',
    '/billing/transactions',
    { account_id: Number(account), type: 'admin-credit', amount: 10, description: 'Box damaged' },
  )
  const claim = await firstOf(product, 'claim', 'true')
  const disputed = await firstOf(product, 'weight_discrepancy', `${own} AND state = 'disputed'`)
  const waitingPrice = await firstOf(product, 'weight_discrepancy', `${own} AND state = 'open'`)
  const ownPoint = await firstOf(product, 'pickup_point', "pickup_point_id = 'FYN01'")
  const revision = await firstOf(product, 'rate_revision', 'true')
  const { short_tracking_reference: reference } = await shipmentOf(product, delivered)
  const draft = await product.ask<{ id: number }>(staff, 'POST', '/rates/revisions', {
    name: 'A draft of the walk',
    based_on_id: Number(revision),
  })
  const { payment_reference } = await product.ask<{ payment_reference: string }>(
    null,
    'POST',
    '/shipments',
    booking(),
  )
  await product.running.runtime.pool.query(
    "UPDATE provider SET enabled_features = array_append(enabled_features, 'idm') WHERE id = 1",
  )
  await product.saveSettings({ enable_idm: true })
  const { stops } = await product.ask<{
    stops: {
      stop_id: string
      state: string
      shipments: { status: string; pod_method: string; has_pin: boolean }[]
    }[]
  }>(driver, 'GET', '/trip-sheet')
  const stop = stops[0]?.stop_id ?? ''
  const onVehicle = stops.find(
    ({ state, shipments }) =>
      state === 'to-do' &&
      shipments.every(
        ({ status, pod_method, has_pin }) =>
          status === 'out-for-delivery' && pod_method === 'pin-with-fallback' && has_pin,
      ),
  )
  if (!onVehicle) throw new Error('The demonstration has no delivery with a PIN on a vehicle.')
  const handOver = `/tripsheet/stops/${onVehicle.stop_id}/hand-over`
  const places = await atPickupPoints(product, Number(account))
  const { articles } = await product.ask<{ articles: { slug: string }[] }>(
    staff,
    'GET',
    '/help-centre/articles',
  )
  const slug = articles[0]?.slug ?? ''
  return {
    [staff]: [
      at('/ops-dashboard'),
      at('/shipments'),
      { ...at('/shipments', '/shipments?status=delivered'), opens: pressing(/^Filter/) },
      at('/callers', `/callers?text=rosebank&parcel=${delivered}`),
      at('/shipments/$id', `/shipments/${delivered}`),
      at('/shipments/$id', `/shipments/${places.back}`),
      at('/shipments/$id/edit', `/shipments/${open}/edit`),
      { ...at('/shipments/$id/edit', `/shipments/${delivered}/edit`), opens: previewingChange },
      { ...at('/shipments/$id', `/shipments/${open}`), opens: pressing(/^More/) },
      at('/shipments/$id', `/shipments/${waiting.id}`),
      at('/shipments/new'),
      { ...at('/shipments/new', '/shipments/new?again'), opens: pressing(/^(Create shipment|Book)/) },
      at('/shipment-quotes'),
      at('/shipment-quotes/$id', `/shipment-quotes/${quote}`),
      at('/collection-requests'),
      at('/collection-requests/new'),
      at('/collection-requests/recurring'),
      at('/collection-requests/recurring/$id', '/collection-requests/recurring/1'),
      at('/collection-requests/$id', '/collection-requests/1'),
      at('/collection-requests/$id/edit', '/collection-requests/1/edit'),
      at('/claims'),
      at('/claims/new', `/claims/new?shipment_id=${delivered}`),
      at('/claims/$id', `/claims/${claim}`),
      at('/weight-discrepancies'),
      { ...at('/weight-discrepancies/$id', `/weight-discrepancies/${disputed}`), opens: decidingOwn },
      at('/cash'),
      { ...at('/cash', '/cash?again'), opens: pressing('Pay into the bank', /^Pay in$/) },
      at('/cash/counts'),
      at('/cash/receipts'),
      at('/cash/owed'),
      at('/cash/payouts'),
      at('/cash/till'),
      at('/cash/till/report'),
      at('/costs'),
      at('/costs/sources'),
      at('/costs/statements'),
      { ...at('/costs/statements', '/costs/statements?new'), opens: pressing('Prepare statements') },
      at('/costs/statements/$id', '/costs/statements/1'),
      at('/costs/pay-plans'),
      { ...at('/costs/pay-plans', '/costs/pay-plans?new'), opens: pressing('New pay plan', 'Add a round') },
      at('/costs/partner-bills'),
      { ...at('/costs/partner-bills', '/costs/partner-bills?new'), opens: pressing('Import a bill') },
      at('/costs/partner-bills/$id', '/costs/partner-bills/1'),
      at('/hub-scanner'),
      at('/hub-scanner/count'),
      at('/counter'),
      // The device remembers the location, so that the next stops open at it.
      { ...at('/counter', '/counter?again'), opens: startingCounter, only: 'phone' },
      ...['hand-out', 'drivers', 'end-of-day'].map((task) => at('/counter', `/counter?task=${task}`)),
      at('/tools/damages'),
      at('/tools/unidentified-parcels'),
      at('/tools/unidentified-parcels/new'),
      {
        ...at('/tools/unidentified-parcels/new', '/tools/unidentified-parcels/new?again'),
        opens: pressing('Keep this parcel'),
      },
      at('/tools/unidentified-parcels/$id', '/tools/unidentified-parcels/1'),
      at('/interhub-transfers'),
      at('/interhub-transfers/new'),
      {
        ...at('/interhub-transfers/new', '/interhub-transfers/new?again'),
        opens: pressing(/^Open manifest/),
      },
      at('/interhub-transfers/$id', '/interhub-transfers/1'),
      at('/accounts'),
      at('/accounts/new'),
      { ...at('/accounts/new', '/accounts/new?again'), opens: pressing(/^(Create|Open) account/) },
      ...['', 'shipments', 'billing', 'people', 'settings', 'address-book'].map((tab) =>
        at('/accounts/$id', `/accounts/${account}${tab && `?tab=${tab}`}`),
      ),
      {
        ...at('/accounts/$id', `/accounts/${account}?again`),
        opens: choosing('More actions', 'Close account'),
      },
      ...[
        'invoices',
        'payments',
        'credit-notes',
        'imported-payments',
        'settlements',
        'transactions',
        'statements',
      ].map((tab) => at('/billing', `/billing?tab=${tab}`)),
      at('/billing/$tab', '/billing/debtors'),
      at('/billing/$tab', '/billing/checks'),
      at('/payments'),
      at('/accounts/$id/allocations', `/accounts/${byHand}/allocations`),
      at('/accounts/invoices/$id', `/accounts/invoices/${invoice}`),
      {
        ...at('/accounts/invoices/$id', `/accounts/invoices/${invoice}?again`),
        opens: choosing('Actions', 'Credit lines or an amount'),
      },
      at('/accounts/credit-notes/$id', `/accounts/credit-notes/${credit}`),
      at('/accounts/$id/statement', `/accounts/${account}/statement`),
      at('/billing/imported-payments/$id', '/billing/imported-payments/1'),
      at('/rates-and-estimates'),
      ...['service-levels', 'surcharges', 'adjustments', 'groups', 'estimates', 'revisions'].map((tab) =>
        at('/rates-and-estimates/$tab', `/rates-and-estimates/${tab}`),
      ),
      at('/rates-and-estimates/$tab/$id', `/rates-and-estimates/revisions/${revision}`),
      at('/rates-and-estimates/publish/$id', `/rates-and-estimates/publish/${draft.id}`),
      at('/idm', `/idm?ref=${reference}`),
      at('/billing/$tab', '/billing/invoices'),
      at('/billing/$tab', '/billing/month-end'),
      ...['exports', 'vat&box=4', 'chart', 'connections'].map((part) =>
        at('/billing/$tab', `/billing/accounting?part=${part}`),
      ),
      {
        ...at('/billing/$tab', '/billing/accounting?part=exports&again'),
        opens: pressing('New export'),
      },
      at('/billing/accounting/exports/$id', '/billing/accounting/exports/1'),
      at('/reports'),
      at('/reports/$id', '/reports/revenue'),
      at('/tools'),
      at('/tools/users-bulk-import'),
      at('/tools/copy-address-book'),
      at('/tools/shipment-bulk-import'),
      at('/tools/shipment-bulk-import/$id', '/tools/shipment-bulk-import/1'),
      at('/tools/assign-tracking-stickers'),
      at('/tools/bulk-update'),
      at('/tools/move-in'),
      ...['balances', 'shadow', 'files'].map((tab) => at('/tools/move-in', `/tools/move-in?tab=${tab}`)),
      at('/tools/move-in/$kind', '/tools/move-in/accounts'),
      at('/tools/move-in/shadow-months/$id', '/tools/move-in/shadow-months/1'),
      at('/tools/pod-uploader'),
      at('/tools/credit-allocations-bulk-import'),
      at('/tools/barcode-generator'),
      at('/tools/blocked-list'),
      at('/tools/failed-jobs'),
      at('/tools/third-party-integrations'),
      at('/tools/third-party-integrations/$id', '/tools/third-party-integrations/1'),
      ...[
        'general',
        'rates',
        'shipments',
        'manifests',
        'driver',
        'notifications',
        'accounts',
        'theme',
        'api-keys',
        'webhooks',
        'help_center',
      ].map((tab) => at('/settings', `/settings?tab=${tab}`)),
      { ...at('/settings', '/settings?tab=api-keys&again'), opens: pressing('New API key') },
      at('/maps'),
      at('/maps/$kind/$id', '/maps/branches/1'),
      at('/branches'),
      at('/branches/$id', '/branches/1'),
      at('/tags'),
      at('/locations'),
      at('/locations/import'),
      at('/locations/$id', '/locations/new'),
      at('/locations/$id', `/locations/${ownPoint}`),
      at('/users'),
      { ...at('/users', '/users?again'), opens: pressing('Invite user') },
      at('/users/$id', '/users/1'),
      at('/roles'),
      at('/roles/$id', '/roles/12'),
      at('/audit-trail'),
      at('/release-notes'),
      at('/inbox'),
      at('/inbox/$id', '/inbox/1'),
      at('/help-centre'),
      at('/help-centre/$slug', `/help-centre/${slug}`),
      at('/help-centre/manage'),
      at('/help-centre/manage/$slug', `/help-centre/manage/${slug}`),
      at('/profile'),
      at('(none)', nowhere),
    ],
    [platform]: [
      at('/shiplogic-admin/release-notes'),
      at('/shiplogic-admin/providers'),
      at('/shiplogic-admin/providers/new'),
      at('/shiplogic-admin/providers/$id', '/shiplogic-admin/providers/1'),
      at('/shiplogic-admin/infobip'),
      at('/shiplogic-admin/short-urls'),
    ],
    [customer]: [
      at('/dashboard'),
      { ...at('/dashboard', '/dashboard?again'), opens: pressing('Track a parcel') },
      { ...at('/dashboard', '/dashboard?more'), opens: pressing('Top up'), only: 'desktop' },
      at('/shipments'),
      at('/shipments/$id', `/shipments/${delivered}`),
      { ...at('/shipments/$id', `/shipments/${open}`), opens: choosing(/^More/, 'Cancel shipment…') },
      at('/shipments/$id', `/shipments/${waiting.id}`),
      at('/shipments/$id/edit', `/shipments/${open}/edit`),
      at('/shipments/new'),
      {
        ...at('/shipments/new', '/shipments/new?point'),
        opens: pressing('Deliver to a locker or counter'),
        only: 'desktop',
      },
      at('/shipments/mobile/new'),
      {
        ...at('/shipments/mobile/new', '/shipments/mobile/new?point'),
        opens: pressing('Hand in at a locker or counter'),
        only: 'phone',
      },
      at('/shipments/success', `/shipments/success?str=${reference}&id=${delivered}`),
      at('/shipments/import'),
      at('/collection-requests'),
      at('/claims'),
      at('/claims/new', `/claims/new?shipment_id=${delivered}`),
      at('/weight-discrepancies'),
      at('/weight-discrepancies/$id', `/weight-discrepancies/${disputed}`),
      {
        ...at('/weight-discrepancies/$id', `/weight-discrepancies/${waitingPrice}`),
        opens: pressing('Dispute'),
      },
      at('/cash/payouts'),
      at('/address-book'),
      ...['', 'billing', 'invoices', 'people', 'settings'].map((tab) =>
        at('/account', `/account${tab && `?tab=${tab}`}`),
      ),
      at('/statement'),
      at('/invoices/$id', `/invoices/${invoice}`),
      at('/credit-notes/$id', `/credit-notes/${credit}`),
      at('/top-up-account'),
      at('/topup/success'),
      at('/topup/pending'),
      at('/stitch-payment'),
      at('/topup/shipment/pending', `/topup/shipment/pending?id=${delivered}`),
      at('/shipments/payfast-cancelled', `/shipments/payfast-cancelled?id=${delivered}`),
      at('/settings'),
      at('/locations'),
      at('/inbox'),
    ],
    [driver]: (
      [
        at('/tripsheet'),
        at('/tripsheet/order'),
        at('/tripsheet/messages'),
        at('/tripsheet/scan'),
        at('/tripsheet/manifest'),
        at('/tripsheet/sync'),
        at('/tripsheet/me'),
        { ...at('/tripsheet/me'), opens: pressing('Emergency') },
        at('/tripsheet/vehicle-check'),
        at('/tripsheet/end-day'),
        at('/tripsheet/cash'),
        at('/tripsheet/earnings'),
        at('/tripsheet/stops/$stop_id', `/tripsheet/stops/${stop}`),
        at('/tripsheet/stops/$stop_id/$step', `/tripsheet/stops/${stop}/failed`),
        at('/tripsheet/stops/$stop_id/$step', handOver),
        { ...at('/tripsheet/stops/$stop_id/$step', handOver), opens: pressing(/^No PIN/) },
        at('/tripsheet/stops/$stop_id', `/tripsheet/stops/${places.stop}`),
        at('/tripsheet/stops/$stop_id/$step', `/tripsheet/stops/${places.stop}/hand-over`),
        at('/tripsheet/stops/$stop_id/$step', `/tripsheet/stops/${places.onVehicle}/does-not-fit`),
      ] satisfies Stop[]
    ).map((one) => ({ ...one, only: 'phone' })),
    [guest]: (
      [
        at('/login'),
        { ...at('/login', '/login?again'), opens: pressing('Log in') },
        at('/register'),
        at('/login', '/login?verification=a-link&email=palesa%40soweto-shoes.example'),
        at('/shipments/new', '/shipments/new?quick_quote=quote'),
        { ...at('/shipments/new', '/shipments/new?quick_quote=quote'), opens: comparing },
        { ...at('/shipments/new'), opens: pressing('Book and pay'), only: 'desktop' },
        at('/shipments/mobile/new'),
        at('/help-centre'),
        at('/pay/$reference', `/pay/${payment_reference}`),
        at('/maintenance'),
        at('/account-closed'),
        at('/track'),
        at('/track', `/track?ref=${reference}`),
        at('/track', `/track?ref=${waiting.short_tracking_reference}`),
        at('/track', `/reschedule/${waiting.reschedule_reference}`),
      ] satisfies Stop[]
    ).map((one) => ({ ...one, isLoaded: true })),
  }
}

/** Books a shipment of an account to a counter, where it waits to be fetched. */
async function waitingAtPoint(product: Product, accountId: number): Promise<Listed> {
  const { delivery_address: _, ...sent } = booking({ account_id: accountId })
  const point = { delivery_pickup_point_id: 'K2002', delivery_pickup_point_provider: 'own' }
  const { id } = await product.ask<{ id: number }>(staff, 'POST', '/shipments', { ...sent, ...point })
  await product.ask(staff, 'POST', '/tracking/shipment-events', {
    shipment_id: id,
    status: 'ready-for-pickup',
    message: 'Handed to the counter',
    force: true,
  })
  return shipmentOf(product, id)
}

/**
 * Makes a locker and three parcels to it: one that came back to the hub, one that the driver is to take out of a door,
 * and one on the vehicle. Returns the first and the stops of the others.
 */
async function atPickupPoints(
  product: Product,
  accountId: number,
): Promise<{ back: number; stop: string; onVehicle: string }> {
  const locker = async (code: string, lat: number): Promise<void> => {
    await product.ask(staff, 'POST', '/pickup-points', {
      pickup_point_id: code,
      type: 'locker',
      name: `Locker ${code}`,
      address: {
        street_address: '50 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
        lat,
        lng: 28.041,
      },
      trading_hours: '24/7',
      stock: [
        {
          size: 'large',
          length: 60,
          width: 60,
          height: 60,
          weight: 20,
          doors: [{ name: 'D7', is_out_of_order: false }],
        },
      ],
    })
  }
  const sentTo = async (code: string, status: string): Promise<number> => {
    const { id } = await product.ask<{ id: number }>(staff, 'POST', '/shipments', {
      ...booking({ account_id: accountId }),
      delivery_address: undefined,
      delivery_pickup_point_id: code,
      delivery_pickup_point_provider: 'own',
    })
    const moved = { shipment_id: id, message: 'For the walk', force: true }
    await product.ask(staff, 'POST', '/tracking/shipment-events', { ...moved, status })
    const assigned = { shipment_ids: [id], leg: 'delivery', username: 'sipho', assign_anyway: true }
    await product.ask(staff, 'POST', '/trip-sheet/assign', assigned)
    return id
  }
  await locker('WALK1', -26.145)
  await locker('WALK2', -26.155)
  const back = await sentTo('WALK1', 'returned-to-hub')
  const inside = await sentTo('WALK1', 'out-for-delivery')
  const onVehicle = await sentTo('WALK2', 'out-for-delivery')
  const { short_tracking_reference: reference } = await shipmentOf(product, inside)
  await product.ask(driver, 'POST', '/drivers/actions', {
    actions: [
      {
        action_id: randomUUID(),
        type: 'deposit-in-locker',
        shipment_id: inside,
        occurred_at: new Date().toISOString(),
        scanned_references: [`${reference}/1`],
        payload: { compartment: 'D7' },
      },
    ],
  })
  await product.ask(staff, 'POST', '/tracking/shipment-events', {
    shipment_id: inside,
    status: 'collect-and-return-to-hub',
    message: 'For the walk',
  })
  const { stops } = await product.ask<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
    driver,
    'GET',
    '/trip-sheet',
  )
  const stopFor = (id: number): string => {
    const stop = stops.find(({ shipments }) => shipments.some(({ shipment_id }) => shipment_id === id))
    if (!stop) throw new Error(`The driver has no stop for shipment ${id}.`)
    return stop.stop_id
  }
  return { back, stop: stopFor(inside), onVehicle: stopFor(onVehicle) }
}

interface Listed {
  id: number
  short_tracking_reference: string
  reschedule_reference: string
}

async function shipmentOf(product: Product, id: string | number): Promise<Listed> {
  const { shipments } = await product.ask<{ shipments: Listed[] }>(staff, 'GET', `/shipments?id=${id}`)
  if (!shipments[0]) throw new Error(`There is no shipment ${id}.`)
  return shipments[0]
}

/** Goes to a page, without a reload where possible, and opens what is to be checked there. */
async function arrive(product: Product, page: Page, stop: Stop): Promise<void> {
  // A dialog in which something was chosen does not close with Esc.
  const isInDialog = (await page.locator('dialog[open]').count()) > 0
  if (stop.isLoaded || isInDialog || page.url() === 'about:blank') await page.goto(product.web + stop.address)
  else {
    await visit(page, stop.address)
    // The previous page has a heading, too.
    await product.settled(page)
  }
  await page.getByRole('heading').first().waitFor()
  await product.settled(page)
  if (stop.address !== nowhere && (await page.getByRole('heading', { name: 'Oops!' }).count()) > 0)
    throw new Error(`There is no page at ${stop.address}.`)
  await stop.opens?.(page)
  await product.settled(page)
}

/**
 * Returns the problems of a page: accessibility violations, and content wider than the window, on desktop and phone,
 * light and dark. A full run opens the page at both sizes and checks both schemes. The gate opens it once, narrows the
 * window to a phone, and looks for accessibility violations at the first stop of each kind of page, at one size in one
 * scheme, which alternate between stops.
 */
async function violationsAt(
  product: Product,
  page: Page,
  stop: Stop,
  before: readonly Stop[],
): Promise<string[]> {
  const found: string[] = []
  const isOpenedOnce = isGate && !stop.only
  const isFirstOfItsKind = !before.some(({ path }) => path === stop.path)
  const checkedSize: Size = before.length % 2 === 0 ? 'desktop' : 'phone'
  for (const name of sizesOf(stop)) {
    await resize(page, sizes[name])
    if (isOpenedOnce && name === 'phone') await product.settled(page)
    else await arrive(product, page, stop)
    if (isOpenedOnce && !(isFirstOfItsKind && name === checkedSize)) {
      if (await isWiderThanWindow(page)) found.push(`${stop.address} is wider than a ${name}`)
      continue
    }
    const findViolations = name === 'phone' ? accessibilityViolationsOfWholePage : accessibilityViolations
    const lines = await findViolations(page, { schemes: isOpenedOnce ? [gateScheme[name]] : schemes })
    found.push(...lines.map((line) => `${stop.address} on a ${name}, ${line}`))
    if (!isOpenedOnce) await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Escape')
  return found
}

/** Returns the contrast violations of a page, light and dark. */
export async function faintAt(product: Product, page: Page, stop: Stop): Promise<string[]> {
  const [name = 'desktop'] = sizesOf(stop)
  await resize(page, sizes[name])
  await arrive(product, page, stop)
  const lines = await accessibilityViolations(page, { rules: rules_of_colour })
  await page.keyboard.press('Escape')
  return lines.map((line) => `${stop.address} ${line}`)
}

/** Returns the first stop of each kind of page. */
export function oneOfEachKind(stops: readonly Stop[]): Stop[] {
  return stops.filter(({ path }, index) => stops.findIndex((other) => other.path === path) === index)
}

const sizesOf = ({ only }: Stop): readonly Size[] => (only ? [only] : ['desktop', 'phone'])

/** Registers one test per user, which checks all pages of this user. */
export function checkPagesAs(people: readonly string[]): void {
  let product: Product
  let stops: Record<string, Stop[]>
  beforeAll(async () => {
    product = await openProduct()
    stops = await stopsOf(product)
  }, 180_000)
  afterAll(async () => product.close())

  it.each(people)(
    'every kind of page of %s has no accessibility violations and fits a desktop and a phone',
    { timeout: 1_200_000 },
    async (who) => {
      const page = who === guest ? await product.window() : await product.as(who)
      const found: string[] = []
      const own = stops[who] ?? []
      for (const [index, stop] of own.entries())
        found.push(...(await violationsAt(product, page, stop, own.slice(0, index))))
      expect(found).toEqual([])
      expect(product.pageErrors).toEqual([])
    },
  )
}
