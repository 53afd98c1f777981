/**
 * The product features that the platform can enable for a company (SET-113), with the labels that its administrators
 * see.
 */
export const provider_features = [
  { name: 'shipments', label: 'Shipments' },
  { name: 'shipment_quotes', label: 'Quotes' },
  { name: 'address_book', label: 'Address book' },
  { name: 'inbox', label: 'Inbox' },
  { name: 'collection_requests', label: 'Collection requests' },
  { name: 'tracking', label: 'Tracking' },
  { name: 'help_centre', label: 'Help centre' },
  { name: 'ops_dashboard', label: 'Ops dashboard' },
  { name: 'tripsheet', label: 'Trip sheet' },
  { name: 'maps', label: 'Maps' },
  { name: 'hub_scanner', label: 'Hub scanner' },
  { name: 'interhub_transfers', label: 'Interhub transfers' },
  { name: 'tools', label: 'Tools' },
  { name: 'billing', label: 'Billing' },
  { name: 'accounts', label: 'Accounts' },
  { name: 'users', label: 'Users' },
  { name: 'rates', label: 'Rates' },
  { name: 'reports', label: 'Reports' },
  { name: 'settings', label: 'Settings' },
  { name: 'api_keys', label: 'API keys' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'guest_quotes', label: 'Quotes for guests' },
  { name: 'guest_shipments', label: 'Bookings by guests' },
  { name: 'release_notes', label: 'Release notes' },
  { name: 'locations', label: 'Locker locations', is_extra: true },
  { name: 'idm', label: 'Identity checks', is_extra: true },
] as const

/** The features of a new company: all except the extras. */
export const starter_features: readonly string[] = provider_features
  .filter((one) => !('is_extra' in one))
  .map((one) => one.name)
