import { maySeeDamages, maySeeUnidentified, mayUseHubScanner } from '@waybill/domain/hub/access'
import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const seesManifests: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  enabled_features.includes('interhub_transfers') &&
  seesUi(me, 'UI_interhub_manifests') &&
  hasPermission(me, 'API_/interhub-transfers:GET')

const seesUnidentified: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  maySeeUnidentified(me) === true &&
  enabled_features.includes('tools') &&
  hasPermission(me, 'API_/tracking/shipment-events:POST')

/**
 * Routes of the hub scanner, for staff who may move parcels (NAV-056), of the manifests between hubs (NAV-057), and of
 * damages and unidentified parcels.
 */
export const routes: readonly PageRoute[] = [
  page('/hub-scanner', () => import('./pages/HubScannerPage.tsx'), {
    rail: true,
    may: ({ me, enabled_features }) =>
      mayUseHubScanner(me) === true &&
      enabled_features.includes('hub_scanner') &&
      seesUi(me, 'UI_hub_scanner'),
  }),
  page('/hub-scanner/count', () => import('./pages/CountPage.tsx'), {
    may: ({ me, enabled_features }) =>
      mayUseHubScanner(me) === true &&
      hasPermission(me, 'API_/tracking/shipment-events:POST') &&
      enabled_features.includes('hub_scanner') &&
      seesUi(me, 'UI_hub_scanner'),
  }),
  page('/interhub-transfers', () => import('./manifests/pages/ManifestsPage.tsx'), { may: seesManifests }),
  page('/interhub-transfers/new', () => import('./manifests/pages/NewManifestPage.tsx'), {
    may: (access) => seesManifests(access) && hasPermission(access.me, 'API_/interhub-transfers:POST'),
  }),
  page('/interhub-transfers/$id', () => import('./manifests/pages/ManifestPage.tsx'), { may: seesManifests }),
  page('/tools/damages', () => import('./damages/pages/DamagesPage.tsx'), {
    may: ({ me, enabled_features }) =>
      maySeeDamages(me) === true &&
      enabled_features.includes('tools') &&
      hasPermission(me, 'API_/tracking/shipment-events:GET'),
  }),
  page('/tools/unidentified-parcels', () => import('./unidentified/pages/UnidentifiedParcelsPage.tsx'), {
    may: seesUnidentified,
  }),
  page('/tools/unidentified-parcels/new', () => import('./unidentified/pages/NewUnidentifiedPage.tsx'), {
    may: seesUnidentified,
  }),
  page('/tools/unidentified-parcels/$id', () => import('./unidentified/pages/UnidentifiedParcelPage.tsx'), {
    may: seesUnidentified,
  }),
]
