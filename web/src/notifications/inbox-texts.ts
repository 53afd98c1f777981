import type { InboxKind } from '@waybill/domain/notifications/inbox'

/** Display names of message kinds. */
export const kind_words: Readonly<Record<InboxKind, string>> = {
  shipment: 'Shipment',
  billing: 'Billing',
  account: 'Account',
  security: 'Sign-in and role',
}

const places: readonly (readonly [start: string, words: string])[] = [
  ['/shipments/', 'Open the shipment'],
  ['/claims/', 'Open the claim'],
  ['/invoices/', 'Open the invoice'],
  ['/accounts/', 'Open the account'],
  ['/interhub-transfers/', 'Open the manifest'],
  ['/billing/payments', 'Open the payments'],
  ['/billing/controls', 'Open what waits for approval'],
  ['/ops-dashboard', 'Open the ops dashboard'],
  ['/locations', 'Open the locations'],
  ['/account', 'Open billing'],
  ['/profile', 'Open your profile'],
  ['/help-centre/', 'Read more in the help centre'],
]

/** Returns the label of a message's link by its target. */
export function linkText(place: string): string {
  return places.find(([start]) => place.startsWith(start))?.[1] ?? 'Open'
}
