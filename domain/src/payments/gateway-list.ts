import type { Setting } from '../kit/setting.ts'
import type { MethodName } from './method-names.ts'
import {
  bobpay_enabled,
  bobpay_methods,
  bobpay_topup,
  payfast_enabled,
  payfast_topup,
  stitch_enabled,
  stitch_topup,
} from './settings.ts'

/**
 * The list of payment gateways. Besides settings and the calls of the specification, only this file and the folders
 * `server/src/payments/gateways/<name>` name a gateway; an architecture test checks it.
 */
export const gateway_names = ['payfast', 'bobpay', 'stitch'] as const
export type GatewayName = (typeof gateway_names)[number]

/** Sources of a payment (PAY-003): the `-topup` sources pay into an account balance, the others pay for one shipment. */
export const payment_sources = [
  'payfast',
  'payfast-topup',
  'bobpay',
  'bobpay-topup',
  'manual',
  'stitch',
  'stitch-topup',
] as const
export type PaymentSource = (typeof payment_sources)[number]

/** What the product knows of a gateway without its plug-in. */
export interface GatewayEntry {
  /** Display name. */
  title: string
  /** The setting that offers it for shipments. */
  for_shipments: Setting<boolean>
  /** The settings that offer it for top-ups, and the maximum of one top-up in cents (PAY-022, SET-065, SET-111). */
  top_up: { enabled: Setting<boolean>; limit: Setting<number> }
  /** The permission to start a payment through it. */
  start_permission: string
  /** The payment methods that it offers. */
  methods: readonly MethodName[]
  /** The setting that selects some of its methods; `null` when all are offered. */
  chosen: { setting: Setting<string[]>; method: (value: string) => string } | null
  /** What its saved cards can be used for; `null` when it saves none. */
  cards: 'payments' | 'automatic top-ups' | null
  /** Whether it can refund a part of a payment, or only all of it. */
  refunds: 'any part' | 'whole payments'
  /** Whether it sends its settlement reports by API; all are also read from files. */
  sends_settlements: boolean
}

export const gateway_list: Readonly<Record<GatewayName, GatewayEntry>> = {
  payfast: {
    title: 'PayFast',
    for_shipments: payfast_enabled,
    top_up: payfast_topup,
    start_permission: 'API_/billing/payfast/signature:POST',
    methods: ['eft'],
    chosen: null,
    cards: 'automatic top-ups',
    refunds: 'any part',
    sends_settlements: true,
  },
  bobpay: {
    title: 'Bob Pay',
    for_shipments: bobpay_enabled,
    top_up: bobpay_topup,
    start_permission: 'API_/billing/bobpay/url:POST',
    methods: ['credit-card', 'instant-eft', 'manual-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay'],
    chosen: { setting: bobpay_methods, method: (value) => (value === 'card' ? 'credit-card' : value) },
    cards: 'payments',
    refunds: 'whole payments',
    sends_settlements: false,
  },
  stitch: {
    title: 'Stitch',
    for_shipments: stitch_enabled,
    top_up: stitch_topup,
    start_permission: 'API_/billing/stitch/url:POST',
    methods: ['stitch'],
    chosen: null,
    cards: null,
    refunds: 'any part',
    sends_settlements: false,
  },
}

/** Display texts of a payment method. */
export interface MethodText {
  label: string
  hint: string
  /** Whether card logos are displayed beside it. */
  has_cards: boolean
}

export const method_texts: Readonly<Record<MethodName, MethodText>> = {
  'credit-card': { label: 'Card', hint: 'credit or debit card', has_cards: true },
  'instant-eft': { label: 'Instant EFT', hint: 'log in at your bank', has_cards: false },
  'manual-eft': { label: 'Manual EFT', hint: 'can take up to three days to reflect', has_cards: false },
  'capitec-pay': { label: 'Capitec Pay', hint: 'approve in the bank app', has_cards: false },
  'pay-shap': { label: 'PayShap', hint: 'any bank, within a minute', has_cards: false },
  'scan-to-pay': { label: 'Scan to Pay', hint: 'scan a code with your phone', has_cards: false },
  eft: { label: 'PayFast', hint: 'card or EFT on the PayFast page', has_cards: true },
  stitch: { label: 'Stitch', hint: 'card or EFT on the Stitch page', has_cards: true },
}

/** Display names of the gateways. */
export function gatewayTitle(gateway: GatewayName): string {
  return gateway_list[gateway].title
}

/** The gateway that offers a method. */
export function gatewayOf(method: MethodName): GatewayName {
  const name = gateway_names.find((one) => gateway_list[one].methods.includes(method))
  if (!name) throw new Error(`No gateway offers ${method}.`)
  return name
}
