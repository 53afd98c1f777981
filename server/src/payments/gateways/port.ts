import type { BobpayIntent } from '@waybill/domain/payments/gateways/bobpay'
import type { Pair } from '@waybill/domain/payments/pairs'
import type { Finding } from '@waybill/domain/payments/payment'
import type { Cents } from '@waybill/domain/kit/money'
import { port } from '../../kit/handler.ts'

/** A company's PayFast credentials. */
export interface PayfastCredentials {
  merchant_id: string
  merchant_key: string
  passphrase: string
  sandbox: boolean
}

/** A company's Bob Pay credentials. */
export interface BobpayCredentials {
  account_code: string
  api_key: string
  passphrase: string
  sandbox: boolean
}

/**
 * A company's Stitch credentials. There is no sandbox flag: the credentials themselves determine whether they are for
 * tests.
 */
export interface StitchCredentials {
  client_id: string
  client_secret: string
  webhook_secret: string
}

/** A gateway's report about a payment; `null` when it has no such payment. */
export type Found = Omit<Finding, 'is_confirmed'> | null

export interface Payfast {
  /** The URL to which the payment form is posted. */
  formAddress(sandbox: boolean): string
  /** The IP addresses of its host names, from which it sends notifications. */
  senders(): Promise<readonly string[]>
  /** Whether PayFast confirms that it sent this notification. `text` holds the signed fields, as PayFast requires. */
  confirms(text: string, sandbox: boolean): Promise<boolean>
  /** Searches for a payment on every day from `since` to `now`. */
  find(credentials: PayfastCredentials, custom_id: string, since: Date, now: Date): Promise<Found>
  /** Throws `GatewayRejectedError` when the credentials are invalid. */
  check(credentials: PayfastCredentials, now: Date): Promise<void>
}

export interface Bobpay {
  /** Starts a payment and returns the page to redirect to. */
  link(
    credentials: BobpayCredentials,
    intent: BobpayIntent,
    more: { payment_methods: readonly string[]; card: readonly Pair[] },
  ): Promise<string>
  /** Whether Bob Pay confirms that it sent this notification. */
  confirms(credentials: BobpayCredentials, body: string): Promise<boolean>
  find(credentials: BobpayCredentials, custom_id: string): Promise<Found>
  /** Returns the payment methods of an account with their status. */
  methods(account_code: string, sandbox: boolean): Promise<{ name: string; status: string }[]>
  /** Deletes a saved card at the gateway. */
  removeCard(credentials: BobpayCredentials, token: string): Promise<void>
  check(credentials: BobpayCredentials): Promise<void>
}

export interface StitchRequest {
  reference: string
  amount: Cents
  redirect_uri: string
  payer: { identifier: string; name: string; email: string; mobile_number: string }
  /** Values of the setting `stitch_methods`. */
  methods: readonly string[]
  expires: Date
}

export interface Stitch {
  /** Starts a payment; returns its id at the gateway and the page to redirect to. */
  request(credentials: StitchCredentials, wanted: StitchRequest): Promise<{ id: string; url: string }>
  find(credentials: StitchCredentials, id: string): Promise<Found>
  check(credentials: StitchCredentials): Promise<void>
}

/** The gateways, with their real protocols or as fakes. */
export interface Gateways {
  payfast: Payfast
  bobpay: Bobpay
  stitch: Stitch
  /** Origins to which our pages post payment forms. */
  form_origins: readonly string[]
}

export const gatewaysPort = port<Gateways>('payment gateways')

/** Thrown when a gateway rejects a request; holds the gateway's message. */
export class GatewayRejectedError extends Error {}

/** Thrown when a gateway does not respond, or its response cannot be parsed. */
export class GatewayUnavailableError extends Error {}
