import { billingApi } from '../billing/api.ts'
import { controlsApi } from '../controls/api.ts'
import { interhubApi } from '../hub/interhub-api.ts'
import type { Endpoint } from '../kit/calls/endpoint.ts'
import { pickupPointsApi } from '../pickup-points/api.ts'
import { shipmentsApi } from '../shipments/api.ts'
import { discrepanciesApi } from '../shipments/discrepancies/discrepancies-api.ts'
import { discrepancy_right } from '../shipments/discrepancies/discrepancy.ts'

const permissionOf = ({ permission }: Endpoint): string => permission ?? ''

/** Permission that a recipient needs to see an inbox message, by the subject of the message. */
export const inbox_needs = {
  shipments: permissionOf(shipmentsApi.list),
  invoices: permissionOf(billingApi.invoices),
  /** Staff who work with manifests receive messages about parcels that were not unloaded from one. */
  manifests: permissionOf(interhubApi.list),
  /** Staff who assign drivers receive messages about problems with shipments of VIP accounts. */
  operations: 'API_/trip-sheet/assign:POST',
  /** Staff who see stock and parcels of pickup points receive messages about problems with their networks. */
  networks: permissionOf(pickupPointsApi.managed),
  /** Staff who answer calls receive replies to messages that a person must read. */
  replies: permissionOf(shipmentsApi.addNote),
  /** Staff who approve calls of others receive messages about calls that wait. */
  approvals: permissionOf(controlsApi.decide),
  /** Staff who decide on holds receive messages about new customers and automatic holds. */
  holds: 'INLINE_toggle_account_hold',
  /** Staff who assess claims receive messages about new claims and about replies from claimants. */
  claims: 'INLINE_assess_claims',
  /** Users of an account receive messages about measured parcels; staff who decide on them, about disputes. */
  discrepancies: permissionOf(discrepanciesApi.list),
  disputes: discrepancy_right,
  /** Staff who post payments receive messages about payments that need manual handling. */
  payments: 'INLINE_transaction_payment',
} as const
export type InboxNeed = (typeof inbox_needs)[keyof typeof inbox_needs]
