import { billingApi } from '../billing/api.ts'
import type { Endpoint } from '../kit/endpoint.ts'
import { shipmentsApi } from '../shipments/api.ts'

const permissionOf = ({ permission }: Endpoint): string => permission ?? ''

/** Rights without which a message is not shown to somebody whom it would reach, by what it is about. */
export const inbox_needs = {
  shipments: permissionOf(shipmentsApi.list),
  invoices: permissionOf(billingApi.invoices),
  /** Staff who decide on holds hear of new customers and of automatic holds. */
  holds: 'INLINE_toggle_account_hold',
} as const
export type InboxNeed = (typeof inbox_needs)[keyof typeof inbox_needs]
