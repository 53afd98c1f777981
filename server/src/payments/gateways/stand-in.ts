import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { currency, formatRand, fromRand, parseRand, toRand, type Cents } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/wire'
import { bobpayText } from '@waybill/domain/payments/bobpay'
import { phpEncoded, readForm, valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import { payfastApiText, payfastFormText, payfastSignedText } from '@waybill/domain/payments/payfast'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { gateway_titles, type GatewayName } from '@waybill/domain/payments/methods'
import { catcherPage, json } from '../../kit/catcher-page.ts'
import { html, type Html } from '../../kit/html.ts'
import { listening } from '../../kit/listening.ts'
import type { RawAnswer } from '../../kit/verb.ts'
import type { Gateways } from './port.ts'
import { realGateways } from './real.ts'
import { md5, svixSignature } from './signatures.ts'

/** The one merchant the stand-in knows; PayFast's is the public one of its test environment. */
export const stand_in_merchant = {
  payfast_merchant_id: '10000100',
  payfast_merchant_key: '46f0cd694581a',
  payfast_passphrase: 'jt7NOE43FZPn',
  bobpay_account_code: 'STA001',
  bobpay_api_key: 'stand-in-key',
  bobpay_passphrase: 'stand-in-passphrase',
  stitch_client_id: 'stand-in-client',
  stitch_client_secret: 'stand-in-secret',
  stitch_webhook_secret: 'whsec_c3RhbmQtaW4gd2ViaG9vayBzZWNyZXQ=',
} as const

/** A notification on its way to us. */
export interface SentNotice {
  url: string
  headers: Record<string, string>
  body: string
}

/** What a person at the gateway's page may do. */
export const stand_in_deeds = ['success', 'fail', 'cancel', 'pending', 'wrong-amount'] as const
export type StandInDeed = (typeof stand_in_deeds)[number]

/** Plays PayFast, Bob Pay and Stitch: speaks their protocols, moves no money, shows every payment with buttons. */
export interface PaymentStandIn {
  url: string
  gateways: Gateways
  /** Newest first, as ids of the pages `/pay/{id}`. */
  payments(): readonly { id: string; gateway: GatewayName; custom_id: string; amount: Cents }[]
  /** Does what a button of the page does; answers where the payer is sent. Stitch is told where by its page's address. */
  act(id: string, deed: StandInDeed, redirect_uri?: string): Promise<string>
  /** Every notification sent so far. */
  sent(): readonly SentNotice[]
  /** From here on every call to an API is answered with this status; `null`: as usual. */
  answerWith(status: number | null): void
  close(): Promise<void>
}

interface Standing {
  id: string
  gateway: GatewayName
  custom_id: string
  title: string
  amount: Cents
  paid: Cents
  status: StandInDeed | 'open'
  at: Date
  notify_url: string
  success_url: string
  pending_url: string
  cancel_url: string
  /** Everything that was sent, for the notification. */
  values: Readonly<Record<string, string>>
  is_card_setup: boolean
}

const most_kept = 500
const largest_bytes = 256 * 1024
const fee_percentage = 2.3

/** Starts the stand-in; port 0 takes any free one, and so does one that is in use. `send` delivers notifications. */
export async function paymentStandIn(about: {
  host: string
  http_port: number
  send?: (notice: SentNotice) => Promise<void>
}): Promise<PaymentStandIn> {
  const kept: Standing[] = []
  const sent: SentNotice[] = []
  let forced: number | null = null
  const send = about.send ?? post
  const keep = (one: Omit<Standing, 'id' | 'paid' | 'status' | 'at'>): Standing => {
    const standing: Standing = { ...one, id: randomUUID(), paid: 0, status: 'open', at: new Date() }
    kept.unshift(standing)
    kept.length = Math.min(kept.length, most_kept)
    return standing
  }
  const act = async (id: string, deed: StandInDeed, redirect_uri = ''): Promise<string> => {
    const one = kept.find((known) => known.id === id)
    if (!one) throw new Error(`The stand-in knows no payment ${id}.`)
    one.status = deed
    one.paid = deed === 'success' ? one.amount : deed === 'wrong-amount' ? one.amount - 100 : 0
    const notice = noticeOf(one, redirect_uri)
    sent.push(notice)
    await send(notice).catch(() => undefined)
    if (one.gateway === 'stitch') return redirect_uri
    if (deed === 'cancel' || deed === 'fail') return one.cancel_url
    return deed === 'pending' ? one.pending_url : one.success_url
  }
  const serve = async (request: IncomingMessage): Promise<RawAnswer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const key = `${request.method ?? 'GET'} ${pathname}`
    const body = request.method === 'POST' ? await readBody(request) : ''
    const [, id = '', deed] = /^\/pay\/([\w-]+)(?:\/([\w-]+))?$/.exec(pathname) ?? []
    if (key === 'GET /') return shownPage('Payments', listOf(kept))
    if (id) return page(kept, id, deed, searchParams.get('redirect_uri') ?? '', act)
    if (key === 'POST /eng/process') return takeForm(body, keep)
    if (forced !== null) return { ...json({ message: 'As asked for.' }), status: forced }
    const answer = api(key, pathname, searchParams, request, body, kept, keep, sent, url)
    return (
      answer ?? {
        ...shownPage('Not here', html`<p><a href="/">All payments</a></p>`),
        status: 404,
      }
    )
  }
  const server = http.createServer((request, response) => {
    void serve(request)
      .catch(() => refusal(500, 'Something went wrong.'))
      .then((answer) => write(response, answer))
  })
  const port = await listening(server, about.host, about.http_port)
  const url = `http://${about.host}:${port}`
  return {
    url,
    gateways: realGateways(url),
    payments: () => kept,
    act,
    sent: () => sent,
    answerWith: (status) => (forced = status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Keep = (one: Omit<Standing, 'id' | 'paid' | 'status' | 'at'>) => Standing

/** The form of PayFast: refused, as there, when its signature is not that of the merchant. */
function takeForm(body: string, keep: Keep): RawAnswer {
  const pairs = readForm(body) ?? []
  const values = valuesOf(pairs)
  const amount = parseRand(values.get('amount') ?? '')
  const is_known =
    values.get('merchant_id') === stand_in_merchant.payfast_merchant_id &&
    values.get('merchant_key') === stand_in_merchant.payfast_merchant_key
  const is_signed =
    values.get('signature') === md5(payfastFormText(pairs, stand_in_merchant.payfast_passphrase))
  if (!is_known || !is_signed || amount === null)
    return {
      ...shownPage(
        'Refused',
        html`<p>
          ${is_known ? 'Generated signature does not match submitted signature.' : 'Unable to process: the merchant is unknown.'}
        </p>`,
      ),
      status: 400,
    }
  const one = keep({
    gateway: 'payfast',
    custom_id: values.get('m_payment_id') ?? '',
    title: values.get('item_name') ?? '',
    amount,
    notify_url: values.get('notify_url') ?? '',
    success_url: values.get('return_url') ?? '',
    pending_url: values.get('return_url') ?? '',
    cancel_url: values.get('cancel_url') ?? '',
    values: Object.fromEntries(values),
    is_card_setup: false,
  })
  return { status: 303, headers: { location: `/pay/${one.id}` }, body: '' }
}

/** The calls of programs, by gateway; `null` for an address that is none of them. */
function api(
  key: string,
  path: string,
  search: URLSearchParams,
  request: IncomingMessage,
  body: string,
  kept: readonly Standing[],
  keep: Keep,
  sent: readonly SentNotice[],
  url: string,
): RawAnswer | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  switch (key) {
    case 'POST /eng/query/validate':
      return text(sent.some((one) => one.body.startsWith(`${body}&signature=`)) ? 'VALID' : 'INVALID')
    case 'GET /transactions/history/daily':
      return payfastHistory(request, search.get('date') ?? '', kept)
    case 'GET /v2/payments/payment-methods/public':
      return json({
        payment_methods: bobpay_methods.map((name) => ({
          name,
          status:
            search.get('account_code') === stand_in_merchant.bobpay_account_code ? 'active' : 'inactive',
        })),
      })
    case 'POST /v2/payments/intents/link':
      return bearer === stand_in_merchant.bobpay_api_key
        ? bobpayLink(body, keep, url)
        : refusal(401, 'Unauthorised')
    case 'POST /v2/payments/intents/validate':
      return sent.some((one) => one.body === body) ? json({}) : refusal(400, 'Invalid')
    case 'DELETE /v2/payments/saved-cards':
      return bearer === stand_in_merchant.bobpay_api_key ? json({}) : refusal(401, 'Unauthorised')
    case 'GET /v2/payments/intents':
      if (bearer !== stand_in_merchant.bobpay_api_key) return refusal(401, 'Unauthorised')
      return json({
        payment_intents: kept
          .filter(({ gateway, custom_id }) => gateway === 'bobpay' && custom_id === search.get('search'))
          .map(bobpayFields),
      })
    case 'POST /connect/token':
      return new URLSearchParams(body).get('client_secret') === stand_in_merchant.stitch_client_secret
        ? json({ access_token: 'stand-in-token', expires_in: 3600 })
        : refusal(401, 'invalid_client')
    case 'POST /v2/payment-requests':
      return bearer === 'stand-in-token' ? stitchRequest(body, keep, url) : refusal(401, 'Unauthorised')
    default: {
      const [, id] = /^GET \/v2\/payment-requests\/([\w-]+)$/.exec(key) ?? []
      const one = id && path ? kept.find((known) => known.id === id) : undefined
      return one ? json(stitchFields(one)) : null
    }
  }
}

const bobpay_methods = ['credit-card', 'instant-eft', 'manual-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay']

function bobpayLink(body: string, keep: Keep, url: string): RawAnswer {
  const sent = JSON.parse(body) as Record<string, unknown>
  const values = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'object' ? '' : String(value)]),
  )
  const word = (name: string): string => values[name] ?? ''
  const amount = fromRand(Number(word('amount')))
  const intent = bobpayIntent(values, amount)
  if (word('signature') !== md5(bobpayText(intent, stand_in_merchant.bobpay_passphrase)))
    return refusal(400, 'The signature does not match.')
  const one = keep({
    gateway: 'bobpay',
    custom_id: intent.custom_payment_id,
    title: intent.item_name,
    amount,
    notify_url: intent.notify_url,
    success_url: intent.success_url,
    pending_url: intent.pending_url,
    cancel_url: intent.cancel_url,
    values,
    is_card_setup: word('is_saved_card_setup') === 'true' || word('save_card') === 'true',
  })
  return json({ url: `${url}/pay/${one.id}`, short_url: `${url}/pay/${one.id}` })
}

