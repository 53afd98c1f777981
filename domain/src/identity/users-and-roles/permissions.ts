import { grants, hasPermission } from '../../kit/actor.ts'
import type { Method } from '../../kit/calls/endpoint.ts'
import { key_scopes, type KeyScope } from '../sign-in/api-key-limits.ts'

/** A permission that a role may have, as displayed in the role editor. */
export interface Permission {
  /** The string stored in a role: `API_/shipments:GET`, `INLINE_impersonate`, `UI_shipments`. */
  name: string
  kind: 'api' | 'inline' | 'ui'
  /** The section heading; for UI permissions one of `ui_sections` (PERM-032). */
  section: string
  title: string
}

/** The sections of UI permissions, in display order (PERM-032). */
export const ui_sections = ['General', 'Maps', 'Tools'] as const
export type UiSection = (typeof ui_sections)[number]

const letters = { G: 'GET', P: 'POST', U: 'PATCH', D: 'DELETE' } as const satisfies Record<string, Method>
type Letter = keyof typeof letters

/** A path, its methods and its subject, with descriptions for methods whose default description does not fit. */
type ApiRow = readonly [
  path: string,
  methods: string,
  thing: string,
  words?: Partial<Readonly<Record<Letter, string>>>,
]

const default_descriptions: Readonly<Record<Letter, (thing: string) => string>> = {
  G: (thing) => `See ${thing}`,
  P: (thing) => `Add ${thing}`,
  U: (thing) => `Change ${thing}`,
  D: (thing) => `Remove ${thing}`,
}

const does = (words: string): Partial<Record<Letter, string>> => ({ P: words })

/**
 * Every path that a permission may name, by area (docs/domain/people-and-permissions.md#the-catalogue-of-calls). A
 * test fails when the permission of an endpoint is missing here.
 */
