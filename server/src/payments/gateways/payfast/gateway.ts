import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { isInRanges } from '@waybill/domain/payments/addresses'
import {
  payfast_addresses,
  payfast_merchant_id,
  payfast_merchant_key,
  payfast_passphrase,
  payfast_sandbox,
} from '@waybill/domain/payments/settings'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { z } from 'zod'
import { callGateway, parseAnswer, parseJson } from '../call.ts'
import { currencyProblem } from '../currency-problem.ts'
import {
  GatewayRejectedError,
  GatewayUnavailableError,
  type Caller,
  type Gateway,
  type StartRequest,
  type Started,
} from '../port.ts'
import { senderAddresses } from '../sender-addresses.ts'
import { readSettlementFile } from '../read-settlement.ts'
import { md5 } from '../digests.ts'
import { emptySettings } from '../empty-settings.ts'
import { callPayfast, callPayfastForData } from './api.ts'
import { payfastId, payfastItem, readForm } from './form.ts'
import { payfast_senders, payfastNotice } from './notice.ts'
import { payfastCredentials } from './settings.ts'
import { isSignedByPayfast, payfastFields, payfastFormText, payfastNoticeText } from './signature.ts'

const live = 'https://www.payfast.co.za'
const sandbox = 'https://sandbox.payfast.co.za'
/** The hosts whose pages receive payment forms. */
export const payfast_form_hosts = [live, sandbox] as const

/** The columns of PayFast's transaction history. */
const Refundable = z.object({
  amount_original: z.coerce.number().int(),
  amount_available_for_refund: z.coerce.number().int(),
  status: z.string(),
  errors: z.array(z.string()).default([]),
  refund_full: z.object({ method: z.string() }).default({ method: '' }),
  refund_partial: z.object({ method: z.string() }).default({ method: '' }),
})

/**
 * The PayFast plug-in (docs/domain/payments.md#payfast). `at` replaces addresses, such as by those of a fake; `senders`
 * returns the IP addresses from which it sends notifications.
 */
