import { currency } from '@waybill/domain/kit/money'
import { isInRanges } from '@waybill/domain/payments/addresses'
import { BobpayNotice, bobpayOutcome, bobpayText } from '@waybill/domain/payments/gateways/bobpay'
import { readForm } from '@waybill/domain/payments/pairs'
import {
  payfastNotice,
  payfastNoticeText,
  payfastSignedText,
} from '@waybill/domain/payments/gateways/payfast'
import type { Finding } from '@waybill/domain/payments/payment'
import { bobpay_addresses, payfast_addresses } from '@waybill/domain/payments/settings'
import {
  isSvixFresh,
  StitchWebhook,
  stitchOutcome,
  svixSignatures,
} from '@waybill/domain/payments/gateways/stitch'
import type { ExternalContext } from '../kit/handler.ts'
import { bobpayCredentials, payfastCredentials, stitchCredentials } from './credentials.ts'
import { gatewaysPort } from './gateways/port.ts'
import { isSame, md5, svixSignature } from './gateways/signatures.ts'
import type { NewNotice } from './store.ts'

/** A received notification with its time. */
type ReceivedNotice = Pick<NewNotice, 'gateway' | 'body' | 'headers' | 'address'> & { time_created: Date }

/** The result of parsing a notification: the reason for rejecting it, or the payment and what is reported about it. */
export type ReadNotice =
  | { refused: string }
  | {
      custom_id: string
      finding: Omit<Finding, 'is_confirmed'>
      card: NonNullable<BobpayNotice['saved_card']> | null
      /**
       * Checks whether the gateway itself confirms the notification, by its sender address and a request to the
       * gateway.
       */
      confirm: () => Promise<boolean>
    }

/** Parses a notification and checks its format, signature and recipient (docs/domain/payments.md#callbacks). */
export function readNotification(ctx: ExternalContext, notice: ReceivedNotice): ReadNotice {
  switch (notice.gateway) {
    case 'payfast':
      return readPayfast(ctx, notice)
    case 'bobpay':
      return readBobpay(ctx, notice)
    case 'stitch':
      return readStitch(ctx, notice)
  }
}

function readPayfast(ctx: ExternalContext, { body, address }: ReceivedNotice): ReadNotice {
  const pairs = readForm(body)
  const read = pairs && payfastNotice(pairs)
  if (!pairs || !read) return { refused: 'refused: it could not be read' }
  const { merchant_id, passphrase, sandbox } = payfastCredentials(ctx)
  if (!merchant_id || !isSame(md5(payfastSignedText(pairs, passphrase)), read.signature))
    return { refused: 'refused: the signature is wrong' }
  if (read.merchant_id !== merchant_id) return { refused: 'refused: it is for another merchant' }
  const { custom_id, outcome, amount, fee, gateway_reference } = read
  return {
    custom_id,
    finding: { outcome, amount, fee, gateway_reference },
    card: null,
    confirm: async () => {
      const { payfast } = ctx.adapter(gatewaysPort)
      const isRecognised =
        sandbox ||
        isInRanges(address, ctx.setting(payfast_addresses)) ||
        isInRanges(address, await payfast.senders())
      return isRecognised && payfast.confirms(payfastNoticeText(pairs), sandbox)
    },
  }
}

function readBobpay(ctx: ExternalContext, { body, address }: ReceivedNotice): ReadNotice {
  const read = BobpayNotice.safeParse(parsed(body)).data
  if (!read) return { refused: 'refused: it could not be read' }
  const credentials = bobpayCredentials(ctx)
  const { account_code, passphrase, sandbox } = credentials
  if (!passphrase || !isSame(md5(bobpayText(read, passphrase)), read.signature))
    return { refused: 'refused: the signature is wrong' }
  if (read.recipient_account_code !== account_code) return { refused: 'refused: it is for another merchant' }
  return {
    custom_id: read.custom_payment_id,
    finding: {
      outcome: bobpayOutcome(read.status),
      amount: read.paid_amount,
      fee: 0,
      gateway_reference: read.id,
    },
    card: read.saved_card ?? null,
    confirm: async () =>
      (sandbox || isInRanges(address, ctx.setting(bobpay_addresses))) &&
      (await ctx.adapter(gatewaysPort).bobpay.confirms(credentials, body)),
  }
}

function readStitch(ctx: ExternalContext, { body, headers, time_created }: ReceivedNotice): ReadNotice {
  const { webhook_secret } = stitchCredentials(ctx)
  const [id = '', timestamp = '', signature = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
    (name) => headers[name] ?? '',
  )
  if (!isSvixFresh(timestamp, time_created)) return { refused: 'refused: it is too old or has no time' }
  const expected = webhook_secret ? svixSignature({ id, timestamp, body }, webhook_secret) : ''
  if (!expected || !svixSignatures(signature).some((one) => isSame(expected, one)))
    return { refused: 'refused: the signature is wrong' }
  const read = StitchWebhook.safeParse(parsed(body)).data
  if (!read || read.data.amount.currency !== currency.code)
    return { refused: 'refused: it could not be read' }
  const { externalReference, amount, id: gatewayReference } = read.data
  return {
    custom_id: externalReference,
    finding: {
      outcome: stitchOutcome(read.data),
      amount: amount.quantity,
      fee: 0,
      gateway_reference: gatewayReference,
    },
    card: null,
    // The signature is enough: only Stitch and the company have the secret.
    confirm: () => Promise.resolve(true),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return null
  }
}