const api_areas: Readonly<Record<string, readonly ApiRow[]>> = {
  Shipments: [
    ['/shipments', 'GPUD', 'shipments', does('Book shipments')],
    ['/shipments/cancel', 'P', '', does('Cancel shipments')],
    ['/shipments/parcels', 'GPUD', 'parcels'],
    ['/shipments/label', 'G', 'waybills and labels'],
    ['/shipments/label/stickers', 'G', 'label stickers'],
    ['/shipments/label/batch', 'G', 'batch labels'],
    ['/shipments/pod', 'GP', 'proofs of delivery'],
    ['/shipments/pod/images', 'GP', 'images of proofs of delivery'],
    ['/shipments/pod/verify', 'P', '', does('Verify proofs of delivery')],
    ['/shipments/digital-pod', 'GP', 'digital proofs of delivery'],
    ['/shipments/notes', 'GPUD', 'shipment notes'],
    ['/shipments/files', 'GPUD', 'shipment files'],
    ['/shipments/tags', 'PD', 'shipment tags'],
    ['/shipments/resend-pod-pin', 'P', '', does('Send the delivery PIN again')],
    ['/shipments/resend-pickup-pin', 'P', '', does('Send the pickup PIN again')],
    ['/shipments/resend-dropoff-pin', 'P', '', does('Send the drop-off PIN again')],
    ['/shipments/pay', 'P', '', does('Pay shipments from the account')],
    ['/shipments/reschedule', 'P', '', does('Reschedule shipments')],
    ['/shipments/hold', 'P', '', does('Put shipments on hold')],
    ['/shipments/release', 'P', '', does('Release shipments from hold')],
    ['/shipments/outsource', 'P', '', does('Hand shipments to another courier')],
    ['/shipments/return', 'P', '', does('Return shipments to the sender')],
    ['/shipments/bulk-import', 'P', '', does('Import shipments')],
    ['/shipments/bulk-update', 'P', '', does('Change many shipments at once')],
    ['/shipments/download', 'G', '', { G: 'Export shipments' }],
    ['/shipments/communication-log', 'G', 'messages about shipments'],
    ['/shipments/discrepancies', 'GU', 'weight discrepancies'],
    ['/shipment-quotes', 'GPU', 'quotes'],
    ['/tracking/shipments', 'G', '', { G: 'Track shipments' }],
    ['/tracking/shipment-events', 'GP', 'tracking events and scans'],
  ],
  Operations: [
    ['/collection-requests', 'GPUD', 'collection requests'],
    ['/collection-requests/recurring', 'GPUD', 'recurring collections'],
    ['/interhub-transfers', 'GPUD', 'interhub manifests'],
    ['/interhub-transfers/parcels', 'GPD', 'manifest parcels'],
    ['/interhub-transfers/close', 'P', '', does('Close manifests')],
    ['/interhub-transfers/depart', 'P', '', does('Mark manifests as departed')],
    ['/interhub-transfers/reopen', 'P', '', does('Reopen manifests')],
    ['/interhub-transfers/download', 'G', '', { G: 'Download manifests' }],
    ['/trip-sheet', 'GU', 'trip sheets'],
    ['/trip-sheet/assign', 'P', '', does('Assign drivers')],
    ['/trip-sheet/release', 'P', '', does('Release routes')],
    ['/trip-sheet/sequence', 'P', '', does('Change the order of stops')],
    ['/drivers', 'GPUD', 'drivers'],
    ['/drivers/positions', 'GP', 'driver positions'],
    ['/drivers/earnings', 'G', '', { G: 'See own earnings as a driver' }],
    ['/drivers/actions', 'GP', 'driver actions', { P: 'Report as a driver' }],
    ['/ops-dashboard', 'G', 'the ops dashboard'],
    ['/dashboard', 'G', 'the dashboard'],
    ['/barcodes', 'GP', 'barcodes'],
    ['/tracking-stickers', 'GP', 'tracking stickers'],
    ['/claims', 'GPU', 'claims'],
    ['/ui/nav-search', 'G', '', { G: 'Search by reference' }],
  ],
  'Branches and maps': [
    ['/branches', 'GPUD', 'branches'],
    ['/branch-routes', 'GPUD', 'routes between branches'],
    ['/geofence/zones', 'GPUD', 'map zones'],
    ['/geofence/zones/tags', 'GPUD', 'map zone tags'],
    ['/geofence/import', 'P', '', does('Import map zones')],
    ['/geofence/zones/publish', 'P', '', does('Publish draft maps')],
    ['/tags', 'GPUD', 'tags'],
    ['/pickup-points', 'GPUD', 'pickup points'],
    ['/pickup-points/open-door', 'P', '', does('Open a door of an own locker with a PIN')],
    ['/pickup-points/drop-off', 'P', '', does('Take in parcels of senders at own points')],
    ['/pickup-points/managed', 'G', '', { G: 'See stock and parcels of pickup points' }],
    ['/pickup-points/sync', 'P', '', does('Update pickup points from their networks')],
    ['/pickup-points/handovers', 'GP', '', { G: 'See the parcels of a counter', P: 'Work at a counter' }],
    [
      '/pickup-points/clerks',
      'GP',
      '',
      { G: 'See who works at which pickup point', P: 'Limit users to a pickup point' },
    ],
    ['/geocode', 'P', '', does('Find places on the map')],
  ],
  Rates: [
    ['/rates', 'P', '', does('Get prices')],
    ['/rates/opt-in', 'P', '', does('Get prices with extras')],
    ['/rates/revisions', 'GPUD', 'rate revisions'],
    ['/rates/revisions/publish', 'P', '', does('Publish rates')],
    ['/rates/service-levels', 'GPUD', 'service levels'],
    ['/rates/groups', 'GPUD', 'rate groups'],
    ['/rates/formulas', 'GPUD', 'rate formulas'],
    ['/rates/surcharges', 'GPUD', 'surcharges'],
    ['/rates/adjustments', 'GPUD', 'rate adjustments'],
    ['/rates/time-based-adjustments', 'GPUD', 'time-based adjustments'],
    ['/rates/extras', 'GPUD', 'rate group extras'],
    ['/rates/service-areas', 'GP', 'service areas'],
    ['/rates/holidays', 'GP', 'holidays'],
  ],
  Accounts: [
    ['/accounts', 'GPUD', 'accounts'],
    ['/move-in', 'GP', 'files of another system', does('Move the company in from another system')],
    ['/accounts/settings', 'GP', 'account settings', { P: 'Change account settings' }],
    ['/accounts/notes', 'GPUD', 'account notes'],
    ['/accounts/address-books', 'GPUD', 'address books'],
    ['/accounts/users', 'GPUD', 'account users'],
    ['/accounts/cost-centers', 'GPUD', 'cost centres'],
    ['/accounts/tags', 'GPUD', 'account tags'],
    ['/accounts/attachments', 'GPUD', 'account attachments'],
    ['/accounts/close', 'P', '', does('Close accounts')],
    ['/accounts/reopen', 'P', '', does('Reopen accounts')],
    ['/accounts/hold', 'P', '', does('Put accounts on hold')],
  ],
  Billing: [
    ['/billing/transactions', 'GP', 'transactions'],
    ['/billing/transactions/reverse', 'P', '', does('Reverse transactions')],
    ['/billing/invoices', 'GP', 'invoices'],
    ['/billing/invoices/items', 'GP', 'invoice lines'],
    ['/billing/invoices/run', 'P', '', does('Run invoicing')],
    ['/billing/month-end', 'GP', 'month-end', { G: 'Preview month-end', P: 'Run month-end' }],
    ['/billing/promises', 'GPD', 'promises to pay'],
    ['/billing/invoices/send', 'P', '', does('Send invoices')],
    ['/billing/credit-notes', 'GP', 'credit notes'],
    ['/billing/credit-notes/items', 'GP', 'credit note lines'],
    ['/billing/statements', 'GP', 'statements'],
    ['/billing/allocations', 'GPD', 'allocations'],
    ['/billing/import/payments', 'GPU', 'imported bank payments'],
    ['/billing/payments', 'G', 'payments'],
    ['/billing/approvals', 'GP', 'requests for approval', { P: 'Approve what others ask for' }],
    ['/billing/checks', 'GP', 'checks of the data', { P: 'Check the data now' }],
    ['/billing/payments/refund', 'P', '', does('Refund payments')],
    ['/billing/payfast/signature', 'P', '', does('Pay by PayFast')],
    ['/billing/bobpay/url', 'P', '', does('Pay by Bob Pay')],
    ['/billing/stitch/url', 'P', '', does('Pay by Stitch')],
    ['/billing/cards', 'GD', 'saved cards'],
    ['/billing/auto-top-up', 'GPD', 'automatic top-ups'],
    ['/billing/settlements', 'GP', 'settlements of gateways'],
    [
      '/billing/accounting-export',
      'GP',
      'the accounting export',
      does('Export and send accounting documents'),
    ],
    ['/billing/accounting-chart', 'GP', 'the chart of accounts', does('Change the chart of accounts')],
    [
      '/billing/accounting-connections',
      'GPD',
      'connections to accounting programs',
      does('Connect accounting programs'),
    ],
    ['/billing/vat-return', 'G', 'the VAT return'],
    ['/billing/cash', 'G', '', { G: 'See cash, counts, receipts and what is owed to senders' }],
    ['/billing/cash/drawer', 'G', '', { G: 'See the own cash to hand in' }],
    ['/billing/cash/receipt-blocks', 'P', '', does('Take receipt numbers as a driver')],
    ['/billing/cash/receipts/void', 'P', '', does('Make receipts of drivers void')],
    ['/billing/cash/floats', 'P', '', does('Give change to drivers')],
    ['/billing/cash/deposits', 'P', '', does('Record cash paid into the bank')],
    ['/billing/cash/tills', 'P', '', does('Open the own till and pay from it')],
    ['/billing/cash/cash-ups', 'P', '', does('Count cash')],
    ['/billing/cash/cash-ups/decide', 'P', '', does('Confirm or reject counts of cash')],
    [
      '/billing/cash/remittances',
      'GP',
      '',
      { G: 'See payouts of collected money', P: 'Pay collected money out' },
    ],
    ['/costs', 'G', 'costs and margins'],
    ['/costs/partner-bills', 'GPU', 'bills of partners', { P: 'Import bills of partners' }],
    ['/pay-plans', 'GPU', 'pay plans of drivers'],
    ['/pay-statements', 'GPU', 'statements of drivers', { P: 'Prepare statements of drivers' }],
    ['/pay-statements/approve', 'P', '', does('Approve statements of drivers')],
    ['/pay-statements/pay', 'P', '', does('Mark statements of drivers as paid')],
    ['/reports', 'GPUD', 'reports'],
  ],
  'Users and roles': [
    ['/users', 'GPUD', 'users'],
    ['/users/impersonate', 'P', '', does('Act as a user')],
    ['/users/api-keys', 'GPD', 'API keys'],
    ['/users/2fa/reset', 'P', '', does('Reset two-factor of users')],
    ['/roles', 'GPUD', 'roles'],
  ],
  Company: [
    ['/providers/settings', 'GP', 'settings', { P: 'Change settings' }],
    ['/providers/custom-fields', 'GP', 'registration fields and VIP accounts'],
    ['/providers/theme', 'P', '', does('Change the theme')],
    ['/notification/bulk/sms', 'GPU', 'bulk SMS'],
    ['/notification/templates', 'GPU', 'message templates'],
    ['/notification/test', 'GPU', 'test messages'],
    ['/integrations', 'GPUD', 'integrations'],
    ['/integrations/rules', 'GPUD', 'integration rules'],
    ['/integrations/requests', 'GPUD', 'integration requests'],
    ['/webhook-subscriptions', 'GPUD', 'webhooks'],
    ['/audit/events', 'G', 'audit entries'],
    ['/blocked-list', 'GPUD', 'the blocked list'],
    ['/inbox', 'GU', 'the inbox'],
    ['/help-centre/articles', 'GPUD', 'help articles'],
    ['/s3-url/upload', 'G', '', { G: 'Upload files' }],
    ['/s3-url/download', 'G', '', { G: 'Download files' }],
    ['/jobs', 'GP', 'exports and imports'],
    ['/jobs/failed', 'GPD', 'failed jobs', { P: 'Retry failed jobs', D: 'Discard failed jobs' }],
  ],
  Platform: [
    ['/providers', 'GPUD', 'courier companies'],
    ['/providers/infobip-config', 'GPUD', 'the Infobip configuration'],
    ['/release-notes', 'GPUD', 'release notes'],
    ['/short-urls', 'GPUD', 'short URLs'],
  ],
}

