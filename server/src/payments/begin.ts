import { systemActor } from '@waybill/domain/kit/actor'
import { ensure } from '@waybill/domain/kit/rule-result'
import { parseRand, type Cents } from '@waybill/domain/kit/money'
import { forbidden, invalid, Problem, wrongState } from '@waybill/domain/kit/problem'
import { gatewayTitle, type GatewayName } from '@waybill/domain/payments/gateway-list'
import type { MethodName } from '@waybill/domain/payments/method-names'
import { sourceOf, type PaymentPurpose } from '@waybill/domain/payments/methods'
import { valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import { mayPayPlace } from '@waybill/domain/shipments/receiver/new-place'
import { mayPay } from '@waybill/domain/payments/payable'
import { poll_after_ms, paymentReference } from '@waybill/domain/payments/payment'
import { topUpProblem } from '@waybill/domain/payments/top-up'
import { methodLabel } from '@waybill/domain/payments/payment-methods'
import { getAccount, type AccountRow } from '../accounts/index.ts'
import type { Context, ExternalContext, BaseContext } from '../kit/handler.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { isGatewayError } from './gateways/call.ts'
import { gatewayFor } from './gateways/index.ts'
import { GatewayRejectedError, type Gateway } from './gateways/port.ts'
import { paymentMethodsFor } from './payment-methods.ts'
import {
  insertPayment,
  lockPayment,
  lockUnanswered,
  payableShipment,
  updatePayment,
  type NewPayment,
  type PayableRow,
  type PaymentRow,
} from './store.ts'

/** A request to pay, in the form common to all gateways. */
export interface PaymentRequest {
  gateway: GatewayName
  method: MethodName
  pairs: readonly Pair[]
  /** The name in `pairs` that holds the amount of a top-up. */
  amount_field: 'amount' | 'quantity'
  shipment_id?: number | undefined
  payment_reference?: string | undefined
}

/** A started payment, with the data that is sent to the gateway. */
export interface StartedPayment {
  payment: PaymentRow
  account: AccountRow
  shipment: PayableRow | null
  email: string
  mobile_number: string
  item_name: string
  item_description: string
}

/**
 * Starts a payment: checks the method and what the caller may pay, then inserts the payment with its number. The
 * price of a shipment comes from the server; the amount of a top-up is checked against the method's limit (PAY-021,
 * PAY-023, PAY-024). Retrying a failed shipment payment sets the shipment back to `payment-pending` (PAY-037).
 */
export async function begin(ctx: ExternalContext, request: PaymentRequest): Promise<StartedPayment> {
  const purpose = request.shipment_id === undefined ? 'topup' : 'shipment'
  const methods = await paymentMethodsFor(ctx, purpose)
  const method = methods.find((one) => one.gateway === request.gateway && one.key === request.method)
  if (!method)
    throw wrongState(
      `Paying by ${methodLabel(request.method)} is not offered here. Choose another way to pay.`,
    )
  const values = valuesOf(request.pairs)
  const contact = { email: values.get('email') ?? '', mobile_number: values.get('mobile_number') ?? '' }
  return ctx.inTransaction(async (inner) => {
    const plugIn = gatewayFor(ctx, request.gateway)
    if (request.shipment_id === undefined) {
      const amount = parseRand(values.get(request.amount_field) ?? '')
      const problem = topUpProblem(amount, method.limit)
      if (problem !== null || amount === null)
        throw invalid(problem ?? 'Enter an amount.', [{ field: 'amount', message: 'cannot be paid in' }])
      return beginTopUp(inner, plugIn, request, amount, contact)
    }
    return beginShipment(inner, plugIn, request, request.shipment_id, contact)
  })
}

type Contact = Pick<StartedPayment, 'email' | 'mobile_number'>

async function beginTopUp(
  ctx: Context,
  plugIn: Gateway,
  request: PaymentRequest,
  amount: Cents,
  contact: Contact,
): Promise<StartedPayment> {
  const account = await ownAccount(ctx)
  const payment = await insertOrResume(
    ctx,
    plugIn,
    request,
    'topup',
    { account_id: account.id, shipment_id: null, amount },
    contact,
  )
  return {
    payment,
    account,
    shipment: null,
    email: contact.email || ctx.actor.email,
    mobile_number: contact.mobile_number,
    item_name: `Top-up of account ${account.account_code}`,
    item_description: paymentReference(payment.number),
  }
}

/** Returns the caller's own account. Throws `forbidden` for staff and guests, who have no account to top up. */
export async function ownAccount(ctx: Context): Promise<AccountRow> {
  if (ctx.actor.account_id === null) throw forbidden('Only customers can top up their own account.')
  const account = await getAccount(ctx, ctx.actor.account_id)
  if (account.account_type === 'guest') throw forbidden('Guests pay for each shipment separately.')
  return account
}

async function beginShipment(
  ctx: Context,
  plugIn: Gateway,
  request: PaymentRequest,
  id: number,
  contact: Contact,
): Promise<StartedPayment> {
  const shipment = await payableShipment(ctx, id, request.payment_reference)
  const { status, rate, account_id, reference, place_change } = shipment
  ensure(place_change ? mayPayPlace(place_change, shipment, ctx.now) : mayPay(status, rate))
  const email = contact.email || shipment.email
  const payment = await insertOrResume(
    ctx,
    plugIn,
    request,
    place_change ? 'place_change' : 'shipment',
    { account_id, shipment_id: id, amount: rate, place_change_id: place_change?.id ?? null },
    { ...contact, email },
  )
  if (status === 'payment-failed' && !place_change) {
    const inner = asSystem(ctx)
    const row = await lockShipment(inner, id)
    if (row.status === 'payment-failed')
      await enterStatus(inner, row, { to: 'payment-pending', message: 'Paying again', source: 'payment' })
  }
  return {
    payment,
    // Anyone with the payment link may pay, including a customer of another account.
    account: await getAccount(asSystem(ctx), account_id),
    shipment,
    email,
    mobile_number: contact.mobile_number || shipment.mobile_number,
    item_name: place_change ? `Another place for ${reference}` : `Shipment ${reference}`,
    item_description: place_change
      ? place_change.words
      : `${shipment.service_level_name}: ${shipment.from} to ${shipment.to}`,
  }
}

/**
 * Inserts the payment, or continues the one that the same user started for the same purpose and whose gateway did not
 * answer: it keeps its id at the gateway.
 */
async function insertOrResume(
  ctx: Context,
  plugIn: Gateway,
  { gateway, method }: PaymentRequest,
  purpose: PaymentPurpose,
  about: Pick<NewPayment, 'account_id' | 'shipment_id' | 'amount' | 'place_change_id'>,
  contact: Pick<Contact, 'email'>,
): Promise<PaymentRow> {
  const wanted = {
    ...about,
    gateway,
    source: sourceOf(gateway, purpose),
    method,
    purpose,
    email: (contact.email || ctx.actor.email).slice(0, 254),
  }
  const unanswered = await lockUnanswered(ctx, wanted)
  if (!unanswered) return insertAtGateway(ctx, plugIn, wanted)
  const { email } = wanted
  await updatePayment(ctx, unanswered.id, { email, remark: '' })
  return { ...unanswered, email }
}

/**
 * Inserts a payment with its number and its id at the gateway. The gateway is polled about it from now on: it is called
 * next, and this process may end before the answer is stored.
 */
export async function insertAtGateway(
  ctx: Context,
  plugIn: Gateway,
  payment: Omit<NewPayment, 'number' | 'custom_id' | 'ask_at'>,
): Promise<PaymentRow & { custom_id: string }> {
  const row = await insertPayment(ctx, { ...payment, number: await nextNumber(ctx, 'payment') })
  const at = {
    custom_id: plugIn.customId({
      provider_id: ctx.provider_id,
      payment_id: row.id,
      shipment_id: row.shipment_id,
      reference: paymentReference(row.number),
    }),
    ask_at: new Date(ctx.now.getTime() + poll_after_ms),
  }
  await updatePayment(ctx, row.id, at)
  return { ...row, ...at }
}

/**
 * Returns the context with the system actor, for effects of a payment that payers are not permitted to perform
 * themselves.
 */
export function asSystem(ctx: Context): Context {
  return { ...ctx, actor: systemActor(ctx.provider_id) }
}

/** Marks a payment as redirected, unless a notification has already changed it. */
export async function redirected(
  ctx: Context,
  id: number,
  gatewayReference: string | undefined,
): Promise<void> {
  const { status } = await lockPayment(ctx, id)
  if (status !== 'created') return
  await updatePayment(ctx, id, {
    status: 'redirected',
    remark: '',
    ...(gatewayReference === undefined ? {} : { gateway_reference: gatewayReference }),
  })
}

/**
 * Calls a gateway for a started payment. An error of the gateway is stored with the payment, and the payer gets a
 * readable API error; nothing was charged. A payment that the gateway rejects has failed. One about which it does not
 * answer stays open, because the gateway may have it: the payer continues it by paying again.
 */
export async function atGateway<Result>(
  ctx: ExternalContext,
  { payment, shipment }: Pick<StartedPayment, 'payment' | 'shipment'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const title = gatewayTitle(payment.gateway)
    const isRejected = error instanceof GatewayRejectedError
    await ctx.inTransaction(async (inner) => {
      if ((await lockPayment(inner, payment.id)).status !== 'created') return
      await updatePayment(
        inner,
        payment.id,
        isRejected
          ? { status: 'failed', ask_at: null, remark: `${title}: ${error.message}` }
          : { remark: `${title} did not answer. Paying again continues this payment.` },
      )
    })
    ctx.log.warn({ payment_id: payment.id, reason: error.message }, 'a payment could not be started')
    const outcomeText = shipment ? 'Your shipment is saved.' : 'Nothing was charged.'
    throw isRejected
      ? new Problem(
          'wrong_state',
          `${title} did not accept this payment. ${outcomeText} Choose another way to pay.`,
        )
      : new Problem(
          'unavailable',
          `Card payments are unavailable right now. ${outcomeText} Try again in a moment.`,
        )
  }
}

