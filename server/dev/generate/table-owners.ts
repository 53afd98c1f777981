import type { Tables } from '../../src/kit/tables.ts'

/** Name of a database table. */
export type TableName = keyof Tables

/**
 * Tables by owning module. Only the stores of the owner write them; other modules call the owner or subscribe to its
 * events.
 */
export const owned_tables: Readonly<Record<string, readonly TableName[]>> = {
  accounts: [
    'account',
    'account_balance',
    'account_note',
    'account_setting',
    'address',
    'address_book_entry',
  ],
  audit: ['audit_event', 'audit_seal'],
  billing: ['billing_transaction', 'credit_note', 'invoice', 'ledger_entry', 'payment_allocation'],
  'blocked-list': ['blocked_entry', 'blocked_hit'],
  cash: [
    'cash_entry',
    'cash_receipt',
    'cash_receipt_block',
    'cash_transaction',
    'cash_up',
    'remittance',
    'till',
  ],
  claims: ['claim', 'claim_event'],
  collections: ['collection_request', 'collection_request_event', 'recurring_collection'],
  counter: ['counter_action', 'counter_clerk'],
  db: ['installation', 'secret'],
  drivers: ['driver_action', 'push_key', 'push_subscription', 'push_told'],
  files: ['generated_file', 'stored_file'],
  help: ['help_article', 'help_vote', 'hidden_help_article'],
  http: ['idempotency_key'],
  hub: ['hub_scan', 'hub_scan_undo', 'interhub_transfer', 'interhub_transfer_parcel'],
  identity: [
    'api_key',
    'api_key_change',
    'app_user',
    'impersonation',
    'known_device',
    'live_ticket',
    'passkey',
    'passkey_challenge',
    'passkey_credential',
    'recovery_code',
    'registration',
    'role',
    'session',
    'sign_in_guard',
    'step_up',
    'third_party_identity',
    'user_secret',
    'user_setting',
  ],
  imports: ['bulk_job', 'bulk_row'],
  integrations: [
    'integration',
    'integration_health',
    'integration_request',
    'integration_rule',
    'integration_shipment',
    'integration_task',
    'integration_unmapped_code',
    'webhook_subscription',
  ],
  jobs: ['failed_job_decision', 'outbox', 'schedule_lease'],
  kit: ['counter', 'schema_migration', 'tenant_table_decision'],
  lockers: ['locker_event', 'locker_reservation'],
  maps: ['branch', 'draft_map', 'draft_zone', 'holiday', 'zone'],
  notifications: ['inbox_mark', 'inbox_message', 'message'],
  ops: ['backup_run', 'invariant_result', 'maintenance'],
  payments: ['counter_payment', 'imported_payment', 'payment', 'payment_notice', 'saved_card'],
  'pickup-points': ['pickup_door', 'pickup_point'],
  'platform-admin': ['provider', 'release_note'],
  rates: ['rate_book', 'rate_change', 'rate_revision'],
  reports: ['made_file', 'saved_report'],
  settings: ['provider_setting'],
  shipments: [
    'account_shipment_count',
    'parcel',
    'shipment',
    'shipment_charge',
    'shipment_file',
    'shipment_note',
    'shipment_rating',
    'shipment_search',
    'tracking_event',
    'tracking_sticker',
    'tracking_sticker_range',
  ],
  'short-urls': ['short_url'],
  tags: ['tag'],
}

/** Access to tables that another module owns. */
export interface ForeignUse {
  /** A module, or a file or folder such as `jobs/purge.ts` or `dev/demo`. */
  by: string
  tables: readonly TableName[]
  why: string
}