const inline_areas: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Shipments: {
    deliver_parcels_or_shipments: 'Mark parcels and shipments as delivered',
    edit_shipment_after_collection: 'Edit shipments after collection',
    edit_shipment_rate: 'Edit the price of shipments',
    add_custom_charge: 'Add custom charges',
    edit_actual_dimensions: 'Edit measured dimensions and weight',
    edit_service_level_after_collection: 'Change the service level after collection',
    override_cut_off: 'Book after the cut-off',
    override_capacity: 'Book beyond capacity',
    override_parcel_maxima: 'Book parcels above the maximum size or weight',
    cancel_collected_shipment: 'Cancel collected shipments',
    cancel_own_of_today: 'Cancel own bookings on the day they are made',
    uncancel_shipment: 'Undo a cancellation',
    force_status: 'Set any status',
    backdate_event: 'Backdate events',
    delete_tracking_event: 'Remove tracking events',
    view_pod_pin: 'See delivery PINs',
    resend_pin: 'Send PINs again',
    mute_notifications: 'Mute messages of a shipment',
    disable_new_charges: 'Switch off new charges of a shipment',
    hold_internal: 'Put shipments on internal hold',
    mark_damaged: 'Mark shipments as damaged',
    mark_undeliverable: 'Mark shipments as undeliverable',
    view_contact_details: 'See phone numbers and email addresses in full',
    view_communication_log: 'See messages about shipments',
    see_third_party_cost: 'See the cost of other couriers',
  },
  Operations: {
    receive_parcels: 'Use the hub scanner only to receive parcels',
    assign_any_driver: 'Assign drivers of any branch',
    reassign_branch: 'Move shipments to another branch',
    reopen_interhub_transfer: 'Reopen manifests',
    load_wrong_manifest: 'Load parcels that belong on another manifest',
    close_interhub_transfer: 'Close manifests with parcels missing',
    release_with_blockers: 'Release routes that are not ready',
    dispose_unidentified_parcels: 'Dispose of unidentified parcels',
    assess_claims: 'Assess claims',
    approve_claims: 'Approve claims',
  },
  Rates: { publish_rates: 'Publish rates' },
  Accounts: {
    edit_account_code: 'Edit account codes',
    edit_credit_limit: 'Edit credit limits',
    edit_rate_group: 'Edit the rate group of accounts',
    toggle_account_hold: 'Put accounts on hold and release them',
    temp_disable_auto_hold: 'Switch automatic holds off temporarily',
    close_account: 'Close accounts',
    see_account_notes: 'See account notes',
  },
  Billing: {
    see_billing_info: 'See prices, balances and documents',
    transaction_payment: 'Add payments',
    transaction_payment_reversal: 'Add payment reversals',
    transaction_refund: 'Add refunds',
    transaction_refund_reversal: 'Add refund reversals',
    transaction_admin_debit: 'Add admin debits',
    transaction_admin_credit: 'Add admin credits',
    transaction_promotional_credit: 'Add promotional credits',
    transaction_promotional_debit: 'Add promotional debits',
    transaction_balance_adjustment_credit: 'Add balance adjustment credits',
    transaction_balance_adjustment_debit: 'Add balance adjustment debits',
    transaction_bad_debt_write_off: 'Add bad debt write-offs',
    transaction_bad_debt_write_off_reversal: 'Add bad debt write-off reversals',
    allocate_payments: 'Allocate payments',
    issue_credit_note: 'Issue credit notes',
    run_invoicing: 'Run invoicing',
    backdate_transaction: 'Backdate transactions',
  },
  'Users and roles': {
    impersonate: 'Act as a customer',
    manage_api_keys: 'Manage API keys',
    assign_roles: 'Change user roles',
    limit_user_to_branch: 'Limit users to a branch',
  },
  Company: {
    view_audit_trail: 'See the audit trail',
    export_data: 'Export data',
    edit_notification_templates: 'Edit message templates',
    replay_webhooks: 'Resend webhooks',
    see_release_notes: 'See release notes',
    see_feature_toggles: 'See feature toggles',
    erase_personal_data: 'Erase personal data',
  },
}

