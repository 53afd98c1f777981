import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { forbidden } from '@waybill/domain/kit/problem'
import { caller_kinds, type CallerKind, type callersApi } from '@waybill/domain/search/callers-api'
import {
  caller_request_days,
  callerOf,
  callerWords,
  max_caller_records,
  min_caller_word,
} from '@waybill/domain/search/caller'
import { meantReferences, readReference } from '@waybill/domain/shipments/labels/references'
import { listAccounts } from '../accounts/index.ts'
import { listRequestRows, requestName } from '../collections/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { findNewestShipments, readShipmentRows, rowsOfList } from '../shipments/index.ts'

type Callers = Output<typeof callersApi.find>

/** The permission to list each kind. */
const list_permissions = {
  shipments: 'API_/shipments:GET',
  accounts: 'API_/accounts:GET',
  requests: 'API_/collection-requests:GET',
} as const satisfies Record<CallerKind, string>

const nothing = { rows: [], count: 0, has_more: false }

/**
 * Finds the shipments, accounts and collection requests that staff need during a call, of each kind
 * at most 20 with their number. Records that the caller may not list are left out (decision 0138).
 */
export const findCallers: Handler<typeof callersApi.find> = async (ctx, { text }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office can look up callers.')
  const words = callerWords(text)
  if (words === null)
    return {
      shipments: nothing,
      accounts: nothing,
      requests: nothing,
      searched: [],
      problem: `Type at least ${min_caller_word} characters of one word, or a phone number.`,
    }
  const searched = caller_kinds.filter((kind) => hasPermission(ctx.actor, list_permissions[kind]))
  const isSearched = (kind: CallerKind) => searched.includes(kind)
  const [shipments, accounts, requests] = await Promise.all([
    isSearched('shipments') ? shipmentsOf(ctx, text, words) : nothing,
    isSearched('accounts') ? accountsOf(ctx, text) : nothing,
    isSearched('requests') ? requestsOf(ctx, text) : nothing,
  ])
  return { shipments, accounts, requests, searched, problem: '' }
}

async function shipmentsOf(
  ctx: Context,
  text: string,
  words: readonly string[],
): Promise<Callers['shipments']> {
  // A reference can look like a phone number, so both are looked up.
  const references = meantReferences(text)
  const { ids, ...counted } = await findNewestShipments(ctx, { words, references }, max_caller_records)
  if (ids.length === 0) return { rows: [], ...counted }
  const [{ shipments }, whole] = await Promise.all([
    rowsOfList(ctx, { id: ids }, { limit: ids.length, offset: 0 }),
    readShipmentRows(ctx, ids),
  ])
  const contacts = new Map(
    whole.map((row) => [row.id, { sender: row.collection_contact, receiver: row.delivery_contact }]),
  )
  const place = new Map(ids.map((id, at) => [id, at]))
  const rows = shipments
    .map((row) => {
      const of = contacts.get(row.id)
      return { ...row, caller: of ? callerOf(words, of) : null }
    })
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return { rows, ...counted }
}

async function accountsOf(ctx: Context, text: string): Promise<Callers['accounts']> {
  const filter = { search: text, at_own_branch: true }
  const { rows, total } = await listAccounts(ctx, filter, { limit: max_caller_records, offset: 0 })
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      account_code: row.account_code,
      contact_name: row.billing_contact?.name ?? '',
      is_on_hold: row.is_on_hold,
    })),
    count: total,
    has_more: false,
  }
}

/** The first day whose collection requests are searched by text, because their texts have no index. */
function earliestRequest(ctx: Context): string {
  return dayOf(new Date(ctx.now.getTime() - caller_request_days * day_ms))
}

async function requestsOf(ctx: Context, text: string): Promise<Callers['requests']> {
  const page = { limit: max_caller_records, offset: 0 }
  const isNamed = readReference(text).kind === 'collection-request'
  const filter = { search: text, ...(isNamed ? {} : { from: earliestRequest(ctx) }) }
  const { rows, total } = await listRequestRows(ctx, filter, page)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      display_id: requestName(row),
      status: row.status,
      contact_name: row.contact.name,
      date: row.date,
      time_created: row.time_created,
    })),
    count: total,
    has_more: false,
  }
}
