import {
  hasPermission,
  hasAllPermissions,
  isDriver,
  isOffice,
  isStaff,
  seesUi,
} from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Whether the user may see shipments: staff need the permission and the menu entry, customers always may. */
const maySee: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  enabled_features.includes('shipments') &&
  (!isStaff(me) || (hasAllPermissions(me, ['API_/shipments:GET']) && seesUi(me, 'UI_shipments')))

/** Whether the user is office staff who may search and see shipments. */
const mayTakeCalls: NonNullable<PageRoute['may']> = (access) =>
  isOffice(access.me) && maySee(access) && hasPermission(access.me, 'API_/ui/nav-search:GET')

/** Whether the user may see quotes, if the company has enabled them (NAV-024, RATE-020). */
const mayQuote: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  enabled_features.includes('shipment_quotes') &&
  hasPermission(me, 'API_/shipment-quotes:GET')

/** Whether the user may read weight discrepancies. */
const mayReadDiscrepancies: NonNullable<PageRoute['may']> = ({ me }) =>
  me.kind === 'user' && !isDriver(me) && hasPermission(me, 'API_/shipments/discrepancies:GET')

/**
 * Whether the user is staff, may add notes, and the company has the identity check feature and has switched it on
 * (NAV-004).
 */
const mayCheckIdentity: NonNullable<PageRoute['may']> = ({ me, enabled_features, settings }) =>
  me.kind === 'user' &&
  isStaff(me) &&
  hasPermission(me, 'API_/shipments/notes:POST') &&
  enabled_features.includes('idm') &&
  settings.enable_idm === true

/**
 * Routes for the list of shipments, one shipment (SHIP-097), quotes, the POD uploader and the identity check of a
 * receiver (NAV-003).
 */
export const routes: readonly PageRoute[] = [
  page('/shipments', () => import('./pages/ShipmentsPage.tsx'), { may: maySee }),
  page('/callers', () => import('./pages/callers/CallersPage.tsx'), { may: mayTakeCalls }),
  page('/idm', () => import('./pages/IdentityCheckPage.tsx'), { bare: true, may: mayCheckIdentity }),
  page('/shipment-quotes', () => import('./pages/QuotesPage.tsx'), { may: mayQuote }),
  page('/shipment-quotes/$id', () => import('./pages/QuotePage.tsx'), { may: mayQuote }),
  page('/tools/pod-uploader', () => import('./pages/PodUploaderPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      hasAllPermissions(me, ['API_/shipments/pod:POST', 'INLINE_deliver_parcels_or_shipments']) &&
      seesUi(me, 'UI_tools_pod_uploader') &&
      enabled_features.includes('tools'),
  }),
  page('/weight-discrepancies', () => import('./pages/DiscrepanciesPage.tsx'), { may: mayReadDiscrepancies }),
  page('/weight-discrepancies/$id', () => import('./pages/DiscrepancyPage.tsx'), {
    may: mayReadDiscrepancies,
  }),
  page('/shipments/$id/edit', () => import('./pages/EditShipmentPage.tsx'), {
    may: (access) => maySee(access) && hasPermission(access.me, 'API_/shipments:PATCH'),
  }),
  page('/shipments/$id', () => import('./pages/ShipmentPage.tsx'), { may: maySee }),
]
