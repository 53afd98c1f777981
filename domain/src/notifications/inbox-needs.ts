import { billingApi } from '../billing/api.ts'
import { interhubApi } from '../hub/interhub-api.ts'
import type { Endpoint } from '../kit/calls/endpoint.ts'
import { shipmentsApi } from '../shipments/api.ts'

const permissionOf = ({ permission }: Endpoint): string => permission ?? ''

/** Rights without which a message is not shown to somebody whom it would reach, by what it is about. */
export const inbox_needs = {
  shipments: permissionOf(shipmentsApi.list),
  invoices: permissionOf(billingApi.invoices),
  /** Staff who work with manifests hear of parcels that did not come off one. */
  manifests: permissionOf(interhubApi.list),
  /** Staff who assign drivers hear of problems of VIP accounts. */
  operations: 'API_/trip-sheet/assign:POST',
  /** Staff who decide on holds hear of new customers and of automatic holds. */
  holds: 'INLINE_toggle_account_hold',
  /** Staff who assess claims hear of new ones and of what their claimants say. */
  claims: 'INLINE_assess_claims',
  /** Staff who post payments hear of those that need a person. */
  payments: 'INLINE_transaction_payment',
} as const
export type InboxNeed = (typeof inbox_needs)[keyof typeof inbox_needs]
