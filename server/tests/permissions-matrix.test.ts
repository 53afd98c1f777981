import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { grantedBy, permission_catalogue } from '@waybill/domain/identity/users-and-roles/permissions'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../src/main/install.ts'
import { routes } from '../src/main/routes.ts'
import {
  address,
  booking,
  filledPath,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../dev/test-kit/provider.ts'
import { givenFiles } from '../dev/test-kit/shipment-files.ts'
import { insertRole } from '../src/identity/index.ts'

/**
 * Tests every route with every starter role and with objects of every scope (docs/domain/reliability.md#isolation).
 * The expected results come from the permission catalogue.
 */

/** Owners of the tested objects, as seen from account A of the company, which belongs to the Cape Town branch. */
const scopes = ['own', 'same account', 'other account and branch', 'other company'] as const
type Scope = (typeof scopes)[number]

/**
 * The objects of one scope. The shipment of `own` is created by the account itself, that of `same account` by staff
 * for it.
 */
interface Things {
  account: number
  account_code: string
  user: number
  username: string
  shipment: number
  reference: string
  parcel: number
  note: number
  file: number
  file_name: string
  entry: number
  account_note: number
  key: number
}

/** How a request of a route refers to an object, and which text in the response shows that object. */
interface Naming {
  input: (it: Things) => Record<string, unknown>
  /** For reads: the text that the response contains exactly when the object is visible. */
  shows?: (it: Things) => string
  kind: 'shipment' | 'account' | 'user'
  /**
   * Roles to which a rule beyond the permission applies; only data leaks are checked in their responses, not the
   * status.
   */
  strict_for?: readonly number[]
}

const customers: readonly number[] = [
  role_ids.account_owner,
  role_ids.account_user,
  role_ids.account_user_no_billing,
]
const by_id = (it: Things) => ({ id: it.shipment })
const shipment_write = (more: object = {}): Naming => ({
  kind: 'shipment',
  input: (it) => ({ id: it.shipment, shipment_id: it.shipment, ...more }),
})
const shipment_read = (shows: (it: Things) => string, input: Naming['input'] = by_id): Naming => ({
  kind: 'shipment',
  input,
  shows,
})
const of_shipment = (it: Things) => ({ shipment_id: it.shipment })
const of_account = (it: Things) => ({ account_id: it.account })
const user_write = (more: object = {}): Naming => ({
  kind: 'user',
  input: (it) => ({ id: it.user, ...more }),
})

/**
 * Routes that refer to no particular object: the response is the same for every permitted caller, or concerns only
 * the caller.
 */
const objectless: readonly string[] = [
  'GET /api-docs',
  'GET /openapi.json',
  'GET /api/v1/lockers-data',
  'POST /api/v1/locker-rates-new',
  'POST /api/v1/shipments',
  'GET /accounts/choices',
  'GET /branches',
  'GET /branches/areas',
  'GET /drivers',
  'GET /drivers/positions',
  'GET /general-data',
  'GET /help-centre/article',
  'GET /help-centre/articles',
  'GET /help-centre/articles/managed',
  'GET /inbox',
  'GET /inbox/message',
  'GET /inbox/unread',
  'POST /notification/bulk/sms',
  'GET /ops-dashboard',
  'GET /ops-dashboard/pending',
  // A depot board belongs to a branch; its own test checks who may read it and release its routes.
  'GET /ops-dashboard/depot',
  'GET /ops-dashboard/depot/parcels',
  'POST /trip-sheet/release',
  // Areas belong to a branch too.
  'GET /geofence/zones/drivers',
  'PUT /geofence/zones/drivers',
  'POST /hub/floor-counts',
  'GET /hub/floor-counts',
  'POST /hub/floor-counts/scans',
  'POST /hub/floor-counts/close',
  'GET /hub/floor-counts/differences',
  'GET /reports',
  'GET /reports/run',
  'GET /reports/download',
  'POST /reports',
  'PATCH /reports',
  'DELETE /reports',
  'GET /shipments/download',
  'GET /billing/invoices/download',
  'GET /billing/transactions/download',
  'GET /pickup-points',
  // Points belong to the whole company; only staff reach those below.
  'GET /pickup-points/managed',
  'POST /pickup-points',
  'POST /pickup-points/import',
  'POST /pickup-points/sync',
  'PATCH /pickup-points',
  'DELETE /pickup-points',
  'GET /pickup-points/clerks',
  'POST /pickup-points/clerks',
  'GET /pickup-points/handovers',
  'POST /pickup-points/handovers',
  'GET /places',
  'GET /places/details',
  'GET /providers',
  'GET /providers/terms',
  'GET /providers/settings',
  'GET /notification/infobip/reply-address',
  'GET /drivers/calls/problem',
  'GET /rates/holidays',
  'GET /rates/service-areas',
  'GET /rates/service-levels',
  'GET /release-notes',
  'GET /roles',
  'GET /s3-url/upload',
  'GET /time',
  'GET /trip-sheet',
  'GET /trip-sheet/board',
  // Their own tests check branches; only the office writes to drivers and looks after exceptions.
  'GET /trip-sheet/plan/changes',
  'GET /trip-sheet/messages',
  'POST /trip-sheet/messages',
  'GET /ops-dashboard/pending/owners',
  // A door or a parcel is named by what its receiver or sender knows; only staff and their lockers may ask.
  'POST /pickup-points/drop-off',
  'POST /pickup-points/open-door',
  'GET /hub/expected',
  'GET /users/roles',
  'GET /users/challenge',
  'GET /users/names',
  'GET /users/sessions',
  'GET /users/step-up',
  'GET /users/passkeys',
  'DELETE /help-centre/articles',
  'DELETE /users/sessions',
  'DELETE /roles',
  'DELETE /branches',
  'PATCH /branches',
  'PATCH /help-centre/articles',
  'PATCH /inbox',
  'PATCH /roles',
  'POST /accounts',
  'POST /branches',
  'GET /shipments/drivers',
  // Only the office looks up callers; its own test checks customers and branch limits.
  'GET /ui/callers',
  // Only the office reads the check of evidence; its own test checks drivers and branch limits.
  'GET /drivers/actions',
  'GET /drivers/push',
  'POST /drivers/push',
  'DELETE /drivers/push',
  'POST /drivers/actions',
  // A call of a driver: its own tests check that it is about the stops of that driver.
  'POST /drivers/calls',
  'POST /drivers/positions',
  'POST /hub/scans/undo',
  'POST /geocode',
  'POST /help-centre/article/vote',
  'POST /help-centre/articles',
  'POST /help-centre/questions',
  'POST /login',
  'POST /login/third-party',
  'POST /logout',
  'POST /providers/settings',
  'POST /rates',
  'POST /rates/holidays',
  'POST /rates/opt-in',
  'POST /rates/pickup-points',
  'POST /release-notes',
  'POST /roles',
  'POST /shipments',
  'POST /ui/crash-reports',
  'POST /users',
  'POST /users/2fa/disable',
  'POST /users/2fa/recovery-codes',
  'POST /users/2fa/setup',
  'POST /users/step-up',
  'POST /users/step-up/passkey',
  'POST /users/passkeys',
  'POST /users/passkeys/options',
  'PATCH /users/passkeys',
  'DELETE /users/passkeys',
  'POST /login/passkey',
  'POST /users/import',
  'POST /users/register',
  'POST /users/register/resend',
  'POST /users/register/password',
  'POST /users/reset-password',
  'POST /users/settings',
  'POST /users/update-password',
  // Signed URLs and public tracking are open to anyone who has them; their own tests check what they return.
  'GET /files',
  'PUT /files',
  'GET /track',
  'GET /reschedule',
  'POST /reschedule',
  'GET /rate',
  'POST /rate',
  'GET /widget',
  'GET /track/widget',
  'GET /widget/preview',
  'POST /live/ticket',
  // Texts of the product, the same for every account.
  'GET /shipments/statuses',
  'GET /tracking/shipments',
  // Documents exist only after an invoice run; the tests of billing and branch limits check who may read them.
  'GET /billing/ageing',
  'GET /billing/invoices',
  'GET /billing/invoices/items',
  'GET /billing/credit-notes',
  'GET /billing/credit-notes/items',
  'POST /billing/invoices/run',
  'GET /billing/month-end',
  'GET /billing/month-end/accounts',
  'GET /billing/month-end/charges',
  'POST /billing/month-end',
  'GET /billing/promises',
  'POST /billing/promises',
  'DELETE /billing/promises',
  'POST /billing/documents/send',
  'GET /billing/documents/deliveries',
  'GET /billing/preferences',
  'POST /billing/preferences',
  'GET /billing/allocations',
  'POST /billing/allocations/import',
  'GET /billing/allocations/current',
  'DELETE /billing/allocations',
  'POST /billing/invoices/write-off',
  'POST /billing/allocations/refund',
  'GET /billing/invoices/creditable',
  'POST /billing/credit-notes',
  // Only staff approve and check; the tests of controls check who may.
  'GET /billing/approvals',
  'POST /billing/approvals',
  'DELETE /billing/approvals',
  'GET /billing/checks',
  'POST /billing/checks',
  // Only staff list what all customers owe; the test of debtors checks branch limits.
  'GET /billing/debtors',
  'GET /s3-url/download',
  // Files are confirmed by the caller who requested their URL; the file tests check this.
  'POST /s3-url/confirm',
  // Logos and short URLs are public.
  'GET /assets',
  'GET /s',
  // Companies of the installation: for the platform role only; checked by their own tests.
  'GET /platform/providers',
  'GET /platform/providers/use',
  'POST /platform/providers',
  'PATCH /platform/providers',
  'GET /platform/infobip',
  'POST /platform/infobip',
  // Payments: anyone with a shipment's payment reference may pay for it; the payment tests check what is visible.
  'GET /payments/payment-methods/public',
  'GET /payments/ways',
  'GET /payments/status',
  'POST /billing/payfast/signature',
  'POST /billing/bobpay/url',
  'POST /billing/stitch/url',
  'POST /billing/payfast/notify',
  'POST /billing/bobpay/notify',
  'POST /billing/stitch/notify',
  'GET /billing/payments',
  'GET /billing/cash',
  'GET /billing/cash/cash-ups',
  'GET /billing/cash/drawer',
  'GET /billing/cash/payables',
  'GET /billing/cash/receipts',
  'GET /billing/cash/remittances',
  'GET /billing/cash/remittances/statement',
  'GET /billing/cash/tills',
  'GET /billing/cash/tills/payouts',
  'GET /billing/cash/tills/report',
  'GET /billing/cash/tills/report/print',
  'GET /billing/counter-payments/receipt',
  'POST /billing/cash/cash-ups',
  'POST /billing/cash/cash-ups/decide',
  'POST /billing/cash/deposits',
  'POST /billing/cash/floats',
  'POST /billing/cash/receipt-blocks',
  'POST /billing/cash/receipts/void',
  'POST /billing/cash/tills',
  'POST /billing/cash/tills/payouts',
  'POST /billing/payments/apply',
  'GET /billing/cards',
  'PATCH /billing/cards',
  'DELETE /billing/cards',
  'POST /billing/payments/close',
  'POST /billing/payments/refund',
  'POST /billing/payments/refund/settle',
  'GET /billing/auto-top-up',
  'POST /billing/auto-top-up',
  'DELETE /billing/auto-top-up',
  'GET /billing/settlements',
  'POST /billing/settlements',
  'POST /payments/test-credentials',
  'POST /trip-sheet/routing-test',
  // External services of the company and webhooks of accounts; their own tests check what is visible.
  'GET /webhook-subscriptions',
  'POST /webhook-subscriptions',
  'PATCH /webhook-subscriptions',
  'DELETE /webhook-subscriptions',
  'POST /webhook-subscriptions/rotate-secret',
  'POST /webhook-subscriptions/test',
  'GET /webhook-subscriptions/deliveries',
  'POST /webhook-subscriptions/deliveries/retry',
  'GET /integrations',
  'POST /integrations',
  'PATCH /integrations',
  'DELETE /integrations',
  'GET /integrations/rules',
  'POST /integrations/rules',
  'PATCH /integrations/rules',
  'DELETE /integrations/rules',
  'GET /integrations/requests',
  'POST /integrations/requests',
  'POST /shipments/outsource',
  'POST /integrations/inbound/:token',
  'POST /pickup-points/events/:network',
  'POST /notification/infobip/reports/:token',
  'POST /notification/infobip/replies/:token',
  'POST /tracking/unsubscribe/:token',
  // Quotes and bank statements: their own tests check who may read and post.
  'GET /shipment-quotes',
  'POST /shipment-quotes',
  'GET /shipment-quotes/detail',
  'GET /billing/accounting-export',
  'POST /billing/accounting-export',
  'GET /billing/accounting-export/documents',
  'GET /billing/accounting-export/file',
  'POST /billing/accounting-export/send',
  'GET /billing/accounting-chart',
  'POST /billing/accounting-chart',
  'GET /billing/accounting-connections',
  'POST /billing/accounting-connections',
  'DELETE /billing/accounting-connections',
  'GET /billing/vat-return',
  'GET /billing/vat-return/rows',
  'GET /billing/import/payments',
  'POST /billing/import/payments',
  'POST /billing/import/payments/match',
  'POST /billing/import/payments/ignore',
  'POST /billing/import/payments/reopen',
  // Collection requests: their own tests check who may read and change them.
  'GET /collection-requests',
  'GET /collection-requests/detail',
  'GET /collection-requests/day',
  'POST /collection-requests',
  'PATCH /collection-requests',
  'DELETE /collection-requests',
  'POST /collection-requests/status',
  'POST /collection-requests/assign',
  'GET /collection-requests/recurring',
  'POST /collection-requests/recurring',
  'PATCH /collection-requests/recurring',
  'DELETE /collection-requests/recurring',
  // Costs and pay: only staff of the office reach them, and drivers their own; their own tests check it.
  'GET /costs/shipment',
  'GET /costs/partner-bills',
  'GET /costs/partner-bills/lines',
  'POST /costs/partner-bills',
  'PATCH /costs/partner-bills',
  'GET /pay-plans',
  'POST /pay-plans',
  'PATCH /pay-plans',
  'GET /pay-statements',
  'GET /pay-statements/lines',
  'POST /pay-statements',
  'PATCH /pay-statements',
  'POST /pay-statements/approve',
  'POST /pay-statements/pay',
  'GET /pay-statements/document',
  'GET /drivers/earnings',
  'GET /drivers/earnings/lines',
  'GET /drivers/earnings/document',
  // Claims: their own tests check who may read, lodge and decide them.
  'GET /claims',
  'GET /claims/detail',
  'GET /claims/of-shipment',
  'POST /claims',
  'PATCH /claims',
  'POST /claims/move',
  'POST /claims/messages',
  // What receivers say about failed attempts: its own test checks who may read and decide it.
  'GET /shipments/attempt-disputes',
  'POST /shipments/attempt-disputes/decide',
  // Weight discrepancies: their own tests check who may read, dispute and decide them.
  'GET /shipments/discrepancies',
  'GET /shipments/discrepancies/detail',
  'POST /shipments/discrepancies/dispute',
  'POST /shipments/discrepancies/preview',
  'POST /shipments/discrepancies/decide',
  // Manifests, damages and unidentified parcels belong to the company; their own tests check which branch may read and
  // change them.
  'GET /hub/damages',
  'POST /hub/damages',
  'POST /hub/damages/resolve',
  'GET /hub/unidentified-parcels',
  'GET /hub/unidentified-parcels/owners',
  'POST /hub/unidentified-parcels',
  'POST /hub/unidentified-parcels/match',
  'POST /hub/unidentified-parcels/undo-match',
  'POST /hub/unidentified-parcels/dispose',
  'GET /interhub-transfers',
  'GET /interhub-transfers/detail',
  'POST /interhub-transfers',
  'PATCH /interhub-transfers',
  'DELETE /interhub-transfers',
  'GET /interhub-transfers/parcels',
  'POST /interhub-transfers/parcels',
  'DELETE /interhub-transfers/parcels',
  'POST /interhub-transfers/parcels/condition',
  'POST /interhub-transfers/close',
  'POST /interhub-transfers/depart',
  'POST /interhub-transfers/reopen',
  'POST /interhub-transfers/receive',
  'GET /interhub-transfers/download',
  // The map and its tags belong to the company; their own tests check who may read and change which kind.
  'GET /geofence/zones',
  'POST /geofence/zones',
  'PATCH /geofence/zones',
  'DELETE /geofence/zones',
  'GET /geofence/zones/tags',
  'POST /geofence/zones/tags',
  'PATCH /geofence/zones/tags',
  'DELETE /geofence/zones/tags',
  'POST /geofence/zones/publish',
  'GET /geofence/drafts',
  'POST /geofence/drafts',
  'PATCH /geofence/drafts',
  'DELETE /geofence/drafts',
  'DELETE /geofence/drafts/changes',
  'GET /geofence/drafts/preview',
  'POST /geofence/import',
  'GET /geofence/export',
  'GET /geofence/suburbs',
  'POST /geofence/test-point',
  // Tools of the company: their own tests check who may use them.
  'GET /blocked-list',
  'POST /blocked-list',
  'DELETE /blocked-list',
  'GET /jobs/failed',
  'POST /jobs/failed',
  'DELETE /jobs/failed',
  'POST /barcodes',
  'POST /accounts/address-books/copy',
  // Bulk jobs belong to the user who started them or to their account, stickers to the company; checked by their own
  // tests.
  'GET /shipments/bulk-import',
  'GET /shipments/bulk-import/detail',
  'GET /shipments/bulk-import/file',
  'GET /shipments/bulk-import/rows',
  'POST /shipments/bulk-import',
  'POST /shipments/bulk-import/run',
  'POST /shipments/bulk-import/cancel',
  'POST /shipments/bulk-import/undo',
  'PATCH /shipments/bulk-import/rows',
  'GET /shipments/bulk-update',
  'GET /shipments/bulk-update/detail',
  'GET /shipments/bulk-update/rows',
  'POST /shipments/bulk-update',
  'POST /shipments/bulk-update/run',
  'POST /shipments/bulk-update/cancel',
  'POST /shipments/bulk-update/undo',
  // The move-in belongs to the company; its own tests check who may use it.
  'GET /move-in',
  'GET /move-in/batches',
  'GET /move-in/openings',
  'GET /move-in/shadow-months',
  'GET /move-in/shadow-months/sums',
  'GET /move-in/shadow-months/waybills',
  'POST /move-in/accounts',
  'POST /move-in/address-books',
  'POST /move-in/areas',
  'POST /move-in/batches/undo',
  'POST /move-in/contacts',
  'POST /move-in/drivers',
  'POST /move-in/history',
  'POST /move-in/invoice-numbers',
  'POST /move-in/old-balances',
  'POST /move-in/open-items',
  'POST /move-in/rates',
  'POST /move-in/shadow-months',
  'POST /move-in/shadow-months/remove',
  'POST /move-in/start',
  'GET /tracking-stickers',
  'GET /tracking-stickers/numbers',
  'GET /tracking-stickers/holder',
  'POST /track',
  'POST /tracking-stickers',
  'POST /tracking-stickers/hand-back',
  'GET /tags',
  'POST /tags',
  'PATCH /tags',
  'DELETE /tags',
  // The price book belongs to the company; its own tests check who may read and change it.
  'GET /rates/revisions',
  'GET /rates/revisions/detail',
  'GET /rates/revisions/impact',
  'POST /rates/revisions',
  'POST /rates/revisions/estimate',
  'POST /rates/revisions/publish',
  'PATCH /rates/revisions',
  'DELETE /rates/revisions',
  'GET /short-urls',
  'POST /short-urls',
  'DELETE /short-urls',
]

const named: Readonly<Record<string, Naming>> = {
  'GET /shipments': shipment_read((it) => it.reference),
  'GET /shipments/:id': shipment_read((it) => it.reference),
  'GET /shipments/rows': shipment_read(
    (it) => it.reference,
    () => ({ limit: 100 }),
  ),
  'GET /shipments/detail': shipment_read((it) => it.reference),
  'GET /shipments/parcels': shipment_read((it) => it.reference, of_shipment),
  'GET /shipments/label': shipment_read(() => 'url', by_id),
  'GET /shipments/label/slip': shipment_read(() => 'url', by_id),
  'GET /shipments/label/stickers': shipment_read(() => 'url', by_id),
  'GET /shipments/batch-label': shipment_read(
    () => 'url',
    (it) => ({ ids: [it.shipment], format: 'pdf', kind: 'sticker' }),
  ),
  'GET /generate/waybill/:id': shipment_read(() => '%PDF', by_id),
  'GET /generate/sticker/:id': shipment_read(() => '%PDF', by_id),
  'GET /shipments/places': shipment_read(() => '"places"', of_shipment),
  'GET /shipments/arrival': shipment_read(() => '"arrival"', of_shipment),
  'POST /shipments/places/extend': shipment_write({ deadline: '2026-03-12T08:00:00Z' }),
  'GET /shipments/notes': shipment_read((it) => `note of ${it.reference}`, of_shipment),
  'GET /shipments/files': shipment_read((it) => `"file_name":"${it.file_name}"`, of_shipment),
  'GET /shipments/pod': shipment_read((it) => it.reference, of_shipment),
  'GET /shipments/pod/images': shipment_read((it) => it.reference, of_shipment),
  'GET /shipments/pod/targets': shipment_read(
    (it) => it.reference,
    (it) => ({ references: [it.reference] }),
  ),
  'GET /shipments/digital-pod': shipment_read((it) => it.reference, of_shipment),
  'GET /shipments/communication-log': shipment_read((it) => it.reference, of_shipment),
  'GET /tracking/shipment-events': shipment_read(() => '"status":"submitted"', of_shipment),
  'GET /ui/nav-search': shipment_read(
    (it) => `${it.shipment}`,
    (it) => ({ search_query: it.reference }),
  ),
  'PATCH /shipments': shipment_write({ special_instructions_delivery: 'Gate 4' }),
  'POST /shipments/change-preview': shipment_write({ special_instructions_delivery: 'Gate 4' }),
  'PATCH /shipments/parcels': {
    kind: 'shipment',
    input: (it) => ({ id: it.shipment, parcels: [{ id: it.parcel, parcel_description: 'changed' }] }),
  },
  'POST /shipments/cancel': shipment_write({ message: 'no' }),
  'POST /shipments/pay': shipment_write({ rate: 1 }),
  'POST /billing/cash/remittances': {
    kind: 'account',
    input: (it) => ({ account_id: it.account, collected: 1, bank_reference: 'EFT' }),
  },
  'POST /billing/counter-payments': shipment_write({ rate: 1, method: 'cash', amount: 1 }),
  'POST /shipments/tags': shipment_write({ tags: ['Fragile'] }),
  'DELETE /shipments/tags': shipment_write({ tags: ['Fragile'] }),
  'POST /shipments/charges': shipment_write({ name: 'Waiting time', unit_price: 50 }),
  'DELETE /shipments/charges': shipment_write(),
  'POST /shipments/hold': shipment_write({ reason: 'Customer asked' }),
  'POST /shipments/release': shipment_write(),
  'POST /shipments/notes': shipment_write({ message: 'hello', type: 'external' }),
  'DELETE /shipments/notes': { kind: 'shipment', input: (it) => ({ id: it.note }) },
  'POST /shipments/notes/done': { kind: 'shipment', input: (it) => ({ id: it.note }) },
  'POST /shipments/files': shipment_write({ uploads: [{ file_name: 'unknown.jpg' }], kind: 'photo' }),
  'PATCH /shipments/files': { kind: 'shipment', input: (it) => ({ id: it.file, kind: 'damage' }) },
  'DELETE /shipments/files': { kind: 'shipment', input: (it) => ({ id: it.file }) },
  'POST /shipments/files/restore': { kind: 'shipment', input: (it) => ({ id: it.file }) },
  'POST /shipments/pod': shipment_write({ event: 'delivered', images: [], name: 'x' }),
  'POST /shipments/resend-pod-pin': shipment_write(),
  'POST /shipments/resend-link': shipment_write({ link: 'track' }),
  'POST /shipments/message-receiver': shipment_write({ channel: 'sms', message: 'x' }),
  'POST /shipments/resend-pickup-pin': shipment_write(),
  'POST /shipments/resend-dropoff-pin': shipment_write(),
  'POST /tracking/shipment-events': {
    kind: 'shipment',
    input: (it) => ({ shipment_id: it.shipment, tracking_reference: it.reference, status: 'at-hub' }),
  },
  'POST /trip-sheet/assign': {
    kind: 'shipment',
    input: (it) => ({ shipment_ids: [it.shipment], ids: [it.shipment], leg: 'delivery', driver: 'nobody' }),
  },
  'PUT /ops-dashboard/pending/care': {
    kind: 'shipment',
    input: (it) => ({ shipment_id: it.shipment, change: { kind: 'take' } }),
  },
  'PUT /trip-sheet/plan': {
    kind: 'shipment',
    input: (it) => ({
      changes: [{ kind: 'move', visits: [{ leg: 'delivery', shipment_id: it.shipment }], to: 'nobody' }],
    }),
  },
  'POST /trip-sheet/sequence': {
    kind: 'shipment',
    input: (it) => ({ visits: [{ leg: 'delivery', shipment_id: it.shipment }] }),
  },
  'GET /accounts': { kind: 'account', input: (it) => ({ id: [it.account] }), shows: (it) => it.account_code },
  'PATCH /accounts': { kind: 'account', input: (it) => ({ id: it.account, vat_number: '4123456789' }) },
  'POST /accounts/close': { kind: 'account', input: (it) => ({ id: it.account, reason: 'Moved away' }) },
  'POST /accounts/reopen': { kind: 'account', input: (it) => ({ id: it.account }) },
  'GET /accounts/notes': { kind: 'account', input: of_account, shows: (it) => `talk of ${it.account_code}` },
  'POST /accounts/notes': { kind: 'account', input: (it) => ({ ...of_account(it), message: 'hello' }) },
  'DELETE /accounts/notes': { kind: 'account', input: (it) => ({ id: it.account_note }) },
  'GET /accounts/settings': { kind: 'account', input: of_account, shows: (it) => `mark ${it.account_code}` },
  'POST /accounts/settings': {
    kind: 'account',
    input: (it) => ({ ...of_account(it), settings: [{ key: 'default_label_format', value: 'pdf' }] }),
    strict_for: customers,
  },
  'GET /accounts/address-books': {
    kind: 'account',
    input: () => ({ limit: 100 }),
    shows: (it) => `shelf of ${it.account_code}`,
  },
  'POST /accounts/address-books': {
    kind: 'account',
    input: (it) => ({
      id: it.entry,
      account_id: it.account,
      name: `shelf of ${it.account_code}`,
      address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
    }),
  },
  'PATCH /accounts/address-books': {
    kind: 'account',
    input: (it) => ({ id: it.entry, name: `shelf of ${it.account_code}` }),
  },
  'DELETE /accounts/address-books': { kind: 'account', input: (it) => ({ id: it.entry }) },
  'GET /billing/transactions': {
    kind: 'account',
    input: of_account,
    shows: (it) => `"account_id":${it.account},`,
  },
  'POST /billing/transactions': {
    kind: 'account',
    input: (it) => ({ ...of_account(it), type: 'payment', amount: 1, description: 'x' }),
  },
  'GET /billing/allocations/open': { kind: 'account', input: of_account },
  'POST /billing/allocations': {
    kind: 'account',
    input: (it) => ({
      ...of_account(it),
      allocations: [{ transaction_id: 1, invoice_id: 1, amount: 1, rest: 1, open: 1 }],
    }),
  },
  'GET /billing/balance': { kind: 'account', input: of_account, shows: (it) => it.account_code },
  'GET /billing/statements': { kind: 'account', input: of_account, shows: (it) => it.account_code },
  'GET /users': { kind: 'user', input: () => ({ limit: 100 }), shows: (it) => it.username },
  'PATCH /users': user_write({ name: 'Changed' }),
  'DELETE /users': user_write(),
  'POST /users/invite': user_write(),
  'POST /users/2fa/reset': user_write(),
  'POST /users/impersonate': { kind: 'user', input: (it) => ({ username: it.username }) },
  'GET /users/api-keys': { kind: 'account', input: () => ({}), shows: (it) => `key of ${it.account_code}` },
  'POST /users/api-keys': {
    kind: 'account',
    input: (it) => ({ ...of_account(it), name: 'new' }),
    strict_for: customers,
  },
  'PATCH /users/api-keys': { kind: 'account', input: (it) => ({ id: it.key, name: 'Changed' }) },
  'POST /users/api-keys/rotate': { kind: 'account', input: (it) => ({ id: it.key }) },
  'DELETE /users/api-keys': { kind: 'account', input: (it) => ({ id: it.key }) },
  'GET /audit/events': {
    kind: 'shipment',
    input: (it) => ({ type: 'shipment', object_id: it.shipment }),
    shows: (it) => it.reference,
  },
  'GET /audit/archived-events': {
    kind: 'shipment',
    input: (it) => ({ type: 'shipment', object_id: it.shipment }),
  },
}

let ours: TestProvider
let things: Record<Scope, Things>
interface Person {
  caller: Caller
  role_id: number
  /** Account A for customer roles, `null` for all others. */
  account_id: number | null
  is_limited: boolean
}
let people: Map<string, Person>

/**
 * The people who make every request: all of them, or only three where the full set already runs on PostgreSQL and
 * this run only covers the embedded database.
 */
const callers = () =>
  [...people].filter(
    ([who]) =>
      !process.env.ALSO_ON_POSTGRES ||
      ['Administrator', 'Account Owner', 'Administrator of one branch'].includes(who),
  )

async function thingsOf(
  p: TestProvider,
  by: Caller | null,
  accountId: number,
  far: boolean,
): Promise<Things> {
  const staff = await p.staff()
  const { accounts } = await staff.send(accountsApi.list, { id: [accountId] })
  const accountCode = accounts[0]?.account_code ?? ''
  const farAway = { collection_address: address('32 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP') }
  const shipment = await (by ?? staff).send(
    shipmentsApi.create,
    booking({ ...(by ? {} : { account_id: accountId }), ...(far ? farAway : {}) }),
  )
  const reference = shipment.short_tracking_reference
  const note = await staff.send(shipmentsApi.addNote, {
    shipment_id: shipment.id,
    message: `note of ${reference}`,
    type: 'external',
  })
  const [file] = await givenFiles(p, staff, shipment.id, { visibility: 'account' })
  const entry = await staff.send(accountsApi.saveAddress, {
    name: `shelf of ${accountCode}`,
    account_id: accountId,
    address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
  })
  const accountNote = await staff.send(accountsApi.addNote, {
    account_id: accountId,
    message: `talk of ${accountCode}`,
  })
  await staff.send(accountsApi.saveSettings, {
    account_id: accountId,
    settings: [{ key: 'shipments_filters', value: `mark ${accountCode}` }],
  })
  const key = await staff.send(identityApi.createApiKey, {
    name: `key of ${accountCode}`,
    account_id: accountId,
  })
  const { user_id, username } = await p.user(role_ids.account_user, { account_id: accountId })
  return {
    account: accountId,
    account_code: accountCode,
    user: user_id,
    username,
    shipment: shipment.id,
    reference,
    parcel: shipment.parcels[0]?.id ?? 0,
    note: note.id,
    file: file?.id ?? 0,
    file_name: file?.file_name ?? '',
    entry: entry.id,
    account_note: accountNote.id,
    key: key.id,
  }
}

beforeAll(async () => {
  ours = await newProvider()
  const theirs = await newProvider()
  const { CPT, DBN } = ours.map.branches
  const a = (await ours.given.account({ branch_id: CPT, balance: 100_000 })).id
  const b = (await ours.given.account({ branch_id: DBN, balance: 100_000 })).id
  const c = (await theirs.given.account({ balance: 100_000 })).id
  things = {
    own: await thingsOf(ours, await ours.owner(a), a, false),
    'same account': await thingsOf(ours, null, a, false),
    'other account and branch': await thingsOf(ours, null, b, true),
    'other company': await thingsOf(theirs, null, c, true),
  }
  people = new Map()
  for (const role of starter_roles) {
    const isCustomer = customers.includes(role.id)
    const caller =
      role.id === role_ids.guest
        ? ours.guest()
        : role.id === role_ids.driver
          ? await ours.driver()
          : role.id === role_ids.provider_api_user
            ? await ours.apiKey()
            : await ours.user(role.id, isCustomer ? { account_id: a } : {})
    const accountId = isCustomer ? a : null
    people.set(role.name, { caller, role_id: role.id, account_id: accountId, is_limited: false })
  }
  // An administrator with all permissions, limited to Cape Town.
  const limited = await ours.user(role_ids.administrator, { branch_id: CPT, limit_user_to_branch: true })
  people.set('Administrator of one branch', {
    caller: limited,
    role_id: role_ids.administrator,
    account_id: null,
    is_limited: true,
  })
})

function request(
  caller: Caller,
  method: string,
  path: string,
  body: Record<string, unknown>,
): Promise<Reply> {
  if (method !== 'GET') return caller.http(method, path, body)
  const { path: filled, rest } = filledPath(path, body)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return caller.http('GET', `${filled}?${query.toString()}`)
}

const textOf = ({ body }: Reply) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body))

