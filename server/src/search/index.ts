import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { searchedPhone } from '@waybill/domain/kit/contacts/phone'
import { notFound } from '@waybill/domain/kit/problem'
import { searchApi } from '@waybill/domain/search/api'
import { callersApi } from '@waybill/domain/search/callers-api'
import { claims_enabled } from '@waybill/domain/shipments/settings'
import { paymentReference } from '@waybill/domain/payments/payment'
import { quote_statuses, quoteReference } from '@waybill/domain/shipments/pricing/quotes'
import { meantReferences, readReference } from '@waybill/domain/shipments/labels/references'
import { listAccounts } from '../accounts/index.ts'
import { claimName, readClaimRows } from '../claims/index.ts'
import { readTransactions } from '../billing/index.ts'
import { listRequestRows, readRequestRows, requestName } from '../collections/index.ts'
import { findManifestByNumber } from '../hub/index.ts'
import { readPayments } from '../payments/index.ts'
import { findByReference, listShipmentIds, listWholeRows, readOwnQuotes } from '../shipments/index.ts'
import { planOnce } from '../kit/db.ts'
import { serve, type Context, type Handler } from '../kit/handler.ts'
import { findCallers } from './callers.ts'
import { findAccountByCode, findCreditNote, findInvoice } from './store.ts'

/** Maximum number of shipments with the same reference that are searched for the newest one that is not cancelled. */
const max_compared = 50

/**
 * Finds the record of a reference among those that the caller may see: the newest shipment, preferably not cancelled;
 * an account by its code; a quote, invoice, credit note, payment, manifest, collection request or claim by its
 * display id. Throws 404 otherwise (NAV-067…NAV-075).
 */
const navSearch: Handler<typeof searchApi.navSearch> = async (ctx, { search_query }) => {
  const named = readReference(search_query)
  if (named.kind === 'reference') {
    const meant = await Promise.all(
      meantReferences(named.reference).map((one) => findByReference(ctx, one, true)),
    )
    const found = meant.find((rows) => rows.length > 0) ?? []
    const { rows, total } = await newestOf(ctx, [...new Set(found.map((one) => one.shipment_id))])
    const shipment = rows.find((row) => row.status !== 'cancelled') ?? rows[0]
    if (shipment)
      return {
        type: 'shipment',
        data: {
          id: shipment.id,
          reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
        },
        count: total,
      }
    const seesAccounts = hasPermission(ctx.actor, 'API_/accounts:GET')
    const account = seesAccounts ? await findAccountByCode(ctx, named.reference) : undefined
    if (account)
      return { type: 'account', data: { id: account.id, reference: account.account_code }, count: 1 }
  }
  if (named.kind === 'invoice' || named.kind === 'credit-note') {
    if (!hasPermission(ctx.actor, document_rights[named.kind])) throw nothingFound()
    const document = await (named.kind === 'invoice' ? findInvoice : findCreditNote)(ctx, named.number)
    if (document)
      return { type: named.kind, data: { id: document.id, reference: search_query.toUpperCase() }, count: 1 }
  }
  const seesManifests = isOffice(ctx.actor) && hasPermission(ctx.actor, 'API_/interhub-transfers:GET')
  if (seesManifests && named.kind === 'interhub-transfer') {
    const manifest = await findManifestByNumber(ctx, named.number)
    if (manifest)
      return { type: named.kind, data: { id: manifest.id, reference: search_query.toUpperCase() }, count: 1 }
  }
  if (named.kind === 'collection-request' && hasPermission(ctx.actor, 'API_/collection-requests:GET')) {
    const [request] = await readRequestRows(ctx, [named.number])
    if (request)
      return { type: named.kind, data: { id: request.id, reference: requestName(request) }, count: 1 }
  }
  const seesClaims = ctx.setting(claims_enabled) && hasPermission(ctx.actor, 'API_/claims:GET')
  if (named.kind === 'claim' && seesClaims) {
    const [claim] = await readClaimRows(ctx, [named.number])
    if (claim) return { type: named.kind, data: { id: claim.id, reference: claimName(claim) }, count: 1 }
  }
  if (
    named.kind === 'payment' &&
    isOffice(ctx.actor) &&
    hasPermission(ctx.actor, 'API_/billing/payments:GET')
  ) {
    const reference = paymentReference(named.number)
    const { payments } = await readPayments(ctx, { search: reference })
    const payment = payments.find((one) => one.reference === reference)
    const id = payment?.id ?? payment?.transaction_id
    if (id) return { type: 'payment', data: { id, reference }, count: 1 }
  }
  if (
    named.kind === 'payment' &&
    isOffice(ctx.actor) &&
    hasPermission(ctx.actor, 'API_/billing/transactions:GET')
  ) {
    const reference = paymentReference(named.number)
    const { transactions, count } = await readTransactions(ctx, { search: reference, limit: 1 })
    const [row] = transactions
    if (row) return { type: 'transaction', data: { id: row.id, reference }, count }
  }
  if (named.kind === 'quote' && hasPermission(ctx.actor, 'API_/shipment-quotes:GET')) {
    const [quote] = await readOwnQuotes(ctx, [named.number])
    if (quote) {
      const type = quote_statuses.some((status) => status === quote.status) ? 'quote' : 'shipment'
      return { type, data: { id: quote.id, reference: quoteReference(quote.id) }, count: 1 }
    }
  }
  const bearer = searchedPhone(search_query) === null ? null : await bearerOfPhone(ctx, search_query)
  if (bearer) return bearer
  throw nothingFound()
}

/** The permission needed to find each kind of billing document. */
const document_rights = {
  invoice: 'API_/billing/invoices:GET',
  'credit-note': 'API_/billing/credit-notes:GET',
} as const

const nothingFound = () => notFound('Reference could not be found')

/**
 * Finds the newest shipment with a phone number, else an account or a collection request with it, among the records
 * that the caller may see.
 */
async function bearerOfPhone(
  ctx: Context,
  search: string,
): Promise<Output<typeof searchApi.navSearch> | null> {
  const page = { limit: 1, offset: 0 }
  const reference = search.trim()
  if (hasPermission(ctx.actor, 'API_/shipments:GET')) {
    const { ids, total } = await listShipmentIds(ctx, { search }, page)
    const [id] = ids
    if (id !== undefined) return { type: 'shipment', data: { id, reference }, count: total }
  }
  if (hasPermission(ctx.actor, 'API_/accounts:GET')) {
    const { rows } = await listAccounts(ctx, { search, at_own_branch: true }, page)
    const [account] = rows
    if (account)
      return { type: 'account', data: { id: account.id, reference: account.account_code }, count: 1 }
  }
  if (!hasPermission(ctx.actor, 'API_/collection-requests:GET')) return null
  const { rows } = await listRequestRows(ctx, { search }, page)
  const [request] = rows
  return request
    ? { type: 'collection-request', data: { id: request.id, reference: requestName(request) }, count: 1 }
    : null
}

/**
 * Returns the newest of these shipments that the caller may see, and their total number. Limited, because thousands
 * of shipments can have the same customer reference.
 */
async function newestOf(ctx: Context, named: readonly number[]) {
  if (named.length === 0) return { rows: [], total: 0 }
  const page = { limit: max_compared, offset: 0 }
  const [, found] = await Promise.all([planOnce(ctx), listWholeRows(ctx, { id: named }, page)])
  return found
}

export const searchRoutes = [serve(searchApi.navSearch, navSearch), serve(callersApi.find, findCallers)]