/** Modules that write tables of other modules, and the reason. Do not add to this list. */
export const foreign_writes: readonly ForeignUse[] = [
  {
    by: 'dev/bench',
    tables: ['address', 'parcel', 'shipment', 'shipment_charge', 'shipment_search', 'tracking_event'],
    why: 'Fills a company for measurements with hundreds of thousands of rows, one statement per table.',
  },
  {
    by: 'dev/demo',
    tables: ['app_user', 'role'],
    why: 'Dates users back and lets the demonstration sign in with a password alone.',
  },
  {
    by: 'db/embedded-maintenance.ts',
    tables: ['schedule_lease'],
    why: 'The nightly clean-up of the embedded database is claimed as a schedule is.',
  },
  {
    by: 'db/transaction.ts',
    tables: ['outbox'],
    why: 'Events are stored by the transaction that announces them.',
  },
  {
    by: 'main/first-start.ts',
    tables: ['installation'],
    why: 'Claims the first start, so that two processes make one company.',
  },
  {
    by: 'jobs/purge.ts',
    tables: [
      'idempotency_key',
      'inbox_message',
      'integration_request',
      'integration_task',
      'locker_event',
      'passkey_challenge',
      'payment_notice',
      'registration',
      'session',
      'short_url',
      'sign_in_guard',
    ],
    why: 'One rule of retention for all tables, in batches.',
  },
]

