import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { routes } from '../server/src/main/routes.ts'

const root = path.join(import.meta.dirname, '..')

/**
 * Every row limit of a statement, by file, with the reason why no needed row is missing. No entry is needed for one
 * row, the cap up to which lists are counted, and a page that the caller chose.
 */
const limits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/src/identity/registration/register-store.ts': {
    '5': 'the newest links of one address still work; nobody sees them',
  },
  'server/src/kit/read-page.ts': { limit: 'a page; beside it stands how many rows there are' },
  'server/src/rates/store.ts': { limit: 'who changed a cell of a draft; that it differs is known without' },
  'server/src/shipments/store.ts': { limit: 'work in portions: what is left is done at the next tick' },
  'server/src/shipments/files/file-store.ts': { limit: 'work in portions' },
  'server/src/shipments/lists/caller-store.ts': {
    'most + 1': 'one more than are counted; the answer says that there are more',
  },
  'server/src/shipments/labels/sticker-store.ts': {
    '5': 'examples of what stands in the way; all are refused',
  },
  'server/src/jobs/purge.ts': { '${batch}': 'work in portions' },
  'server/src/audit/archive/archive-store.ts': { '${sql.lit(limit)}': 'work in portions' },
  'server/src/audit/chain-store.ts': {
    limit: 'work in portions',
    '${limit}': 'work in portions',
    '${sql.lit(limit)}': 'work in portions',
  },
  'server/src/files/generated-store.ts': { limit: 'work in portions' },
  'server/src/files/store.ts': { limit: 'work in portions' },
  'server/src/notifications/store.ts': {
    maxMessages: 'work in portions',
    '${sql.lit(limit)}': 'work in portions',
  },
  'server/src/notifications/replies/reply-store.ts': {
    limit: 'work in portions',
    '${sql.lit(messages_searched)}': 'a reply is about one of the newest messages (decision 0174)',
  },
  'server/src/notifications/subscribers/subscriber-store.ts': { limit: 'work in portions' },
  'server/src/shipments/receiver/delivery-pin-store.ts': { limit: 'work in portions' },
  'server/src/shipments/discrepancies/discrepancy-store.ts': {
    '2': 'the newest that waits and the newest that is settled: a shipment has at most one that waits',
  },
  'server/src/cash/cash-up-store.ts': { '${limit}': 'a page; beside it stands how many rows there are' },
  'server/src/claims/store.ts': { limit: 'the newest, beside their count and sum' },
  'server/src/integrations/integration-store.ts': { limit: 'work in portions' },
  'server/src/integrations/task-store.ts': { '${claim.limit}': 'work in portions' },
  'server/src/drivers/evidence/evidence-store.ts': { limit: 'work in portions' },
  'server/src/drivers/messages/message-store.ts': {
    limit: 'a page beside the count, and the newest of a day of one driver',
  },
  'server/src/drivers/positions/position-store.ts': {
    '${sql.lit(limit)}': 'work in portions',
  },
  'server/src/drivers/plan/plan-store.ts': { '${atMost}': 'work in portions' },
  'server/src/drivers/push/push-store.ts': {
    '${max}': 'the browsers of one person that are told; older ones are signed off',
  },
  'server/src/hub/unidentified/unidentified-store.ts': {
    '${around.limit + 1}': 'the last seen, one more than are compared: an answer that is cut says so',
  },
  'server/src/imports/store.ts': { limit: 'work in portions' },
  'server/src/payments/refunds/refund-store.ts': { limit: 'work in portions' },
  'server/src/move-in/store.ts': { limit: 'a portion, beside the count of the rest' },
  'server/src/billing/invoices-and-statements/crediting-store.ts': {
    limit: 'one more than can be chosen; above that no line is offered, only an amount',
  },
  'server/src/payments/imported-store.ts': { '2': 'two are enough to know that an amount says nothing' },
  'server/src/billing/credit-control/promise-store.ts': { '${limit}': 'a page, beside the count of all' },
  'server/src/billing/deliveries/statement-accounts-store.ts': { '${limit}': 'work in portions' },
  'server/src/billing/month-end/charges-store.ts': {
    '${limit}': 'a page beside its count, and work in portions',
  },
  'server/src/billing/list-store.ts': {
    limit: 'one more than can be printed; above that printing is rejected',
  },
  'server/src/billing/month-end/run-store.ts': { '${limit}': 'work in portions' },
  'server/src/lockers/event-store.ts': { limit: 'work in portions' },
  'server/src/lockers/reservation-store.ts': { limit: 'work in portions', '${limit}': 'work in portions' },
  'server/src/payments/store.ts': { limit: 'work in portions' },
  'server/src/reports/run-store.ts': {
    '${sql.lit(max_rows)}': 'one more than is shown: an answer that is cut says so',
  },
  'server/src/reports/saved-store.ts': { max: 'work in portions' },
}