export function payfastGateway(
  at: (address: string) => string,
  senders = senderAddresses(at(live) === live ? payfast_senders : []),
): Gateway {
  const api = at('https://api.payfast.co.za')
  const pages = (isSandbox: boolean): string => at(isSandbox ? sandbox : live)
  const form = (
    { read }: Caller,
    wanted: StartRequest,
    more: Readonly<Record<string, string>> = {},
  ): Started => {
    const credentials = payfastCredentials(read)
    const pairs = [
      { name: 'merchant_id', value: credentials.merchant_id },
      { name: 'merchant_key', value: credentials.merchant_key },
      { name: 'return_url', value: wanted.return_urls.success },
      { name: 'cancel_url', value: wanted.return_urls.cancelled },
      { name: 'notify_url', value: wanted.notify_url },
      { name: 'm_payment_id', value: wanted.custom_id },
      { name: 'amount', value: sentAmount(wanted.amount) },
      ...payfastItem(wanted.item_name, wanted.item_description),
      { name: 'email_confirmation', value: '0' },
      ...Object.entries(more).map(([name, value]) => ({ name, value })),
    ]
    return {
      redirect_url: `${pages(credentials.sandbox)}/eng/process`,
      form: {
        fields: payfastFields(pairs),
        signature: md5(payfastFormText(pairs, credentials.passphrase)),
      },
    }
  }
  const confirms = async (text: string, isSandbox: boolean): Promise<boolean> => {
    const answer = await callGateway(`${pages(isSandbox)}/eng/query/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: text,
    })
    return answer.split('\n')[0]?.trim() === 'VALID'
  }
  const refundable = async (caller: Caller, gatewayReference: string) => {
    const path = `/refunds/query/${encodeURIComponent(gatewayReference)}`
    const answer = parseJson(await callPayfast(api, caller, { path }))
    const wrapped = z.object({ data: z.object({ response: Refundable }) }).safeParse(answer)
    return wrapped.success ? wrapped.data.data.response : parseAnswer(Refundable, answer)
  }
  const history = async (caller: Caller, day: string): Promise<string> => {
    const text = await callPayfast(api, caller, { path: '/transactions/history/daily', query: { date: day } })
    return text.trimStart().startsWith('{') ? csvInside(text) : text
  }
  return {
    missing: (read) =>
      emptySettings(read, [
        payfast_merchant_id,
        payfast_merchant_key,
        // Without a passphrase anyone can compute its signatures.
        ...(read(payfast_sandbox) ? [] : [payfast_passphrase]),
      ]),
    check: async (caller) => void (await history(caller, dayOf(caller.now))),
    start: async (caller, wanted) => form(caller, wanted),
    // Subscription type 2 saves the card and charges nothing by itself.
    saveCard: async (caller, wanted) => form(caller, wanted, { subscription_type: '2' }),
    customId: ({ provider_id, payment_id, shipment_id }) => payfastId(provider_id, payment_id, shipment_id),
    readNotice({ read }, { body, address }) {
      const pairs = readForm(body)
      const notice = pairs && payfastNotice(pairs)
      if (!pairs || !notice) return { is: 'not ours', reason: 'it could not be read' }
      const credentials = payfastCredentials(read)
      const { merchant_id, passphrase } = credentials
      if (!merchant_id || !isSignedByPayfast(pairs, passphrase))
        return { is: 'forged', reason: 'the signature is wrong' }
      const { custom_id, token, merchant_id: theirs, ...finding } = notice
      const isOther = theirs !== merchant_id
      return {
        is: 'not yet provable',
        report: {
          custom_id,
          finding: {
            outcome: finding.outcome,
            amount: finding.amount,
            fee: finding.fee,
            gateway_reference: finding.gateway_reference,
            problem: isOther
              ? {
                  reason: 'merchant',
                  text: `It was paid to merchant ${theirs}, not to ${merchant_id}. Check the merchant id in the settings and at PayFast.`,
                }
              : finding.problem,
          },
          card: token ? { token, last_digits: '', association: '', expiry: '' } : null,
        },
        confirm: async () => {
          const isRecognised =
            credentials.sandbox ||
            isInRanges(address, read(payfast_addresses)) ||
            isInRanges(address, await senders())
          return isRecognised && confirms(payfastNoticeText(pairs), credentials.sandbox)
        },
      }
    },
    async query(caller, { custom_id, time_created }) {
      for (let atDay = time_created.getTime(); dayOf(new Date(atDay)) <= dayOf(caller.now); atDay += day_ms) {
        const read = await readSettlementFile(await history(caller, dayOf(new Date(atDay))), 'payfast')
        if ('problem' in read)
          throw new GatewayUnavailableError(`The list of payments could not be read. ${read.problem}`)
        const line = read.lines.find(
          (one) => one.custom_id === custom_id && one.kind === 'payment' && one.gateway_reference !== '',
        )
        if (line)
          return {
            outcome: 'paid',
            amount: line.gross,
            fee: line.fee,
            gateway_reference: line.gateway_reference,
            problem: currencyProblem(line.currency, 'PayFast'),
          }
      }
      return null
    },
    async findRefund(caller, { gateway_reference, amount, refunded_before }) {
      const { amount_original, amount_available_for_refund } = await refundable(
        caller,
        gateway_reference ?? '',
      )
      const isReturned = amount_original - amount_available_for_refund - refunded_before >= amount
      return isReturned ? { state: 'confirmed', refund_reference: '' } : null
    },
    async refund(caller, { gateway_reference, amount, received, refunded_before, reference, reason }) {
      const { status, errors, refund_full, refund_partial } = await refundable(
        caller,
        gateway_reference ?? '',
      )
      const { method } = amount === received && refunded_before === 0 ? refund_full : refund_partial
      if (status !== 'REFUNDABLE' || method !== 'PAYMENT_SOURCE')
        throw new GatewayRejectedError(
          errors[0] ??
            (method === 'BANK_PAYOUT'
              ? 'PayFast pays this back only into a bank account. Refund it on the PayFast site.'
              : 'PayFast does not refund this payment.'),
        )
      const { response, message } = await callPayfastForData(api, caller, {
        method: 'POST',
        path: `/refunds/${encodeURIComponent(gateway_reference ?? '')}`,
        body: { amount: String(amount), notify_buyer: '1', reason: `${reference} ${reason}`.slice(0, 255) },
      })
      if (response !== true)
        throw new GatewayRejectedError(typeof message === 'string' ? message : 'It did not say why.')
      return { state: 'confirmed', refund_reference: '' }
    },
    fee: ({ fee }) => fee,
    readSettlement: (content) => readSettlementFile(content, 'payfast'),
    fetchSettlement: history,
    async chargeCard(caller, { token, custom_id, amount, item_name, item_description }) {
      const { response, message, pf_payment_id } = await callPayfastForData(api, caller, {
        method: 'POST',
        path: `/subscriptions/${encodeURIComponent(token)}/adhoc`,
        body: { amount: String(amount), item_name, item_description, itn: 'true', m_payment_id: custom_id },
      })
      if (response !== true)
        throw new GatewayRejectedError(typeof message === 'string' ? message : 'The card was declined.')
      // Without its id the notification about this charge would look like a second payment: the charge is polled instead.
      if (!pf_payment_id) throw new GatewayUnavailableError('It gave the payment no id.')
      return { gateway_reference: String(pf_payment_id) }
    },
    removeCard: async (caller, token) =>
      void (await callPayfastForData(api, caller, {
        method: 'PUT',
        path: `/subscriptions/${encodeURIComponent(token)}/cancel`,
      })),
  }
}

/** What a line of the transaction history is; `null` for lines that are not about payments. */
function csvInside(text: string): string {
  const read = z.object({ data: z.object({ response: z.string() }) }).safeParse(parseJson(text))
  return read.success ? read.data.data.response : ''
}
