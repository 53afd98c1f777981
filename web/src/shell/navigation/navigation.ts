import {
  IconAddressBook,
  IconArrowsExchange,
  IconBox,
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconCash,
  IconCashRegister,
  IconFileAlert,
  IconChartBar,
  IconCoins,
  IconFileDollar,
  IconHelpCircle,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconLogin2,
  IconMap2,
  IconMapPin,
  IconMessage2,
  IconPackageImport,
  IconPhone,
  IconReceipt,
  IconRocket,
  IconRoute,
  IconScale,
  IconBarcode,
  IconAdjustmentsHorizontal,
  IconTag,
  IconTool,
  IconUsers,
} from '../../kit/icons/icons.ts'
import { mayUseHubScanner, scanner_rights } from '@waybill/domain/hub/access'
import {
  hasPermission,
  hasAllPermissions,
  isAccountAdmin,
  isDriver,
  isOffice,
  isStaff,
  role_ids,
  seesUi,
} from '@waybill/domain/kit/actor'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'
import type { Access } from '../../kit/url/page.ts'

export interface NavigationItem {
  to: string
  label: string
  icon: IconShape
  /** Name of the provider feature that this item requires; without it the item is always available. */
  feature?: string
  /** Further requirements besides the feature (NAV-045). */
  needs?: (access: Access) => boolean
  /** The second key of its shortcut, after `g`. */
  key?: string
  /** External address to open instead: the company’s own help pages. */
  elsewhere?: string
}

const may =
  (...permissions: string[]) =>
  ({ me }: Access): boolean =>
    hasAllPermissions(me, permissions)

const sees =
  (ui: string, ...permissions: string[]) =>
  ({ me }: Access): boolean =>
    hasAllPermissions(me, permissions) && seesUi(me, ui)

const search = 'API_/ui/nav-search:GET'
const answers_calls = 'API_/shipments/notes:POST'

const map_kinds = ['drivers', 'branches', 'rates', 'surcharges', 'exceptions', 'service_days', 'draft_maps']

const seesMaps = ({ me }: Access): boolean =>
  map_kinds.some((kind) => seesUi(me, `UI_maps_${kind}_view`) || seesUi(me, `UI_maps_${kind}_edit`))

const accountAdmin = ({ me }: Access): boolean => isAccountAdmin(me)

const inbox: NavigationItem = {
  to: '/inbox',
  label: 'Inbox',
  icon: IconInbox,
  feature: 'inbox',
  needs: ({ me }) => me.email !== '' && seesUi(me, 'UI_my_inbox'),
  key: 'i',
}
const claims: NavigationItem = {
  to: '/claims',
  label: 'Claims',
  icon: IconFileAlert,
  needs: ({ me, settings }) =>
    settings.claims_enabled !== false && hasPermission(me, 'API_/claims:GET') && !isDriver(me),
}
const discrepancies: NavigationItem = {
  to: '/weight-discrepancies',
  label: 'Weight discrepancies',
  icon: IconScale,
  needs: ({ me }) => hasPermission(me, 'API_/shipments/discrepancies:GET') && !isDriver(me),
}
const help: NavigationItem = {
  to: '/help-centre',
  label: 'Help centre',
  icon: IconHelpCircle,
  feature: 'help_centre',
  needs: ({ settings }) => settings.help_centre_enabled !== false,
}

/** Customer items in the specified order (NAV-029…NAV-036), including claims. */
const customer_items: readonly NavigationItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, key: 'd' },
  { to: '/shipments', label: 'Shipments', icon: IconBox, feature: 'shipments', key: 's' },
  { to: '/shipment-quotes', label: 'Quotes', icon: IconFileDollar, feature: 'shipment_quotes' },
  { to: '/address-book', label: 'Address book', icon: IconAddressBook, feature: 'address_book' },
  { to: '/account', label: 'Account', icon: IconBuildingSkyscraper, needs: accountAdmin, key: 'a' },
  {
    to: '/settings',
    label: 'Settings',
    icon: IconAdjustmentsHorizontal,
    feature: 'settings',
    needs: accountAdmin,
  },
  { ...inbox, needs: ({ me }) => me.email !== '' },
  {
    to: '/collection-requests',
    label: 'Bulk collections',
    icon: IconPackageImport,
    feature: 'collection_requests',
    needs: ({ account_type }) => account_type === 'postpaid',
    key: 'c',
  },
  claims,
  discrepancies,
  {
    to: '/cash/payouts',
    label: 'Payouts',
    icon: IconCash,
    needs: ({ me, settings }) =>
      settings.cod_enabled === true && hasPermission(me, 'API_/billing/cash/remittances:GET'),
  },
  { to: '/locations', label: 'Bob Box locations', icon: IconBuildingStore, feature: 'locations' },
  { to: '/track', label: 'Track', icon: IconMapPin, feature: 'tracking' },
  help,
]