/** The keys of the General section (PERM-033). */
const ui_general: Readonly<Record<string, string>> = {
  ops_dashboard: 'Ops dashboard',
  shipments: 'Shipments',
  collection_requests: 'Collection requests',
  hub_scanner: 'Hub scanner',
  interhub_manifests: 'Interhub manifests',
  billing: 'Billing',
  accounts: 'Accounts',
  users: 'Users',
  rates_and_estimates: 'Rates and estimates',
  reports: 'Reports',
  settings: 'Settings',
  my_inbox: 'My inbox',
  hide_logout: 'Hide the log out button',
  hide_site_wide_message: 'Hide site-wide messages',
}

/** The kinds of map; each has a view and an edit permission (PERM-034). */
export const map_kinds = {
  drivers: 'drivers',
  branches: 'branches',
  rates: 'rates',
  surcharges: 'surcharges',
  exceptions: 'exceptions',
  service_days: 'service days',
  draft_maps: 'draft maps',
} as const

/** The keys of the Tools section (PERM-036). */
const ui_tools: Readonly<Record<string, string>> = {
  pod_uploader: 'POD uploader',
  assign_tracking_stickers: 'Assign tracking stickers',
  shipment_bulk_import: 'Shipment bulk import',
  users_bulk_import: 'Users bulk import',
  credit_allocations_bulk_import: 'Credit allocations bulk import',
  barcode_generator: 'Barcode generator',
  blocked_list: 'Blocked list',
  copy_address_book: 'Copy address book',
  third_party_integrations: 'Third-party integrations',
}

