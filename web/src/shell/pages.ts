import { routes as addressBookRoutes } from '../accounts/routes.tsx'
import { routes as identityRoutes } from '../identity/routes.tsx'
import { routes as signInRoutes } from '../identity/sign-in-routes.tsx'
import { routes as auditRoutes } from '../audit/routes.tsx'
import { routes as barcodeRoutes } from '../barcodes/routes.tsx'
import { routes as blockedListRoutes } from '../blocked-list/routes.tsx'
import { routes as claimRoutes } from '../claims/routes.tsx'
import { routes as collectionRoutes } from '../collections/routes.tsx'
import { routes as driverRoutes } from '../drivers/routes.tsx'
import { routes as helpRoutes } from '../help/routes.tsx'
import { routes as hubRoutes } from '../hub/routes.tsx'
import { routes as jobsRoutes } from '../jobs/routes.tsx'
import { routes as mapRoutes } from '../maps/routes.tsx'
import { routes as billingRoutes } from '../billing/routes.tsx'
import { routes as inboxRoutes } from '../notifications/routes.tsx'
import { routes as paymentRoutes } from '../payments/routes.tsx'
import { routes as pickupPointRoutes } from '../pickup-points/routes.tsx'
import { routes as platformRoutes } from '../platform-admin/routes.tsx'
import { routes as rateRoutes } from '../rates/routes.tsx'
import { routes as reportRoutes } from '../reports/routes.tsx'
import { routes as settingsRoutes } from '../settings/routes.tsx'
import { routes as startupRoutes } from '../startup/routes.tsx'
import { routes as tagRoutes } from '../tags/routes.tsx'
import { routes as importRoutes } from '../imports/routes.tsx'
import { routes as integrationRoutes } from '../integrations/routes.tsx'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'
import { toolRoutes } from './tools/tool-routes.ts'
import { routes as shipmentRoutes } from '../shipments/routes.tsx'
import { routes as bookingRoutes } from '../shipments/new/routes.tsx'

/**
 * Every address of the product, in one list. A module adds its own by exporting `routes` from its `routes.tsx` and
 * being named here; navigation shows an item only when its address is in this list.
 */
export const pages: readonly PageRoute[] = [
  page('/', () => import('./HomePage.tsx'), { open: true }),
  ...bookingRoutes,
  ...identityRoutes,
  ...signInRoutes,
  ...addressBookRoutes,
  ...importRoutes,
  ...shipmentRoutes,
  ...collectionRoutes,
  ...claimRoutes,
  ...hubRoutes,
  ...driverRoutes,
  ...reportRoutes,
  ...billingRoutes,
  ...rateRoutes,
  ...paymentRoutes,
  ...toolRoutes,
  ...barcodeRoutes,
  ...blockedListRoutes,
  ...jobsRoutes,
  ...integrationRoutes,
  ...settingsRoutes,
  ...mapRoutes,
  ...tagRoutes,
  ...pickupPointRoutes,
  ...auditRoutes,
  ...platformRoutes,
  ...inboxRoutes,
  ...helpRoutes,
  ...startupRoutes,
]

/** Whether an address such as `/shipments/new` is served by one of the pages. */
export function isServed(path: string): boolean {
  return pages.some((one) => matches(one.path, path))
}

/** Whether a page of this build stands at an address and its guard lets somebody in. */
export function mayVisit(path: string, access: Access): boolean {
  const found = pages.find((one) => matches(one.path, path))
  return found !== undefined && (found.may?.(access) ?? true)
}

/** Whether an address may be visited without signing in. The home page decides for itself. */
export function isOpen(path: string): boolean {
  return path !== '/' && pages.some((one) => one.open === true && matches(one.path, path))
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
  )
}
