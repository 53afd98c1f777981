/** The parts of the product that the platform may give to a company or not (SET-113), as its administrators read them. */
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

/** What a new company has: everything but the extras. */
export const starter_features: readonly string[] = provider_features
  .filter((one) => !('is_extra' in one))
  .map((one) => one.name)