function bobpayIntent(values: Readonly<Record<string, string>>, amount: Cents) {
  const word = (name: string): string => values[name] ?? ''
  return {
    recipient_account_code: word('recipient_account_code'),
    custom_payment_id: word('custom_payment_id'),
    email: word('email'),
    mobile_number: word('mobile_number'),
    amount,
    item_name: word('item_name'),
    item_description: word('item_description'),
    notify_url: word('notify_url'),
    success_url: word('success_url'),
    pending_url: word('pending_url'),
    cancel_url: word('cancel_url'),
  }
}

const bobpay_words = {
  open: 'unpaid',
  success: 'paid',
  'wrong-amount': 'paid',
  fail: 'failed',
  cancel: 'cancelled',
  pending: 'processing',
} as const

function bobpayFields(one: Standing) {
  // The signature of a notification covers the amount that it names: what was paid.
  const amount = one.status === 'wrong-amount' ? one.paid : one.amount
  const intent = bobpayIntent(one.values, amount)
  return {
    id: one.id,
    uuid: one.id,
    ...intent,
    amount: toRand(amount),
    paid_amount: toRand(one.paid),
    total_paid_amount: toRand(one.paid),
    status: bobpay_words[one.status],
    payment_method: one.values['payment_method'] ?? 'credit-card',
    is_test: true,
    time_created: one.at.toISOString(),
    signature: md5(bobpayText(intent, stand_in_merchant.bobpay_passphrase)),
    ...(one.is_card_setup && one.status === 'success'
      ? {
          saved_card: { id: `card-${one.id}`, pan: '424242******4242', association: 'Visa', expiry: '12/29' },
        }
      : {}),
  }
}

