import type { InboxKind } from '@waybill/domain/notifications/inbox'

/** What a message is about, in the words of people. */
export const kind_words: Readonly<Record<InboxKind, string>> = {
  shipment: 'Shipment',
  billing: 'Billing',
  account: 'Account',
  security: 'Sign-in and role',
}