/** Whether the catalogue allows a role to call an endpoint, by its permission or by the alternative `or_right`. */
function isGranted(
  roleId: number,
  { permission, or_right }: Pick<Endpoint, 'permission' | 'or_right'>,
): boolean {
  const role = starter_roles.find(({ id }) => id === roleId)
  return (
    permission === null ||
    grantedBy(role?.permissions ?? []).some(({ name }) => name === permission || name === or_right)
  )
}

/** Whether a person can access the objects of a scope, according to role, account and branch limit. */
function isReached({ role_id, account_id, is_limited }: Person, scope: Scope): boolean {
  if (scope === 'other company') return false
  if (role_id === role_ids.guest || role_id === role_ids.driver) return false
  if (account_id !== null || is_limited) return scope !== 'other account and branch'
  return true
}

const endpoints: readonly Endpoint[] = routes.map(({ endpoint }) => endpoint)

/** The endpoints that refer to an object. Reads come first, because later requests change the objects. */
const calls = endpoints
  .map((endpoint) => ({ key: `${endpoint.method} ${endpoint.path}`, endpoint }))
  .flatMap(({ key, endpoint }) => {
    const naming = named[key]
    return naming ? [{ key, endpoint, naming }] : []
  })
  .toSorted((one, other) => Number(other.endpoint.method === 'GET') - Number(one.endpoint.method === 'GET'))