/** Staff items in the specified order (NAV-041…NAV-043, NAV-053…NAV-064), with our own items before help. */
const staff_items: readonly NavigationItem[] = [
  {
    to: '/ops-dashboard',
    label: 'Ops dashboard',
    icon: IconLayoutDashboard,
    feature: 'ops_dashboard',
    needs: sees('UI_ops_dashboard', 'API_/trip-sheet:GET'),
    key: 'd',
  },
  {
    to: '/tripsheet',
    label: 'Tripsheet',
    icon: IconRoute,
    feature: 'tripsheet',
    needs: ({ me }) => isDriver(me),
  },
  {
    to: '/shipments',
    label: 'Shipments',
    icon: IconBox,
    feature: 'shipments',
    needs: sees('UI_shipments', 'API_/shipments:GET'),
    key: 's',
  },
  {
    to: '/shipment-quotes',
    label: 'Quotes',
    icon: IconFileDollar,
    feature: 'shipment_quotes',
    // Users who may also book see the price while booking, so they do not need this item.
    needs: ({ me }) =>
      hasPermission(me, 'API_/shipment-quotes:POST') && !hasPermission(me, 'API_/shipments:POST'),
  },
  {
    to: '/collection-requests',
    label: 'Collection requests',
    icon: IconPackageImport,
    feature: 'collection_requests',
    needs: sees('UI_collection_requests', 'API_/collection-requests:POST'),
    key: 'c',
  },
  { to: '/maps', label: 'Maps', icon: IconMap2, feature: 'maps', needs: seesMaps, key: 'm' },
  {
    to: '/hub-scanner',
    label: 'Hub scanner',
    icon: IconBarcode,
    feature: 'hub_scanner',
    needs: ({ me }) => mayUseHubScanner(me) === true && seesUi(me, 'UI_hub_scanner'),
    key: 'h',
  },
  {
    to: '/interhub-transfers',
    label: 'Interhub manifests',
    icon: IconArrowsExchange,
    feature: 'interhub_transfers',
    needs: sees('UI_interhub_manifests', 'API_/interhub-transfers:GET'),
  },
  { to: '/tools', label: 'Tools', icon: IconTool, feature: 'tools', needs: ({ me }) => !isDriver(me) },
  {
    to: '/billing',
    label: 'Billing',
    icon: IconReceipt,
    feature: 'billing',
    needs: sees('UI_billing', 'API_/billing/import/payments:GET'),
    key: 'b',
  },
  {
    to: '/accounts',
    label: 'Accounts',
    icon: IconBuildingSkyscraper,
    feature: 'accounts',
    needs: sees('UI_accounts', 'API_/billing/invoices:GET'),
    key: 'a',
  },
  {
    to: '/users',
    label: 'Users',
    icon: IconUsers,
    feature: 'users',
    needs: sees('UI_users', 'API_/users:GET'),
    key: 'u',
  },
  {
    to: '/rates-and-estimates',
    label: 'Rates and estimates',
    icon: IconTag,
    feature: 'rates',
    needs: sees('UI_rates_and_estimates', 'API_/rates/revisions:GET'),
    key: 'r',
  },
  {
    to: '/reports',
    label: 'Reports',
    icon: IconChartBar,
    feature: 'reports',
    needs: sees('UI_reports', 'API_/reports:GET'),
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: IconAdjustmentsHorizontal,
    feature: 'settings',
    needs: ({ me }) => !isDriver(me) && seesUi(me, 'UI_settings'),
  },
  inbox,
  {
    to: '/callers',
    label: 'Callers',
    icon: IconPhone,
    // Staff who answer calls write notes; others reach the page by the palette.
    needs: (access) =>
      isOffice(access.me) && sees('UI_shipments', 'API_/shipments:GET', search, answers_calls)(access),
  },
  {
    to: '/cash',
    label: 'Cash',
    icon: IconCash,
    needs: ({ me }) => !isDriver(me) && hasPermission(me, 'API_/billing/cash:GET'),
  },
  {
    to: '/cash/till',
    label: 'My till',
    icon: IconCashRegister,
    needs: ({ me }) =>
      hasPermission(me, 'API_/billing/cash/tills:POST') && !hasPermission(me, 'API_/billing/cash:GET'),
  },
  {
    to: '/counter',
    label: 'Counter',
    icon: IconBuildingStore,
    needs: ({ me }) => hasPermission(me, 'API_/pickup-points/handovers:POST'),
  },
  {
    to: '/costs',
    label: 'Costs and pay',
    icon: IconCoins,
    needs: sees('UI_billing', 'API_/costs:GET'),
  },
  claims,
  discrepancies,
  help,
]

