/** A tool in the list of tools. Its own page decides whether a user may see it. */
export interface Tool {
  to: string
  label: string
  about: string
}

/** The tools of this build, in the order of the permissions that control them (PERM-036). */
export const tools: readonly Tool[] = [
  {
    to: '/tools/pod-uploader',
    label: 'POD uploader',
    about: 'Drop photos and scans of proofs of delivery; each finds its shipment by itself.',
  },
  {
    to: '/tools/assign-tracking-stickers',
    label: 'Assign tracking stickers',
    about: 'Give pre-printed numbers to an account, so that booking one selects the account.',
  },
  {
    to: '/tools/shipment-bulk-import',
    label: 'Shipment bulk import',
    about: 'Book many shipments at once from a spreadsheet.',
  },
  {
    to: '/tools/users-bulk-import',
    label: 'Users bulk import',
    about: 'Invite many users at once from a spreadsheet.',
  },
  {
    to: '/tools/credit-allocations-bulk-import',
    label: 'Credit allocations bulk import',
    about: 'Set many payments and credit notes against their invoices from a spreadsheet.',
  },
  {
    to: '/tools/barcode-generator',
    label: 'Barcode generator',
    about: 'Print numbers, lists and the bays of a branch as barcodes on sheets and rolls.',
  },
  {
    to: '/tools/blocked-list',
    label: 'Blocked list',
    about: 'Block registrations, guest bookings and messages for an address or a number.',
  },
  {
    to: '/tools/copy-address-book',
    label: 'Copy address book',
    about: 'Give the addresses of one account to others.',
  },
  {
    to: '/tools/third-party-integrations',
    label: 'Third-party integrations',
    about: 'Connect other couriers, hub machines and your own programs, and see every call.',
  },
  {
    to: '/tools/damages',
    label: 'Damages',
    about: 'Damages that hub staff and drivers found, with photos, until they are resolved.',
  },
  {
    to: '/tools/unidentified-parcels',
    label: 'Unidentified parcels',
    about: 'Parcels without a readable label: keep them with photos and find their owners.',
  },
  {
    to: '/tools/bulk-update',
    label: 'Bulk update',
    about: 'Change many shipments at once: status, service, dates, driver, hold, cancel.',
  },
  {
    to: '/tools/move-in',
    label: 'Move in',
    about: 'Load accounts, prices and open invoices of another system, and compare prices before you start.',
  },
  {
    to: '/tools/failed-jobs',
    label: 'Failed jobs',
    about: 'Messages, invoices and other jobs that could not be done: retry or discard them.',
  },
]