describe('permissions of every route for every role', () => {
  it('covers every route, and every permission is in the catalogue', () => {
    const keys = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(keys.toSorted()).toEqual([...objectless, ...Object.keys(named)].toSorted())
    const names = new Set(permission_catalogue.map(({ name }) => name))
    expect(
      endpoints.flatMap(({ permission }) => (permission && !names.has(permission) ? [permission] : [])),
    ).toEqual([])
  })

  it.each(endpoints.filter(({ method, path }) => path !== '/logout' && method !== 'PUT'))(
    '[PERM-022] [PERM-024] $method $path rejects callers without its permission and admits those who have it',
    async (endpoint) => {
      const { method, path, audience } = endpoint
      for (const [who, { caller, role_id }] of callers()) {
        const isGuest = role_id === role_ids.guest
        const isKey = role_id === role_ids.provider_api_user
        const expected =
          isGranted(role_id, endpoint) &&
          !(isGuest && audience !== 'public') &&
          !(isKey && audience === 'session')
        const reply = await request(caller, method, path, {})
        const { message = '' } = (reply.body ?? {}) as { message?: string }
        const rejected =
          (reply.status === 401 && isGuest && !path.startsWith('/login')) ||
          (reply.status === 403 && /\(.* is needed\)|an API key cannot make it/.test(message))
        expect(rejected, `${who}: ${reply.status} ${message}`).toBe(!expected)
      }
    },
  )

  it.each(calls)(
    '[PERM-001] [PERM-005] [PERM-050] [PERM-051] $key reveals and changes nothing outside the caller’s reach',
    async ({ endpoint, naming }) => {
      const { method, path } = endpoint
      for (const [who, person] of callers())
        for (const scope of scopes) {
          const it = things[scope]
          const may = isGranted(person.role_id, endpoint) && isReached(person, scope)
          if (method !== 'GET' && may) continue
          const reply = await request(person.caller, method, path, naming.input(it))
          const context = `${who}, ${scope}: ${reply.status} ${textOf(reply).slice(0, 150)}`
          expect(reply.status, context).toBeLessThan(500)
          const echoes = reply.status >= 400
          if (!echoes && !may && naming.shows) expect(textOf(reply), context).not.toContain(naming.shows(it))
          // A write must be rejected, except for customers whose request is applied to their own account instead.
          if (method !== 'GET' && !naming.strict_for?.includes(person.role_id))
            expect(reply.status, context).toBeGreaterThanOrEqual(400)
        }
      for (const scope of scopes.filter((one) => one !== 'other company')) {
        const [shipment] = await asSystem(ours.runtime.runtime, ours.provider_id, (ctx) =>
          ctx.db.selectFrom('shipment').select(['status']).where('id', '=', things[scope].shipment).execute(),
        )
        expect(shipment?.status, scope).not.toBe('cancelled')
      }
    },
  )

  it.each(
    // Excluded: proofs exist only after delivery, messages only after the outbox has run, and statements are printed
    // documents.
    calls.filter(
      ({ endpoint: { method, path }, naming }) =>
        method === 'GET' &&
        naming.shows &&
        path !== '/audit/events' &&
        !/pod|communication-log|statements/.test(path),
    ),
  )('$key returns the object to callers who may read it', async ({ endpoint, naming: { input, shows } }) => {
    for (const who of ['Administrator', 'Account Owner', 'Administrator of one branch']) {
      const person = people.get(who)
      if (!person || !shows) throw new Error(`${who} is missing`)
      if (!isGranted(person.role_id, endpoint)) continue
      const it = things['same account']
      const reply = await request(person.caller, 'GET', endpoint.path, input(it))
      expect(textOf(reply), `${who}: ${reply.status}`).toContain(shows(it))
    }
  })
})

