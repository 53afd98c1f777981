import { accountingRoutes } from '../accounting/index.ts'
import { accountRoutes, countTaggedAccounts } from '../accounts/index.ts'
import { auditRoutes } from '../audit/index.ts'
import { barcodeRoutes } from '../barcodes/index.ts'
import { billingRoutes } from '../billing/index.ts'
import { blockedListRoutes } from '../blocked-list/index.ts'
import { cashRoutes } from '../cash/index.ts'
import { claimRoutes } from '../claims/index.ts'
import { collectionRoutes } from '../collections/index.ts'
import { costRoutes } from '../costs/index.ts'
import { describeEvidence, driverRoutes } from '../drivers/index.ts'
import { controlRoutes } from '../controls/index.ts'
import { fileRoutes } from '../files/index.ts'
import { helpRoutes } from '../help/index.ts'
import { counterRoutes } from '../counter/index.ts'
import { hubRoutes } from '../hub/index.ts'
import { lockerRoutes } from '../lockers/index.ts'
import { importRoutes } from '../imports/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { moveInRoutes } from '../move-in/index.ts'
import { identityRoutes } from '../identity/index.ts'
import type { Route } from '../kit/handler.ts'
import { countTaggedZones, mapRoutes } from '../maps/index.ts'
import {
  notificationRoutes,
  plannedMessages,
  resendPickupPin,
  resendPodPin,
  sendReceiverLink,
  changeSubscription,
  readSubscription,
  subscribe,
} from '../notifications/index.ts'
import { paymentRoutes } from '../payments/index.ts'
import { pickupPointRoutes } from '../pickup-points/index.ts'
import { platformRoutes } from '../platform-admin/index.ts'
import { ratesRoutes } from '../rates/index.ts'
import { reportRoutes } from '../reports/index.ts'
import { searchRoutes } from '../search/index.ts'
import { settingsRoutes } from '../settings/index.ts'
import { countTaggedShipments, readSeenNames, shipmentRoutes } from '../shipments/index.ts'
import { shopPluginRoutes } from '../shop-plugins/index.ts'
import { startupRoutes } from '../startup/index.ts'
import { tagRoutes, type CountTagged } from '../tags/index.ts'
import { trackingRoutes } from '../tracking/index.ts'
import { apiDocsRoutes } from '../http/api-docs.ts'
import { heldCallsOf } from '../http/approval.ts'
import { checkInvariants, readChecks } from '../ops/invariants/index.ts'
import { audited } from './audited.ts'
import { failedJobRoutes } from '../jobs/failed-jobs/index.ts'

/** Each type of tag is counted by the module that stores the tagged objects. */
const countTagged: CountTagged = (type, name) => {
  if (type === 'account') return countTaggedAccounts(name)
  return type === 'shipment' ? countTaggedShipments(name) : countTaggedZones(type, name)
}

/** The routes of every module. */
const module_routes: readonly Route[] = [
  ...identityRoutes,
  ...accountRoutes,
  ...auditRoutes(audited),
  ...fileRoutes(readSeenNames),
  ...mapRoutes,
  ...tagRoutes(countTagged),
  ...blockedListRoutes,
  ...failedJobRoutes,
  ...barcodeRoutes,
  ...importRoutes,
  ...moveInRoutes,
  ...pickupPointRoutes,
  ...ratesRoutes,
  ...lockerRoutes,
  ...shipmentRoutes(plannedMessages, describeEvidence),
  ...collectionRoutes,
  ...hubRoutes,
  ...driverRoutes,
  ...counterRoutes,
  ...billingRoutes,
  ...controlRoutes(
    heldCallsOf(() => module_routes),
    { read: readChecks, run: checkInvariants },
  ),
  ...accountingRoutes,
  ...cashRoutes,
  ...paymentRoutes,
  ...claimRoutes,
  ...costRoutes,
  ...notificationRoutes,
  ...integrationRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...trackingRoutes(
    { 'resend-pod-pin': resendPodPin, 'resend-pickup-pin': resendPickupPin },
    sendReceiverLink,
    { subscribe, read: readSubscription, change: changeSubscription },
  ),
  ...shopPluginRoutes,
  ...helpRoutes,
  ...settingsRoutes,
  ...platformRoutes,
  ...startupRoutes,
]

/** All routes of the application. */
export const routes: readonly Route[] = [...module_routes, ...apiDocsRoutes(module_routes)]
