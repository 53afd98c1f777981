import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { PayableShipment } from '@waybill/domain/payments/model'
import {
  custom_topup_image,
  custom_topup_name,
  custom_topup_url,
  eft_account_holder,
  eft_account_number,
  eft_account_type,
  eft_bank_name,
  eft_branch_code,
} from '@waybill/domain/payments/settings'
import { mayPayPlace } from '@waybill/domain/shipments/receiver/new-place'
import { mayPay } from '@waybill/domain/payments/payable'
import { top_up_minimum } from '@waybill/domain/payments/top-up'
import { spendable } from '@waybill/domain/accounts/affordability'
import { mayPayFromAccount } from '@waybill/domain/shipments/pricing/pay-from-account'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import type { PlaceChange } from '../shipments/index.ts'
import { listCards } from './card-store.ts'
import { gateway_list, gateway_names } from '@waybill/domain/payments/gateway-list'
import { methodStatus, paymentMethodsFor } from './payment-methods.ts'
import { presentCard } from './cards.ts'
import { counterMethods } from './take-payment.ts'
import { newestPayment, payableShipment, type PayableRow } from './store.ts'
import { presentState } from './present-payment.ts'

/** Returns the payment methods offered to the caller, with the data that the page needs for each (PAY-006, PAY-030). */
export const readPaymentMethods: ExternalHandler<typeof paymentsApi.ways> = async (ctx, input) => {
  const isTopup = input.purpose === 'topup'
  const accountId = ctx.actor.account_id
  if (isTopup && accountId === null) throw forbidden('Only customers can top up their own account.')
  const offered = await paymentMethodsFor(ctx, input.purpose)
  const methods = offered.filter(
    ({ gateway }) => gateway === null || hasPermission(ctx.actor, gateway_list[gateway].start_permission),
  )
  const has = (key: string): boolean => methods.some((method) => method.key === key)
  const { cards, shipment } = await ctx.inTransaction(async (inner) => ({
    cards: accountId !== null && has('credit-card') ? await listCards(inner, accountId) : [],
    shipment:
      input.shipment_id === undefined && input.payment_reference === undefined
        ? null
        : presentPayable(inner, await payableShipment(inner, input.shipment_id, input.payment_reference)),
  }))
  return {
    ways: methods,
    minimum: top_up_minimum,
    eft:
      isTopup && methods.some((method) => method.key === 'manual-eft' && method.gateway === null)
        ? {
            account_holder: ctx.setting(eft_account_holder),
            bank: ctx.setting(eft_bank_name),
            branch_code: ctx.setting(eft_branch_code),
            account_type: ctx.setting(eft_account_type),
            account_number: ctx.setting(eft_account_number),
          }
        : null,
    custom: has('custom')
      ? {
          name: ctx.setting(custom_topup_name),
          url: ctx.setting(custom_topup_url),
          image: ctx.setting(custom_topup_image),
        }
      : null,
    cards: cards.filter(({ gateway }) => gateway_list[gateway].cards === 'payments').map(presentCard),
    counter: isTopup || shipment?.place_change ? [] : counterMethods(ctx),
    shipment,
  }
}

/** Converts a shipment to the form visible to its payer. */
function presentPayable({ actor, now }: Context, row: PayableRow): PayableShipment {
  const { place_change } = row
  if (place_change) return presentPlaceChange(row, place_change, now)
  const isOwn = actor.account_id === row.account_id && row.account_type !== 'guest'
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    from: row.from,
    to: row.to,
    service_level_name: row.service_level_name,
    rate: row.rate,
    is_payable: mayPay(row.status, row.rate) === true,
    available: isOwn ? spendable(row) : null,
    account_refusal: isOwn ? reasonOf(mayPayFromAccount(actor, row.status, row, row.rate)) : null,
    place_change: null,
  }
}

/** Converts another place for a delivery to the form visible to its receiver, who pays through a gateway. */
function presentPlaceChange(row: PayableRow, change: PlaceChange, now: Date): PayableShipment {
  const { id, reference, status, from, to, service_level_name, rate, reschedule_reference } = row
  const may = mayPayPlace(change, row, now)
  return {
    id,
    reference,
    status,
    from,
    to,
    service_level_name,
    rate,
    is_payable: may === true,
    available: null,
    account_refusal: null,
    place_change: {
      words: change.words,
      state: change.state,
      reason: change.reason || (reasonOf(may) ?? ''),
      page: `/reschedule/${reschedule_reference}`,
    },
  }
}

/** Lists the payment methods of gateways that publish them, by name with their status (PAY-012). */
export const readPublicMethods: ExternalHandler<typeof paymentsApi.publicMethods> = async (ctx, input) => {
  const lists = await Promise.all(
    gateway_names.map((gateway) => methodStatus(ctx, gateway, input.account_code)),
  )
  return {
    payment_methods: lists.flatMap((status) =>
      status === null ? [] : [...status].map(([name, word]) => ({ name, status: word })),
    ),
  }
}

/**
 * Returns the current state of a payment. It comes from stored data, never from URL parameters of the return page
 * (docs/domain/payments.md#return-pages).
 */
export const readStatus: Handler<typeof paymentsApi.status> = async (ctx, input) => {
  const { shipment_id, reference } = input
  const row =
    shipment_id === undefined && input.payment_reference === undefined
      ? null
      : await payableShipment(ctx, shipment_id, input.payment_reference)
  const number = Number(/^PMT(\d{1,12})$/.exec(reference ?? '')?.[1] ?? 0)
  const { account_id } = ctx.actor
  const payment = row
    ? await newestPayment(ctx, { shipment_id: row.id, place_change_id: row.place_change?.id ?? null })
    : account_id !== null && number > 0
      ? await newestPayment(ctx, { account_id, number })
      : undefined
  if (!row && isStaff(ctx.actor)) throw forbidden('Staff see payments under Billing.')
  return { payment: payment ? presentState(payment) : null, shipment: row && presentPayable(ctx, row) }
}