describe('data hidden by role', () => {
  it('[PERM-037] screen permissions neither grant nor block an endpoint', async () => {
    const role = { name: 'Clerk', label: 'Clerk', require_2fa: false }
    await ours.inTransaction(async (ctx) => {
      await insertRole(ctx, { ...role, id: 71, permissions: [], permissions_ui: ['UI_users'] })
      await insertRole(ctx, {
        ...role,
        name: 'Helper',
        id: 72,
        permissions: ['API_/users:GET'],
        permissions_ui: ['UI_shipments'],
      })
    })
    const [clerk, helper] = await Promise.all([ours.user(71), ours.user(72)])
    expect((await clerk.http('GET', '/users')).status).toBe(403)
    expect((await helper.http('GET', '/users')).status).toBe(200)
  })

  it('[PERM-015] [PERM-017] hides every amount of money from the role without billing', async () => {
    const noBilling = people.get('Account User – No billing')
    const withBilling = people.get('Account User')
    if (!noBilling || !withBilling) throw new Error('somebody is missing')
    const it = things.own
    const read = async ({ caller }: Person, path: string) => (await caller.http('GET', path)).body
    const detail = (person: Person) => read(person, `/shipments/detail?id=${it.shipment}`)
    const listed = (person: Person) => read(person, `/shipments?id=${it.shipment}`)
    const money = (value: unknown): string[] =>
      [
        ...JSON.stringify(value).matchAll(
          /"(rate|vat|balance|credit_limit|amount|charge|total|price)":(-?[\d.]+)/g,
        ),
      ]
        .filter(([, , amount]) => Number(amount) !== 0)
        .map(([text]) => text)
    for (const readAs of [detail, listed]) {
      expect(money(await readAs(withBilling)).length).toBeGreaterThan(0)
      expect(money(await readAs(noBilling))).toEqual([])
    }
    const general = (await read(noBilling, '/general-data')) as { account: { balance: number } }
    expect(general.account.balance).toBe(0)
    for (const path of [
      '/billing/transactions',
      '/billing/invoices',
      '/billing/credit-notes',
      '/billing/balance',
      `/billing/statements?account_id=${it.account}`,
    ])
      expect((await noBilling.caller.http('GET', path)).status, path).toBe(403)
  })

  it('[PERM-054] [PERM-055] hides internal holds and quotes from account users, drivers and guests', async () => {
    const { account } = things.own
    const held = await ours.given.shipment({ account_id: account, status: 'on-hold-internal' })
    const quote = await ours.given.shipment({ account_id: account, status: 'quote' })
    const paths = [
      `/shipments?id=${held.id}`,
      `/shipments/detail?id=${held.id}`,
      '/shipments/rows?limit=100',
      '/shipments?limit=100',
      `/tracking/shipment-events?shipment_id=${held.id}`,
      `/tracking/shipments?tracking_reference=${held.short_tracking_reference}`,
    ]
    const textsFor = async (who: string) => {
      const person = people.get(who)
      if (!person) throw new Error(`${who} is missing`)
      const replies = await Promise.all(paths.map((path) => person.caller.http('GET', path)))
      return replies.map(textOf).join(' ')
    }
    expect(await textsFor('Administrator')).toContain('"status":"on-hold-internal"')
    for (const who of ['Account Owner', 'Account User', 'Account User – No billing', 'Driver', 'Guest']) {
      const shown = await textsFor(who)
      expect(shown, who).not.toContain('on-hold-internal')
      expect(shown, who).not.toContain(quote.short_tracking_reference)
    }
  })

  it('[PERM-052] books guest shipments on the provider’s guest account', async () => {
    const { account_id: _none, ...sent } = booking({ account_id: things.own.account })
    const reply = await ours
      .guest()
      .http('POST', '/shipments', { ...sent, billing_email: 'guest@example.com' })
    expect(reply.body).toMatchObject({ account_id: ours.guest_account_id })
  })

  it('[PERM-002] [PERM-012] returns 401 to guests at endpoints for staff', async () => {
    const guest = ours.guest()
    for (const path of ['/drivers', '/accounts', '/general-data', '/users', '/trip-sheet'])
      expect((await guest.http('GET', path)).status, path).toBe(401)
  })

  it('[PERM-011] [PERM-008] allows only role 1 to use a platform endpoint', async () => {
    await asSystem(ours.runtime.runtime, ours.provider_id, (ctx) =>
      insertRole(ctx, {
        id: 60,
        name: 'Reader',
        label: '',
        permissions: [],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const note = { version: '1', title: 'x', body: 'x', audience: ['staff'] }
    const statuses: Record<string, number> = {}
    for (const [who, { caller, role_id }] of people) {
      if (role_id === role_ids.guest) continue
      statuses[who] = (await caller.http('POST', '/release-notes', note)).status
    }
    const letIn = Object.entries(statuses).filter(([, status]) => status !== 403)
    expect(letIn.map(([who]) => who)).toEqual(['System administrator'])
  })
})