/** Items of platform administrators, after the staff items (NAV-044, NAV-048…NAV-052). */
const platform_items: readonly NavigationItem[] = [
  {
    to: '/shiplogic-admin/providers',
    label: 'Providers',
    icon: IconBuildingStore,
    needs: may('API_/providers:POST'),
  },
  {
    to: '/shiplogic-admin/infobip',
    label: 'Infobip',
    icon: IconMessage2,
    needs: may('API_/providers/infobip-config:POST'),
  },
  {
    to: '/shiplogic-admin/release-notes',
    label: 'Release notes',
    icon: IconRocket,
    needs: may('API_/release-notes:POST'),
  },
  {
    to: '/shiplogic-admin/short-urls',
    label: 'Short URLs',
    icon: IconLink,
    needs: may('API_/short-urls:POST'),
  },
]

function guestItems(isStaffOnly: boolean): readonly NavigationItem[] {
  return [
    { to: '/shipments/new?quick_quote=quote', label: 'Quick quote', icon: IconTag, feature: 'guest_quotes' },
    { to: '/track', label: 'Track', icon: IconMapPin, feature: 'tracking' },
    { to: '/login', label: isStaffOnly ? 'Staff login' : 'Log in', icon: IconLogin2 },
    help,
  ]
}

/** Paths outside the app’s pages: the server renders public tracking, and sign-in runs before the app. */
const always_served = ['/track', '/login']

/** Returns the navigation list for the user type: guest, customer, or staff including the platform items. */
function itemsFor(access: Access): readonly NavigationItem[] {
  if (access.me.kind === 'guest') return guestItems(access.settings.staff_only_login === true)
  if (!isStaff(access.me)) return customer_items
  return [...staff_items, ...platform_items]
}

/**
 * Returns the navigation of a user: their list without items that their role, the provider’s features or this build
 * do not have, and without pages that they may not open. Items are never shown disabled (NAV-045,
 * docs/domain/people-and-permissions.md#absent-or-disabled).
 */
export function navigationFor(
  access: Access,
  mayVisit: (path: string, access: Access) => boolean,
): readonly NavigationItem[] {
  const ownHelp = String(access.settings.help_centre_external_url ?? '')
  return itemsFor(access)
    .filter(({ to, feature, needs }) => {
      const path = to.split('?')[0] ?? ''
      const isThere = always_served.includes(path) || mayVisit(path, access)
      return isThere && (!feature || access.enabled_features.includes(feature)) && (needs?.(access) ?? true)
    })
    .map((item) => (item.to === help.to && ownHelp ? { ...item, elsewhere: ownHelp } : item))
}

/**
 * Returns the pages that suit the work of a user, best first: the home page is the first that they have. Staff start
 * where their role works: finance with billing, dispatchers with the ops dashboard, hubs with the scanner, counters with
 * the counter, and the call centre with the callers.
 */
function preferredHomes({ me }: Access): readonly string[] {
  if (me.account_id !== null) return ['/dashboard']
  if (isDriver(me)) return ['/tripsheet']
  return [
    ...(me.role_id === role_ids.finance_manager ? ['/billing'] : []),
    '/ops-dashboard',
    '/billing',
    ...(hasAllPermissions(me, scanner_rights) ? ['/hub-scanner'] : []),
    '/counter',
    ...(hasPermission(me, answers_calls) ? ['/callers'] : []),
  ]
}

/**
 * Returns the home page: for staff the page where their role works, the dashboard for customers, a quick quote for
 * guests. Returns `null` for guests who must log in and for users without any page (NAV-002).
 */
export function homeOf(access: Access, items: readonly NavigationItem[]): string | null {
  if (access.me.kind === 'guest')
    return access.settings.staff_only_login === true
      ? null
      : (items.find(({ feature }) => feature === 'guest_quotes')?.to ?? null)
  const preferred = preferredHomes(access).find((path) => items.some(({ to }) => to === path))
  return preferred ?? items.find(({ to }) => !always_served.includes(to))?.to ?? null
}

/** Checks whether the user sees the reference box (NAV-071, NAV-072). */
export function maySearch({ me }: Access): boolean {
  return hasPermission(me, search)
}

/** Checks whether a path contains `/settings`, which makes it a settings page (NAV-011). */
export function isSettingsPage(pathname: string): boolean {
  return pathname.includes('/settings')
}

/** Checks whether a page belongs to a navigation item, which is then marked. */
export function isWithin(pathname: string, to: string): boolean {
  if (to === '/settings' || isSettingsPage(pathname)) return to === '/settings' && isSettingsPage(pathname)
  const path = to.split('?')[0] ?? ''
  const document = /^(\/accounts)?\/(invoices|credit-notes)\//.exec(pathname)
  if (document) return path === (document[1] ? '/billing' : '/account')
  if (pathname === '/payments' || /^\/accounts\/\d+\/allocations$/.test(pathname)) return path === '/billing'
  return pathname === path || pathname.startsWith(`${path}/`)
}