const api_permissions: readonly Permission[] = Object.entries(api_areas).flatMap(([section, rows]) =>
  rows.flatMap(([path, methods, thing, words]) =>
    ([...methods] as Letter[]).map((letter) => ({
      name: `API_${path}:${letters[letter]}`,
      kind: 'api' as const,
      section,
      title: words?.[letter] ?? default_descriptions[letter](thing),
    })),
  ),
)

const inline_permissions: readonly Permission[] = Object.entries(inline_areas).flatMap(([section, rights]) =>
  Object.entries(rights).map(([key, title]) => ({
    name: `INLINE_${key}`,
    kind: 'inline' as const,
    section,
    title,
  })),
)

function uiPermissions(section: UiSection, prefix: string, keys: Readonly<Record<string, string>>) {
  return Object.entries(keys).map(([key, title]) => ({
    name: `${prefix}${key}`,
    kind: 'ui' as const,
    section,
    title,
  }))
}

const ui_permissions: readonly Permission[] = [
  ...uiPermissions('General', 'UI_', ui_general),
  ...uiPermissions(
    'Maps',
    'UI_maps_',
    Object.fromEntries(
      Object.entries(map_kinds).flatMap(([kind, name]) => [
        [`${kind}_view`, `View ${name}`],
        [`${kind}_edit`, `Edit ${name}`],
      ]),
    ),
  ),
  ...uiPermissions('Tools', 'UI_tools_', ui_tools),
]