/** Like `limits`, for the requests of pages. */
const requested: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'web/src/hub/pages/CountPage.tsx': { '2': 'the open count and the last one that is closed' },
  'web/src/hub/count/Differences.tsx': {
    max_differences: 'beside the count of all, with a notice when there are more',
  },
  'web/src/reports/depot/DepotParcels.tsx': {
    max_parcels: 'beside the count of all, with a notice when there are more',
  },
  'web/src/identity/users-and-roles/AccountUsers.tsx': { all_users: 'as many as there can be' },
  'web/src/cash/pages/HoldersPage.tsx': { all_drivers: 'as many as there can be' },
  'web/src/rates/revisions/RevisionsTab.tsx': { all_revisions: 'as many as there can be' },
  'web/src/integrations/WebhookSubscriptions.tsx': { all_subscriptions: 'as many as there can be' },
  'web/src/accounts/account-settings/AccountSettingsCard.tsx': { all_settings: 'as many as there can be' },
  'web/src/shell/live/follow-account.ts': { all_settings: 'as many as there can be' },
  'web/src/imports/pages/ImportPage.tsx': { all_rows: 'an import has at most as many rows' },
  'web/src/imports/pages/BulkUpdatePage.tsx': { all_rows: 'a bulk update has at most as many rows' },
  'web/src/imports/use-job.ts': { rows_of_page: 'a page with its pager' },
  'web/src/shipments/pages/use-filter-choices.ts': {
    first_accounts: 'suggestions; typing finds every account',
  },
  'web/src/accounts/use-account-filter.ts': { max_offered: 'suggestions; typing finds every account' },
  'web/src/accounts/AccountPicker.tsx': { max_results: 'suggestions; typing finds every account' },
  'web/src/accounts/addresses/AddressSearch.tsx': { max_entries: 'suggestions; typing finds every address' },
  'web/src/shell/palette/use-found-entries.ts': { max_results: 'suggestions; typing finds every one' },
  'web/src/rates/points/PointChooser.tsx': {
    max_visible: 'says how many there are; typing finds every point',
  },
  'web/src/move-in/pages/ShadowMonthPage.tsx': {
    max_sums: 'says how many there are; the export has every waybill',
  },
  'web/src/maps/place-search.ts': { max_places: 'suggestions; typing finds every place' },
  'web/src/shipments/pages/ShipmentsPage.tsx': {
    max_texted: 'more cannot be chosen',
  },
  'web/src/hub/ExpectedCard.tsx': {
    card_rows: 'the first, beside their count and a button for all',
    drawer_rows: 'ShownOf says how many there are',
  },
  'web/src/hub/damages/DamagesCard.tsx': { most: 'the newest, beside a link to all with their count' },
  'web/src/hub/use-hub-list.ts': { page_size: 'page after page to the end' },
  'web/src/hub/station/StationManifest.tsx': { max_offered: 'ShownOf says how many there are' },
  'web/src/pickup-points/pages/LocationsPage.tsx': { max_visible: 'ShownOf says how many there are' },
  'web/src/reports/StopsOfDay.tsx': { max_visible: 'ShownOf says how many there are' },
  'web/src/platform-admin/pages/ReleaseNotesPage.tsx': { shown: 'ShownOf shows older ones' },
  'web/src/accounts/NotesPanel.tsx': { shown: 'a button shows older ones' },
  'web/src/audit/AuditTrailModal.tsx': { audit_page_size: 'a button shows older ones' },
  'web/src/notifications/InboxNeighbours.tsx': { listed: 'a link opens all of them' },
  'web/src/notifications/CommunicationLog.tsx': { 'page_sizes.default': 'a button shows older ones' },
  'web/src/billing/credit-control/PromisesCard.tsx': { shown: 'the newest, with how many there are' },
  'web/src/billing/deliveries/DeliveriesCard.tsx': {
    max_shown: 'PartialListNotice says how many there are',
  },
  'web/src/billing/receivables/DocumentHistory.tsx': {
    max_shown: 'PartialListNotice says how many there are',
  },
  'web/src/billing/invoices-and-statements/DocumentCards.tsx': {
    few: 'the newest, beside a link to all with their count',
  },
  'web/src/shipments/discrepancies/DiscrepanciesCard.tsx': {
    most: 'the newest, with a sentence about how many there are',
  },
  'web/src/shipments/receiver/DisputesCard.tsx': {
    most: 'the newest, with a sentence about how many there are',
  },
  'web/src/drivers/office/DriverMessagesDialog.tsx': {
    max_shown: 'the newest, with a sentence about how many there are',
  },
  'web/src/shipments/pages/MessageReceiverDialog.tsx': {
    max_shown: 'the newest, with a sentence about how many there are',
  },
  'web/src/startup/pages/DashboardPage.tsx': { latest: 'the newest, beside a link to all' },
  'web/src/kit/table/use-rows.ts': { max: 'rejects when more match' },
  'web/src/kit/table/use-list.ts': { size: 'a page with its pager' },
  'web/src/kit/table/export/read-all.ts': { page_size: 'page after page to the end' },
}