function stitchRequest(body: string, keep: Keep, url: string): RawAnswer {
  const sent = JSON.parse(body) as {
    externalReference: string
    amount: { quantity: string }
    payer?: { fullName?: string }
  }
  const one = keep({
    gateway: 'stitch',
    custom_id: sent.externalReference,
    title: sent.payer?.fullName ?? '',
    amount: fromRand(Number(sent.amount.quantity)),
    notify_url: '',
    success_url: '',
    pending_url: '',
    cancel_url: '',
    values: {},
    is_card_setup: false,
  })
  return json({ id: one.id, interaction: { type: 'redirect', url: `${url}/pay/${one.id}` } })
}

const stitch_words = {
  open: 'Pending',
  success: 'Completed',
  'wrong-amount': 'Completed',
  fail: 'Failed',
  cancel: 'Cancelled',
  pending: 'Pending',
} as const

function stitchFields(one: Standing) {
  return {
    id: one.id,
    externalReference: one.custom_id,
    status: stitch_words[one.status],
    amount: { currency: currency.code, quantity: sentAmount(one.paid || one.amount) },
  }
}

const payfast_words = {
  open: 'PENDING',
  success: 'COMPLETE',
  'wrong-amount': 'COMPLETE',
  fail: 'FAILED',
  cancel: 'CANCELLED',
  pending: 'PENDING',
} as const