/** Modules that read tables of other modules in their own statements, and the reason. Do not add to this list. */
export const foreign_reads: readonly ForeignUse[] = [
  {
    by: 'rates',
    tables: ['branch', 'shipment'],
    why: 'The capacity of a service counts the collections that are booked at a branch; bookings there wait for each other.',
  },
  {
    by: 'accounts',
    tables: ['branch', 'rate_book', 'rate_revision'],
    why: 'Names beside ids; both modules stand higher.',
  },
  {
    by: 'accounts',
    tables: ['invoice', 'saved_card', 'shipment'],
    why: 'The computed status and the default card come with each account, in lists filtered by them.',
  },
  {
    by: 'db/embedded-maintenance.ts',
    tables: ['schedule_lease'],
    why: 'The nightly clean-up of the embedded database is claimed as a schedule is.',
  },
  {
    by: 'main/commands',
    tables: ['provider'],
    why: 'Lists the companies to check.',
  },
  {
    by: 'main/first-start.ts',
    tables: ['installation'],
    why: 'Claims the first start, so that two processes make one company.',
  },
  {
    by: 'ops/metrics.ts',
    tables: ['outbox'],
    why: 'Counts the jobs that wait, in all companies at once.',
  },
  {
    by: 'ops/alarms.ts',
    tables: ['integration_task', 'outbox', 'payment', 'provider'],
    why: 'Counts what waits too long, in all companies at once.',
  },
  {
    by: 'ops/backup',
    tables: ['audit_seal'],
    why: 'The newest seal goes into the manifest of a backup.',
  },
  {
    by: 'dev/bench',
    tables: ['address'],
    why: 'Books between the addresses it has made.',
  },
  {
    by: 'dev/demo',
    tables: ['app_user'],
    why: 'Picks who imports.',
  },
  {
    by: 'main/install.ts',
    tables: ['provider'],
    why: 'Asks whether there is a company before there is a context.',
  },
  {
    by: 'ops/invariants',
    tables: [
      'account',
      'account_balance',
      'audit_event',
      'billing_transaction',
      'cash_entry',
      'cash_receipt',
      'counter',
      'credit_note',
      'interhub_transfer',
      'interhub_transfer_parcel',
      'invoice',
      'ledger_entry',
      'outbox',
      'parcel',
      'payment',
      'payment_allocation',
      'remittance',
      'shipment',
      'tracking_event',
    ],
    why: 'Checks what must hold between the tables of all modules.',
  },
  {
    by: 'db/open-sealer.ts',
    tables: ['provider'],
    why: 'Asks whether there is a company before there is a context.',
  },
  {
    by: 'jobs/schedule.ts',
    tables: ['provider'],
    why: 'Lists the companies to run schedules for.',
  },
  {
    by: 'db/settings-cache.ts',
    tables: ['provider_setting'],
    why: 'Reads the settings of a company before its contexts exist.',
  },
  {
    by: 'ops/verify-audit.ts',
    tables: ['provider'],
    why: 'Lists the companies to verify.',
  },
  {
    by: 'audit',
    tables: ['provider'],
    why: 'Finds the companies whose entries no seal covers, in one statement.',
  },
  {
    by: 'billing',
    tables: ['account', 'account_balance', 'address', 'shipment', 'shipment_charge'],
    why: 'Documents and lists join the names of lower modules.',
  },
  {
    by: 'cash',
    tables: ['account', 'app_user', 'shipment'],
    why: 'Lists join the names of lower modules.',
  },
  {
    by: 'claims',
    tables: ['account', 'shipment', 'shipment_charge'],
    why: 'Lists join the names of lower modules.',
  },
  {
    by: 'collections',
    tables: ['account', 'address', 'shipment'],
    why: 'Lists join the names of lower modules.',
  },
  {
    by: 'drivers',
    tables: [
      'address',
      'app_user',
      'branch',
      'collection_request',
      'locker_reservation',
      'parcel',
      'pickup_point',
      'session',
      'shipment',
      'zone',
    ],
    why: 'Trip sheets, drivers and their browsers in one statement each.',
  },
  {
    by: 'files',
    tables: ['provider'],
    why: 'Removes generated files of every company.',
  },
  {
    by: 'hub',
    tables: ['account', 'address', 'parcel', 'shipment', 'shipment_note', 'tracking_event'],
    why: 'Everything around a scan in one statement.',
  },
  {
    by: 'identity',
    tables: ['account', 'branch', 'provider'],
    why: 'Who is calling, with account and branch, in one statement.',
  },
  {
    by: 'integrations',
    tables: ['account', 'shipment'],
    why: 'Facts for messages in one statement.',
  },
  {
    by: 'lockers',
    tables: ['pickup_door', 'pickup_point'],
    why: 'The doors of the places of many parcels in one statement.',
  },
  {
    by: 'notifications',
    tables: [
      'account',
      'address',
      'app_user',
      'branch',
      'parcel',
      'shipment',
      'shipment_note',
      'tracking_event',
    ],
    why: 'Facts for a message in one statement.',
  },
  {
    by: 'payments',
    tables: ['account', 'account_balance', 'address', 'billing_transaction', 'invoice', 'shipment'],
    why: 'Lists and receipts join lower modules.',
  },
  {
    by: 'pickup-points',
    tables: ['address'],
    why: 'A point is an address with more.',
  },
  {
    by: 'platform-admin',
    tables: ['account', 'app_user', 'message', 'provider_setting', 'session', 'shipment', 'stored_file'],
    why: 'What each company has and uses, in one statement over all companies.',
  },
  {
    by: 'reports',
    tables: [
      'account',
      'address',
      'app_user',
      'audit_event',
      'billing_transaction',
      'branch',
      'collection_request',
      'credit_note',
      'hub_scan',
      'hub_scan_undo',
      'interhub_transfer',
      'interhub_transfer_parcel',
      'invoice',
      'parcel',
      'payment',
      'pickup_point',
      'role',
      'session',
      'shipment',
      'shipment_charge',
      'shipment_rating',
      'tracking_event',
    ],
    why: 'Reports read everything and write nothing.',
  },
  {
    by: 'search',
    tables: ['account', 'credit_note', 'invoice'],
    why: 'Search reads everything and writes nothing.',
  },
  {
    by: 'shipments',
    tables: ['account', 'address'],
    why: 'Lists join the names of lower modules.',
  },
  {
    by: 'shipments',
    tables: ['collection_request'],
    why: 'How much a driver has to do on a day is stops of both kinds, in one statement.',
  },
  {
    by: 'short-urls',
    tables: ['provider'],
    why: 'Finds the company of a link before anything else is known.',
  },
  {
    by: 'tracking',
    tables: ['address', 'branch', 'parcel', 'shipment'],
    why: 'What a receiver sees, in one statement.',
  },
]
