import type { InboxKind } from '@waybill/domain/notifications/inbox'

/** Display names of message kinds. */
export const kind_words: Readonly<Record<InboxKind, string>> = {
  shipment: 'Shipment',
  billing: 'Billing',
  account: 'Account',
  security: 'Sign-in and role',
}