/** What a gateway tells of a payment, signed as it signs. */
function noticeOf(one: Standing, redirect_uri: string): SentNotice {
  if (one.gateway === 'bobpay')
    return {
      url: one.notify_url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bobpayFields(one)),
    }
  if (one.gateway === 'stitch') {
    const body = JSON.stringify({ type: 'payment', data: stitchFields(one) })
    const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))]
    const signature = svixSignature({ id, timestamp, body }, stand_in_merchant.stitch_webhook_secret)
    return {
      url: URL.canParse(redirect_uri) ? `${new URL(redirect_uri).origin}/v2/billing/stitch/notify` : '',
      headers: {
        'content-type': 'application/json',
        'svix-id': id,
        'svix-timestamp': timestamp,
        'svix-signature': `v1,${signature}`,
      },
      body,
    }
  }
  const gross = one.status === 'wrong-amount' ? one.paid : one.amount
  const fee = Math.round((gross * fee_percentage) / 100)
  const fields: Pair[] = [
    { name: 'm_payment_id', value: one.custom_id },
    { name: 'pf_payment_id', value: payfastReference(one) },
    { name: 'payment_status', value: payfast_words[one.status] },
    { name: 'item_name', value: one.title },
    { name: 'item_description', value: one.values['item_description'] ?? '' },
    { name: 'amount_gross', value: sentAmount(gross) },
    { name: 'amount_fee', value: `-${sentAmount(fee)}` },
    { name: 'amount_net', value: sentAmount(gross - fee) },
    { name: 'custom_str1', value: '' },
    { name: 'name_first', value: '' },
    { name: 'name_last', value: '' },
    { name: 'email_address', value: '' },
    { name: 'merchant_id', value: stand_in_merchant.payfast_merchant_id },
  ]
  const signature = md5(payfastSignedText(fields, stand_in_merchant.payfast_passphrase))
  return {
    url: one.notify_url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: [...fields, { name: 'signature', value: signature }]
      .map(({ name, value }) => `${name}=${phpEncoded(value)}`)
      .join('&'),
  }
}

