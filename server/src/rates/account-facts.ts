import { pod_methods, type PodMethod } from '@waybill/domain/accounts/model'
import { podMethodFor } from '@waybill/domain/accounts/precedence'
import { priceListOn } from '@waybill/domain/accounts/price-list-change'
import { default_pod_method } from '@waybill/domain/accounts/settings'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { accountOrGuest, type AccountRow } from '../accounts/index.ts'
import type { BaseContext } from '../kit/handler.ts'

/** What pricing needs of an account; kept in memory until the account changes. */
export interface AccountFacts {
  id: number
  account_type: string
  /** The price list that counts on the day of pricing. */
  priceListOn: (day: string) => number
  tags: readonly string[]
  /** Why the account may not ship; `null` when it may. */
  refusal: string | null
  customer_reference_required: boolean
  customer_reference_prefix: string | null
  /** Its own way to prove deliveries; `null`: the company's. */
  pod_method: PodMethod | null
  /** Whether its users may choose another for a shipment. */
  pod_method_visible_on_shipment: boolean
}

/** The starter group, for accounts that were never given another. */
const default_rate_group_id = 1

export function factsOf(row: AccountRow): AccountFacts {
  return {
    id: row.id,
    account_type: row.account_type,
    priceListOn: (day) => priceListOn(row, day) ?? default_rate_group_id,
    tags: row.tags,
    refusal: errorOf(row),
    customer_reference_required: row.customer_reference_required,
    customer_reference_prefix: row.customer_reference_prefix,
    pod_method: row.pod_method as PodMethod | null,
    pod_method_visible_on_shipment: row.pod_method_visible_on_shipment,
  }
}

function errorOf(row: AccountRow): string | null {
  if (row.status === 'closed') return 'This account is closed.'
  return row.is_on_hold ? `Your account is on hold. Please contact ${row.support_email ?? 'us'}.` : null
}

/**
 * How the delivery of a booking will be proved, which its price may depend on: as it says where it may, else as its
 * account, else as the company (ACC-009).
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

/** The facts of the account a quote is for: the caller's, the one staff name, else the guest account. */
export function accountFacts(reader: BaseContext, named: number | undefined): Promise<AccountFacts> {
  return reader.cached('account', keyOf(reader.actor, named), async (ctx) =>
    factsOf(await accountOrGuest(ctx, named)),
  )
}

function keyOf(actor: Actor, named: number | undefined): string {
  return String(actor.account_id ?? named ?? 'guest')
}
