import type { BobpayIntent } from '@waybill/domain/payments/gateways/bobpay'
import type { Pair } from '@waybill/domain/payments/pairs'
import type { Finding } from '@waybill/domain/payments/payment'
import type { Cents } from '@waybill/domain/kit/money'
import { port } from '../../kit/handler.ts'

/** What a company is known by at PayFast. */
export interface PayfastCredentials {
  merchant_id: string
  merchant_key: string
  passphrase: string
  sandbox: boolean
}

/** What a company is known by at Bob Pay. */
export interface BobpayCredentials {
  account_code: string
  api_key: string
  passphrase: string
  sandbox: boolean
}

/** What a company is known by at Stitch; its credentials themselves say whether they are for tests. */
export interface StitchCredentials {
  client_id: string
  client_secret: string
  webhook_secret: string
}

/** What a gateway answers when it is asked about a payment; `null` when it knows of nothing. */
export type Found = Omit<Finding, 'is_confirmed'> | null

export interface Payfast {
  /** Where the form of a payment is sent. */
  formAddress(sandbox: boolean): string
  /** The addresses it sends notifications from, by its own host names. */
  senders(): Promise<readonly string[]>
  /** Whether the gateway has sent this notification: its signed fields, as it asks for them back. */
  confirms(text: string, sandbox: boolean): Promise<boolean>
  /** Looks for a payment on the days since a moment. */
  find(credentials: PayfastCredentials, custom_id: string, since: Date, now: Date): Promise<Found>
  /** Throws `GatewayRejectedError` when the credentials are not known. */
  check(credentials: PayfastCredentials, now: Date): Promise<void>
}

export interface Bobpay {
  /** Starts a payment and answers the page to go to. */
  link(
    credentials: BobpayCredentials,
    intent: BobpayIntent,
    more: { payment_methods: readonly string[]; card: readonly Pair[] },
  ): Promise<string>
  /** Whether the gateway has sent this notification. */
  confirms(credentials: BobpayCredentials, body: string): Promise<boolean>
  find(credentials: BobpayCredentials, custom_id: string): Promise<Found>
  /** The ways to pay of an account and their status. */
  methods(account_code: string, sandbox: boolean): Promise<{ name: string; status: string }[]>
  /** Forgets a saved card. */
  removeCard(credentials: BobpayCredentials, token: string): Promise<void>
  check(credentials: BobpayCredentials): Promise<void>
}

export interface StitchRequest {
  reference: string
  amount: Cents
  redirect_uri: string
  payer: { identifier: string; name: string; email: string; mobile_number: string }
  /** Of the setting `stitch_methods`. */
  methods: readonly string[]
  expires: Date
}

export interface Stitch {
  /** Starts a payment: its id at the gateway, and the page to go to. */
  request(credentials: StitchCredentials, wanted: StitchRequest): Promise<{ id: string; url: string }>
  find(credentials: StitchCredentials, id: string): Promise<Found>
  check(credentials: StitchCredentials): Promise<void>
}

/** The gateways, over their real protocols or played by the stand-in. */
export interface Gateways {
  payfast: Payfast
  bobpay: Bobpay
  stitch: Stitch
  /** Origins that forms of our pages are sent to. */
  form_origins: readonly string[]
}

export const gatewaysPort = port<Gateways>('payment gateways')

/** A gateway said no, in its words. */
export class GatewayRejectedError extends Error {}

/** A gateway did not answer, or not with something to be understood. */
export class GatewayUnavailableError extends Error {}
