import { pod_methods, type PodMethod } from '@waybill/domain/accounts/model'
import { podMethodFor } from '@waybill/domain/accounts/precedence'
import { priceListOn } from '@waybill/domain/accounts/price-list-change'
import { default_pod_method } from '@waybill/domain/accounts/settings'
import { branchLimit, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { accountOrGuest, type AccountRow } from '../accounts/index.ts'
import type { BaseContext } from '../kit/handler.ts'

/** The account data that pricing needs; cached until the account changes. */
export interface AccountFacts {
  id: number
  account_type: string
  /** Returns the price list that applies on the day of pricing. */
  priceListOn: (day: string) => number
  tags: readonly string[]
  /** Why the account may not ship; `null` when it may. */
  blocked_reason: string | null
  customer_reference_required: boolean
  customer_reference_prefix: string | null
  /** The account’s own POD method; `null` uses the company’s. */
  pod_method: PodMethod | null
  /** Whether the account’s users may choose another POD method for a shipment. */
  pod_method_visible_on_shipment: boolean
}

/** The starter rate group, used for accounts that were never assigned another one. */
const default_rate_group_id = 1

export function factsOf(row: AccountRow): AccountFacts {
  return {
    id: row.id,
    account_type: row.account_type,
    priceListOn: (day) => priceListOn(row, day) ?? default_rate_group_id,
    tags: row.tags,
    blocked_reason: errorOf(row),
    customer_reference_required: row.customer_reference_required,
    customer_reference_prefix: row.customer_reference_prefix,
    pod_method: row.pod_method,
    pod_method_visible_on_shipment: row.pod_method_visible_on_shipment,
  }
}

function errorOf(row: AccountRow): string | null {
  if (row.status === 'closed') return 'This account is closed.'
  return row.is_on_hold ? `Your account is on hold. Please contact ${row.support_email ?? 'us'}.` : null
}

/**
 * Returns the POD method of a booking, which can affect its price: the requested one if the caller may choose it,
 * else the account’s, else the company’s (ACC-009).
 */
export function podMethodOf(
  reader: BaseContext,
  account: AccountFacts,
  requested: string | undefined,
): PodMethod {
  return podMethodFor(
    pod_methods.find((one) => one === requested),
    account.pod_method,
    reader.setting(default_pod_method),
    isStaff(reader.actor) || account.pod_method_visible_on_shipment,
  )
}

/**
 * Returns the facts of the account that a quote is for: the caller’s account, else the account that staff name, else
 * the guest account. Staff who are limited to a branch get 403 for an account of another one.
 */
export function accountFacts(reader: BaseContext, named: number | undefined): Promise<AccountFacts> {
  return reader.cached('account', keyOf(reader.actor, named), async (ctx) =>
    factsOf(await accountOrGuest(ctx, named)),
  )
}

function keyOf(actor: Actor, named: number | undefined): string {
  return `${actor.account_id ?? named ?? 'guest'} ${branchLimit(actor) ?? 'any branch'}`
}