/** Endpoints that take a row limit and return no count, with the reason. */
const uncounted: Readonly<Record<string, string>> = {
  'GET /places': 'suggestions; typing finds every place',
}

function sources(folder: string): { file: string; text: string }[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
}

/** Returns `file: limit` for limits that are not declared, and for declared limits that do not exist. */
function differences(
  declared: typeof limits,
  folder: string,
  find: (text: string) => readonly string[],
): string[] {
  const found = new Set(
    sources(folder).flatMap(({ file, text }) => find(text).map((what) => `${file}: ${what}`)),
  )
  const listed = new Set(
    Object.entries(declared).flatMap(([file, reasons]) =>
      Object.keys(reasons).map((what) => `${file}: ${what}`),
    ),
  )
  return [...[...found].filter((one) => !listed.has(one)), ...[...listed].filter((one) => !found.has(one))]
}

const needs_no_reason = /^(?:1|(?:\$\{)?(?:count_cap|(?:page|filter)\.limit)\}?)$/

function limitsOf(text: string): string[] {
  const found = [
    ...text.matchAll(/\.limit\(([^()]+)\)/g),
    ...text.matchAll(/\bLIMIT (greatest\(.*?\)\)|\$\{[^}]*\}|\d+)/g),
  ]
  return found.flatMap(([, what]) => (what && !needs_no_reason.test(what) ? [what] : []))
}

function requestedLimitsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, '')
  return [...code.matchAll(/[{,]\s*limit: ([\w.]+)[ ,}\n]/g)].flatMap(([, what]) =>
    what && what !== '1' && !/\.length$|^list\.input\.limit$/.test(what) ? [what] : [],
  )
}

describe('row limits', () => {
  it('have a reason for every statement on the server', () => {
    expect(differences(limits, 'server/src', limitsOf)).toEqual([])
  })

  it('have a reason for every request of a page', () => {
    expect(differences(requested, 'web/src', requestedLimitsOf)).toEqual([])
  })

  it('come with a count in every paged endpoint, except the listed ones', () => {
    const silent = routes.filter(({ endpoint: { input, output } }) => {
      const answers = output instanceof z.ZodUnion ? output.options : [output]
      const isPaged = input instanceof z.ZodObject && 'limit' in input.shape
      return isPaged && !answers.some((one) => one instanceof z.ZodObject && 'count' in one.shape)
    })
    expect(silent.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual(
      Object.keys(uncounted),
    )
  })
})
