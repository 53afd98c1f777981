import { toRand } from '@waybill/domain/kit/money'
import { isInRanges } from '@waybill/domain/payments/addresses'
import type { HeldProblem } from '@waybill/domain/payments/payment'
import {
  bobpay_account_code,
  bobpay_addresses,
  bobpay_api_key,
  bobpay_passphrase,
  bobpay_sandbox,
} from '@waybill/domain/payments/settings'
import { z } from 'zod'
import { callGatewayForJson, parseAnswer, parseJson } from '../call.ts'
import { currencyProblem } from '../currency-problem.ts'
import {
  GatewayRejectedError,
  type Caller,
  type Gateway,
  type ReadSetting,
  type StartRequest,
  type Started,
} from '../port.ts'
import { readSettlementFile } from '../read-settlement.ts'
import { md5 } from '../digests.ts'
import { emptySettings } from '../empty-settings.ts'
import { BobpayNotice, bobpayOutcome, isReversed } from './notice.ts'
import { bobpayText, isSignedByBobpay } from './signature.ts'

const live = 'https://api.bobpay.co.za'
const sandbox = 'https://api.sandbox.bobpay.co.za'

const Link = z.object({ url: z.string().min(1) })
const Methods = z.object({ payment_methods: z.array(z.object({ name: z.string(), status: z.string() })) })
const Intents = z.object({
  payment_intents: z.array(
    BobpayNotice.pick({
      id: true,
      custom_payment_id: true,
      paid_amount: true,
      status: true,
      currency: true,
      payment: true,
    }),
  ),
})

/** How long the payment methods of an account are cached, in ms. */
const remembered_ms = 60_000

