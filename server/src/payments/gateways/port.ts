import type { Cents } from '@waybill/domain/kit/money'
import type { Setting } from '@waybill/domain/kit/setting'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import type { Pair } from '@waybill/domain/payments/pairs'
import type { Finding } from '@waybill/domain/payments/payment'
import type { RefundOutcome } from '@waybill/domain/payments/refund'
import type { ReadSettlement } from './settlement-file.ts'
import { port } from '../../kit/handler.ts'

/** Reads a setting. Replaced when credentials are tested before they are saved. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value

/** What a gateway needs for a call: the company's settings and the current time. */
export interface Caller {
  read: ReadSetting
  now: Date
}

/** A payment to start; `amount` in cents, 0 when only a card is saved. */
export interface StartRequest {
  /** Our id of the payment at the gateway, stored before the gateway is called. */
  custom_id: string
  /** Our number of the payment, such as `PMT000123`. */
  reference: string
  amount: Cents
  item_name: string
  item_description: string
  payer: { account_code: string; name: string; email: string; mobile_number: string }
  /** Names of the payment methods that the payer chose from. */
  methods: readonly string[]
  notify_url: string
  /** Where the browser returns: after success, while pending, after cancelling, or with any result. */
  return_urls: { success: string; pending: string; cancelled: string; any: string }
  expires: Date
  /** The saved card to pay with. */
  card?: { token: string; last_digits: string; cvv: string }
  /** Whether the card of this payment is saved as well. */
  saves_card?: boolean
}

/** A payment that the gateway waits for: the page to open, or the form to post to it. */
export interface Started {
  /** The gateway's id, when it has one already. */
  gateway_reference?: string
  redirect_url: string
  /** The signed fields in order, when a form is posted to `redirect_url`. */
  form?: { fields: readonly Pair[]; signature: string }
}

/** A received notification as it came; `address` is the sender's IP address. */
export interface ReceivedNotice {
  body: string
  headers: Readonly<Record<string, string>>
  address: string
  time_created: Date
}

/** A card that a gateway has saved. */
export interface SentCard {
  token: string
  last_digits: string
  association: string
  expiry: string
}

/** What a genuine notification reports. */
export interface Report {
  custom_id: string
  finding: Omit<Finding, 'is_confirmed'>
  card: SentCard | null
}

/**
 * What a notification is: not signed by the gateway, not a notification about a payment, signed by the gateway, or
 * signed but open until `confirm` returns `true`.
 */
export type NoticeResult =
  | { is: 'forged'; reason: string }
  | { is: 'not ours'; reason: string }
  | { is: 'genuine'; report: Report }
  | { is: 'not yet provable'; report: Report; confirm: () => Promise<boolean> }

/** A gateway's report about a payment; `null` when it has no such payment. */
export type Found = Omit<Finding, 'is_confirmed'> | null

/** A started payment as the gateway is asked about it. */
export interface QueriedPayment {
  custom_id: string
  gateway_reference: string | null
  time_created: Date
}

/** A refund to ask for; amounts in cents. */
export interface RefundRequest extends QueriedPayment {
  /** Our number of the refund, such as `PMT000123-R1`. */
  reference: string
  amount: Cents
  /** What was received, and the part that earlier refunds have returned. */
  received: Cents
  refunded_before: Cents
  reason: string
  /** The gateway's id of this refund; `''` while it has not answered. */
  refund_reference: string
}

/** A charge of a saved card without the payer. */
export interface ChargeRequest {
  token: string
  custom_id: string
  amount: Cents
  item_name: string
  item_description: string
}

/** A payment gateway. Its folder holds everything that is particular to it. */
export interface Gateway {
  /** The titles of settings that it still needs; empty when its credentials are complete. */
  missing(read: ReadSetting): string[]
  /** Throws `GatewayRejectedError` when the credentials are invalid. */
  check(caller: Caller): Promise<void>
  /**
   * Starts a payment. It is called again with the same `custom_id` when an earlier answer was lost, so that every
   * payment request that the gateway may have made belongs to one payment.
   */
  start(caller: Caller, wanted: StartRequest): Promise<Started>
  /** Parses a notification and checks its format, signature and recipient. */
  readNotice(caller: Caller, notice: ReceivedNotice): NoticeResult
  /** Asks the gateway about a payment. */
  query(caller: Caller, payment: QueriedPayment): Promise<Found>
  /** Our id of a payment at the gateway. */
  customId(of: {
    provider_id: number
    payment_id: number
    shipment_id: number | null
    reference: string
  }): string
  /** Finds a refund that was already asked for; `null` when the gateway does not have it. */
  findRefund(caller: Caller, refund: RefundRequest): Promise<RefundOutcome | null>
  /** Asks for a refund. Throws `GatewayRejectedError` when the gateway does not make it. */
  refund(caller: Caller, refund: RefundRequest): Promise<RefundOutcome>
  /**
   * The fee of a payment in cents by the gateway's report about it; `null` when the gateway reports fees only in its
   * settlements.
   */
  fee(report: Pick<Finding, 'fee'>): Cents | null
  /** Parses a settlement report file. */
  readSettlement(content: string): Promise<ReadSettlement>
  /** Fetches the settlement report of a South African day, by gateways that send it. */
  fetchSettlement?(caller: Caller, day: string): Promise<string>
  /** The payment methods that the gateway offers an account, by name with their status. */
  listMethods?(caller: Caller, account_code: string): Promise<{ name: string; status: string }[]>
  /** Starts saving a card without a payment. */
  saveCard?(caller: Caller, wanted: StartRequest & { as_default: boolean }): Promise<Started>
  /** Charges a saved card without the payer. Throws `GatewayRejectedError` when the card is declined. */
  chargeCard?(caller: Caller, charge: ChargeRequest): Promise<{ gateway_reference: string }>
  /** Deletes a saved card at the gateway. */
  removeCard?(caller: Caller, token: string): Promise<void>
}

/** The gateways, with their real protocols or as fakes. */
export interface Gateways {
  by_name: Readonly<Record<GatewayName, Gateway>>
  /** Origins to which our pages post payment forms. */
  form_origins: readonly string[]
}

export const gatewaysPort = port<Gateways>('payment gateways')

/** Thrown when a gateway rejects a request; holds the gateway's message. */
export class GatewayRejectedError extends Error {}

/** Thrown when a gateway does not respond, or its response cannot be parsed. */
export class GatewayUnavailableError extends Error {}