/** All permissions. A role may have these, and patterns that match some of them (PERM-022…PERM-049). */
export const permission_catalogue: readonly Permission[] = [
  ...api_permissions,
  ...inline_permissions,
  ...ui_permissions,
]

const names = new Set(permission_catalogue.map(({ name }) => name))
const granting = permission_catalogue.filter(({ kind }) => kind !== 'ui')

/** Returns the error message for a missing permission: the action, the required permission and whom to contact. */
export function missingPermissionSentence(permission: string): string {
  const title = permission_catalogue.find(({ name }) => name === permission)?.title ?? 'Do this'
  const what = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
  return `You may not ${what} (${permission} is needed). Ask an administrator.`
}

/** Returns the catalogue permissions that `permissions` grant, including by pattern; without UI permissions. */
export function grantedBy(permissions: readonly string[]): readonly Permission[] {
  return granting.filter(({ name }) => hasPermission({ permissions }, name))
}

/** Returns the part of `permissions` that an API key with these `scopes` has; all of them when `scopes` is empty. */
export function withinScopes(permissions: readonly string[], scopes: readonly string[]): readonly string[] {
  if (scopes.length === 0) return permissions
  const sections: readonly string[] = scopes.flatMap((scope) => key_scopes[scope as KeyScope] ?? [])
  return grantedBy(permissions).flatMap(({ name, section }) => (sections.includes(section) ? [name] : []))
}

/** Whether a role may have `text`: a name of the catalogue, or a pattern that matches at least one. */
export function isPermission(text: string): boolean {
  if (text.startsWith('UI_')) return names.has(text)
  return names.has(text) || (text.includes('*') && granting.some(({ name }) => grants(text, name)))
}

/** Returns what `permissions` grant and `own` do not: what the owner of `own` lacks in order to grant `permissions`. */
export function missingPermissions(
  permissions: readonly string[],
  own: readonly string[],
): readonly Pick<Permission, 'name' | 'title'>[] {
  const known = grantedBy(permissions).filter(({ name }) => !hasPermission({ permissions: own }, name))
  const unknown = permissions.filter(
    (text) => !isPermission(text) && !hasPermission({ permissions: own }, text),
  )
  // `*` also grants permissions that are not in the catalogue yet.
  const all = permissions.includes('*') && !own.includes('*') ? [{ name: '*', title: 'Everything' }] : []
  return [...all, ...known, ...unknown.map((name) => ({ name, title: name }))]
}