function payfastReference(one: Standing): string {
  return String(Number.parseInt(one.id.slice(0, 8), 16))
}

function payfastHistory(request: IncomingMessage, date: string, kept: readonly Standing[]): RawAnswer {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const signed = {
    'merchant-id': header('merchant-id'),
    version: header('version'),
    timestamp: header('timestamp'),
    date,
  }
  const expected = md5(payfastApiText(signed, stand_in_merchant.payfast_passphrase))
  if (header('merchant-id') !== stand_in_merchant.payfast_merchant_id || header('signature') !== expected)
    return refusal(401, 'Merchant authorization failed.')
  const rows = kept
    .filter(({ gateway, paid, at }) => gateway === 'payfast' && paid > 0 && dayOf(at) === date)
    .map((one) => {
      const fee = Math.round((one.paid * fee_percentage) / 100)
      return [
        date,
        'Funds Received',
        'Credit',
        one.title,
        sentAmount(one.paid),
        `-${sentAmount(fee)}`,
        one.custom_id,
        payfastReference(one),
      ]
    })
  const head = ['Date', 'Type', 'Sign', 'Name', 'Gross', 'Fee', 'M Payment ID', 'PF Payment ID']
  return text([head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
}

async function page(
  kept: readonly Standing[],
  id: string,
  deed: string | undefined,
  redirect_uri: string,
  act: (id: string, deed: StandInDeed, redirect_uri: string) => Promise<string>,
): Promise<RawAnswer> {
  const one = kept.find((known) => known.id === id)
  const known_deed = stand_in_deeds.find((known) => known === deed)
  if (!one || (deed !== undefined && !known_deed))
    return { ...shownPage('Not here', html`<p><a href="/">All payments</a></p>`), status: 404 }
  if (known_deed) {
    const location = await act(id, known_deed, redirect_uri)
    return { status: 303, headers: { location: location || '/' }, body: '' }
  }
  const onward = redirect_uri ? `?redirect_uri=${encodeURIComponent(redirect_uri)}` : ''
  const link = (to: StandInDeed, label: string): Html =>
    html`<li>
      <a href="/pay/${id}/${to}${onward}"><b>${label}</b></a>
    </li>`
  return shownPage(
    `${gateway_titles[one.gateway]}: ${formatRand(one.amount)}`,
    html`<dl>
        <div>
          <dt>For</dt>
          <dd>${one.title}</dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>${one.custom_id}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>${one.status}</dd>
        </div>
      </dl>
      <ul>
        ${link('success', 'Pay')} ${link('fail', 'Fail')} ${link('cancel', 'Cancel')}
        ${link('pending', 'Leave it pending')} ${link('wrong-amount', 'Pay R 1.00 too little')}
      </ul>`,
  )
}

function listOf(kept: readonly Standing[]): Html {
  if (kept.length === 0)
    return html`<p class="empty">No payments yet. They appear here when somebody goes to pay.</p>`
  return html`<ul>
    ${kept.map(
      (one) =>
        html`<li>
          <a href="/pay/${one.id}">
            <b>${gateway_titles[one.gateway]}: ${formatRand(one.amount)}</b>
            <span>${one.custom_id} · ${one.status}</span>
          </a>
        </li>`,
    )}
  </ul>`
}

async function post({ url, headers, body }: SentNotice): Promise<void> {
  if (url) await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) })
}

/** A page of the stand-in. */
function shownPage(title: string, content: Html): RawAnswer {
  return catcherPage('Payments', title, content, 'at the gateways. This is a stand-in: no money moves here.')
}

function text(body: string): RawAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function refusal(status: number, message: string): RawAnswer {
  return { ...json({ message }), status }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) {
    body += String(piece)
    if (body.length > largest_bytes) throw new Error('Too much was sent.')
  }
  return body
}

function write(response: ServerResponse, { status, headers, body }: RawAnswer): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body)
}