/** The Bob Pay plug-in (docs/domain/payments.md#bob-pay). `at` replaces addresses, such as by those of a fake. */
export function bobpayGateway(at: (address: string) => string): Gateway {
  const api = (isSandbox: boolean): string => at(isSandbox ? sandbox : live)
  const request = (
    { read }: Caller,
    path: string,
    options: { method?: string; body?: string } = {},
  ): Promise<unknown> =>
    callGatewayForJson(`${api(read(bobpay_sandbox))}/v2${path}`, {
      ...options,
      headers: {
        authorization: `Bearer ${read(bobpay_api_key).trim()}`,
        'content-type': 'application/json',
      },
    })
  const supportedMethods = new Map<string, { methods: { name: string; status: string }[]; until: number }>()
  const intentsOf = async (caller: Caller, search: string) =>
    parseAnswer(
      Intents,
      await request(caller, `/payments/intents?search=${encodeURIComponent(search)}&limit=20`),
    ).payment_intents.filter((one) => one.custom_payment_id === search)
  const link = async (
    caller: Caller,
    wanted: StartRequest,
    more: Readonly<Record<string, string>>,
  ): Promise<Started> => {
    const { payer, return_urls } = wanted
    const intent = {
      recipient_account_code: accountCode(caller.read),
      custom_payment_id: wanted.custom_id,
      email: payer.email,
      mobile_number: payer.mobile_number,
      amount: wanted.amount,
      item_name: wanted.item_name,
      item_description: wanted.item_description,
      notify_url: wanted.notify_url,
      success_url: return_urls.success,
      pending_url: return_urls.pending,
      cancel_url: return_urls.cancelled,
    }
    const answer = await request(caller, '/payments/intents/link', {
      method: 'POST',
      body: JSON.stringify({
        ...intent,
        amount: toRand(intent.amount),
        payment_methods: wanted.methods,
        ...more,
        signature: md5(bobpayText(intent, caller.read(bobpay_passphrase).trim())),
      }),
    })
    return { redirect_url: parseAnswer(Link, answer).url }
  }
  return {
    missing: (read) => emptySettings(read, [bobpay_account_code, bobpay_api_key, bobpay_passphrase]),
    check: async (caller) => void (await intentsOf(caller, accountCode(caller.read))),
    start: (caller, wanted) =>
      link(caller, wanted, {
        ...(wanted.card
          ? {
              saved_card_id: wanted.card.token,
              pan: wanted.card.last_digits,
              reference: wanted.reference,
              cvv: wanted.card.cvv,
            }
          : {}),
        ...(wanted.saves_card ? { save_card: 'true' } : {}),
      }),
    saveCard: (caller, wanted) =>
      link(caller, wanted, {
        is_saved_card_setup: 'true',
        ...(wanted.as_default ? { set_as_default_payment_setup: 'true' } : {}),
      }),
    customId: ({ reference }) => reference,
    readNotice(caller, { body, address }) {
      const { read } = caller
      const notice = BobpayNotice.safeParse(parseJson(body)).data
      if (!notice) return { is: 'not ours', reason: 'it could not be read' }
      const passphrase = read(bobpay_passphrase).trim()
      if (!passphrase || !isSignedByBobpay(notice, passphrase, notice.signature))
        return { is: 'forged', reason: 'the signature is wrong' }
      const card = notice.saved_card
      return {
        is: 'not yet provable',
        report: {
          custom_id: notice.custom_payment_id,
          finding: findingOf(notice, problemOf(notice, accountCode(read))),
          card: card
            ? {
                token: card.id,
                last_digits: card.pan.slice(-4),
                association: card.association,
                expiry: card.expiry,
              }
            : null,
        },
        confirm: async () => {
          if (!read(bobpay_sandbox) && !isInRanges(address, read(bobpay_addresses))) return false
          await request(caller, '/payments/intents/validate', { method: 'POST', body })
          return true
        },
      }
    },
    async query(caller, { custom_id }) {
      const own = await intentsOf(caller, custom_id)
      const one = own.find(({ status }) => status === 'paid') ?? own[0]
      return one ? findingOf(one, moneyProblemOf(one)) : null
    },
    async findRefund(caller, { custom_id, gateway_reference }) {
      const own = await intentsOf(caller, custom_id)
      const one = own.find(({ id }) => id === gateway_reference)
      return one && isReversed(one) ? { state: 'confirmed', refund_reference: '' } : null
    },
    async refund(caller, { gateway_reference, amount, received }) {
      if (amount !== received)
        throw new GatewayRejectedError('Bob Pay refunds only the whole payment, not a part of it.')
      const id = Number(gateway_reference)
      await request(caller, '/payments/reversal', {
        method: 'POST',
        body: JSON.stringify({ id: Number.isSafeInteger(id) ? id : gateway_reference }),
      })
      return { state: 'confirmed', refund_reference: '' }
    },
    fee: () => null,
    readSettlement: (content) => readSettlementFile(content, 'general'),
    async listMethods({ read }, account) {
      const code = account || accountCode(read)
      if (!code) return []
      const address = `${api(read(bobpay_sandbox))}/v2/payments/payment-methods/public?account_code=${encodeURIComponent(code)}`
      const known = supportedMethods.get(address)
      if (known && known.until > performance.now()) return known.methods
      const methods = parseAnswer(Methods, await callGatewayForJson(address)).payment_methods
      supportedMethods.set(address, { methods, until: performance.now() + remembered_ms })
      return methods
    },
    removeCard: async (caller, token) =>
      void (await request(caller, `/payments/saved-cards?id=${encodeURIComponent(token)}`, {
        method: 'DELETE',
      })),
  }
}

function accountCode(read: ReadSetting): string {
  return read(bobpay_account_code).trim()
}

function findingOf(
  { id, status, paid_amount }: Pick<BobpayNotice, 'id' | 'status' | 'paid_amount'>,
  problem: HeldProblem | null,
) {
  return {
    outcome: bobpayOutcome(status),
    amount: Math.max(0, paid_amount),
    fee: 0,
    gateway_reference: id,
    problem,
  }
}

function problemOf(notice: BobpayNotice, account: string): HeldProblem | null {
  const { recipient_account_code: theirs } = notice
  if (theirs !== account)
    return {
      reason: 'merchant',
      text: `It was paid to account ${theirs}, not to ${account}. Check the account code in the settings and at Bob Pay.`,
    }
  return moneyProblemOf(notice)
}

function moneyProblemOf({
  currency: paidIn,
  paid_amount,
}: Pick<BobpayNotice, 'currency' | 'paid_amount'>): HeldProblem | null {
  if (paid_amount < 0)
    return { reason: 'amount', text: 'It reports an amount that cannot be read. Ask Bob Pay what was paid.' }
  return currencyProblem(paidIn, 'Bob Pay')
}