/**
 * The URL for a gateway's notifications: on the payments host, whose paths are prefixed with `/v2` (API-014,
 * PAY-048).
 */
export function notifyUrl(reader: BaseContext, gateway: GatewayName): string {
  return `${reader.request.web_url}/v2/billing/${gateway}/notify`
}

/**
 * The URLs to which the payer's browser returns. The pages there read the status from the server (NAV-019…NAV-021,
 * PAY-031).
 */
export function returnUrls(
  reader: BaseContext,
  { payment, shipment }: Pick<StartedPayment, 'payment' | 'shipment'>,
) {
  const at = (path: string, values: Record<string, string>): string =>
    `${reader.request.web_url}${path}?${new URLSearchParams(values).toString()}`
  const reference = paymentReference(payment.number)
  if (!shipment) {
    const ofPayment = { payment: reference }
    return {
      success: at('/topup/success', ofPayment),
      pending: at('/topup/pending', ofPayment),
      cancelled: at('/top-up-account', { cancelled: reference }),
      any: at('/stitch-payment', ofPayment),
    }
  }
  if (shipment.place_change) {
    const page = at(`/pay/${shipment.payment_reference}`, { payment: reference })
    return { success: page, pending: page, cancelled: page, any: page }
  }
  const ofShipment = {
    id: String(shipment.id),
    // A payer outside the shipment's account needs this key to access the shipment.
    ...(reader.actor.account_id === shipment.account_id ? {} : { key: shipment.payment_reference }),
  }
  return {
    success: at('/shipments/success', { str: shipment.reference, ...ofShipment }),
    pending: at('/topup/shipment/pending', ofShipment),
    cancelled: at('/shipments/payfast-cancelled', ofShipment),
    any: at('/stitch-payment', ofShipment),
  }
}
