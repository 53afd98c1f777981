import { routes as addressBookRoutes } from '../accounts/routes.tsx'
import { routes as identityRoutes } from '../identity/routes.tsx'
import { routes as signInRoutes } from '../identity/sign-in-routes.tsx'
import { routes as auditRoutes } from '../audit/routes.tsx'
import { routes as barcodeRoutes } from '../barcodes/routes.tsx'
import { routes as blockedListRoutes } from '../blocked-list/routes.tsx'
import { routes as cashRoutes } from '../cash/routes.tsx'
import { routes as claimRoutes } from '../claims/routes.tsx'
import { routes as costRoutes } from '../costs/routes.tsx'
import { routes as collectionRoutes } from '../collections/routes.tsx'
import { routes as driverRoutes } from '../drivers/routes.tsx'
import { routes as helpRoutes } from '../help/routes.tsx'
import { routes as counterRoutes } from '../counter/routes.tsx'
import { routes as hubRoutes } from '../hub/routes.tsx'
import { routes as jobsRoutes } from '../jobs/routes.tsx'
import { routes as mapRoutes } from '../maps/routes.tsx'
import { routes as accountingRoutes } from '../accounting/routes.tsx'
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
import { routes as moveInRoutes } from '../move-in/routes.tsx'
import { routes as integrationRoutes } from '../integrations/routes.tsx'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'
import { toolRoutes } from './tools/tool-routes.ts'
import { routes as shipmentRoutes } from '../shipments/routes.tsx'
import { routes as bookingRoutes } from '../shipments/new/routes.tsx'

/**
 * All pages of the app, in one list. A module adds its own by exporting `routes` from its `routes.tsx` and being
 * listed here. The navigation shows an item only when its path is in this list.
 */
export const pages: readonly PageRoute[] = [
  page('/', () => import('./HomePage.tsx'), { open: true }),
  ...bookingRoutes,
  ...identityRoutes,
  ...signInRoutes,
  ...addressBookRoutes,
  ...importRoutes,
  ...moveInRoutes,
  ...shipmentRoutes,
  ...collectionRoutes,
  ...claimRoutes,
  ...cashRoutes,
  ...hubRoutes,
  ...counterRoutes,
  ...driverRoutes,
  ...reportRoutes,
  ...accountingRoutes,
  ...billingRoutes,
  ...costRoutes,
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

/** Checks whether a page serves a path such as `/shipments/new`. */
export function isServed(path: string): boolean {
  return pages.some((one) => matches(one.path, path))
}

/** Checks whether a page exists at a path and its guard allows the user. */
export function mayVisit(path: string, access: Access): boolean {
  const found = pages.find((one) => matches(one.path, path))
  return found !== undefined && (found.may?.(access) ?? true)
}

/** Checks whether a path may be opened without signing in. The home page decides this itself. */
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
