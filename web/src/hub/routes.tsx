import { holdsAll, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page } from '../kit/url/page.ts'

/** The hub scanner, for staff who may move parcels (NAV-054). */
export const routes = [
  page('/hub-scanner', () => import('./pages/HubScannerPage.tsx'), {
    rail: true,
    may: ({ me, enabled_features }) =>
      isStaff(me) &&
      enabled_features.includes('hub_scanner') &&
      seesUi(me, 'UI_hub_scanner') &&
      holdsAll(me, ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST']),
  }),
]
