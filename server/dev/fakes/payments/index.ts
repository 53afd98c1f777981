import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { json } from '../../catchers/catcher-page.ts'
import { listening } from '../../listening.ts'
import { refusal } from './answers.ts'
import { answerBobpay, bobpayNotice } from './bobpay.ts'
import { listPage, missingPage, paymentPage } from './pages.ts'
import { answerPayfast, payfastNotice, takeForm } from './payfast.ts'
import {
  paid_actions,
  type FakeFault,
  type FakeGatewayAction,
  type FakePayment,
  type GatewayCall,
  type Memory,
  type SentNotice,
} from './payment.ts'
import { answerStitch, stitchNotice } from './stitch.ts'

export { fake_merchant, type FakeFault, type SentNotice, type FakeGatewayAction } from './payment.ts'

/**
 * Fake PayFast, Bob Pay and Stitch gateways. They implement the protocols, move no money, and have a page with
 * buttons for every payment.
 */
export interface FakeGateways {
  url: string
  /** Newest first. Each id belongs to the page `/pay/{id}`. */
  payments(): readonly Pick<FakePayment, 'id' | 'gateway' | 'custom_id' | 'amount' | 'values' | 'refunds'>[]
  /**
   * Does the same as a button on the payment page, and returns the URL to which the payer is sent. For Stitch,
   * `redirect_uri` is the return URL that its page takes as a query parameter.
   */
  act(id: string, action: FakeGatewayAction, redirect_uri?: string): Promise<string>
  /** All notifications sent so far. */
  sent(): readonly SentNotice[]
  /** Returns this status for all following API requests; `null` restores normal responses. */
  answerWith(status: number | null): void
  /** Misbehaves so at the following API calls that change something; `null` ends it. */
  failWith(fault: FakeFault | null): void
  /** How many calls were done and never answered, because of the fault `silence`. */
  unanswered(): number
  /** Declines all saved cards from now on, or no longer. */
  declineCards(isDeclined: boolean): void
  close(): Promise<void>
}

const standard_max_stored = 500
const largest_bytes = 256 * 1024

/**
 * Starts the fake gateways. A free port is used when the port is 0 or in use. `send` delivers notifications; by
 * default they are posted to their URL. Of the payments, the newest `max_stored` are remembered.
 */
export async function fakeGateways(about: {
  host: string
  http_port: number
  send?: (notice: SentNotice) => Promise<void>
  max_stored?: number
}): Promise<FakeGateways> {
  const payments: FakePayment[] = []
  const sent: SentNotice[] = []
  let forced: number | null = null
  let fault: FakeFault | null = null
  let unanswered = 0
  const send = about.send ?? post
  const memory: Memory = {
    url: '',
    payments,
    sent,
    keep(one) {
      const payment: FakePayment = {
        ...one,
        id: randomUUID(),
        paid: 0,
        status: 'open',
        at: new Date(),
        refunds: [],
      }
      payments.unshift(payment)
      payments.length = Math.min(payments.length, about.max_stored ?? standard_max_stored)
      return payment
    },
    cards: new Map(),
  }
  const act = async (id: string, action: FakeGatewayAction, redirectUri = ''): Promise<string> => {
    const one = payments.find((known) => known.id === id)
    if (!one) throw new Error(`The stand-in knows no payment ${id}.`)
    one.status = action
    one.paid = paid_actions.includes(action) ? one.amount - (action === 'wrong-amount' ? 100 : 0) : 0
    const notice = noticeOf(one, redirectUri, memory)
    sent.push(notice)
    await send(notice).catch(() => undefined)
    if (one.gateway === 'stitch') return redirectUri
    if (action === 'cancel' || action === 'fail') return one.cancel_url
    return action === 'pending' ? one.pending_url : one.success_url
  }
  const serve = async (request: IncomingMessage): Promise<RawAnswer> => {
    const { pathname, searchParams: search } = new URL(request.url ?? '/', 'http://stand-in')
    const key = `${request.method ?? 'GET'} ${pathname}`
    const body = request.method === 'POST' || request.method === 'PUT' ? await readBody(request) : ''
    const [, id = '', action] = /^\/pay\/([\w-]+)(?:\/([\w-]+))?$/.exec(pathname) ?? []
    if (key === 'GET /') return listPage(payments)
    if (id) {
      const one = payments.find((known) => known.id === id)
      return paymentPage(one, action, search.get('redirect_uri') ?? '', act)
    }
    if (key === 'POST /eng/process') return takeForm(body, memory)
    if (forced !== null) return { ...json({ message: 'As asked for.' }), status: forced }
    const call: GatewayCall = { key, search, headers: request.headers, body }
    const changes = isChange(call)
    if (fault === 'error' && changes) return refusal(503, 'As asked for.')
    const answer =
      answerPayfast(call, memory) ?? answerBobpay(call, memory) ?? answerStitch(call, memory) ?? missingPage()
    if (fault === 'error after doing it' && changes) return refusal(500, 'As asked for.')
    if (fault === 'silence' && (changes || key === 'POST /eng/query/validate')) {
      unanswered += 1
      return new Promise(() => undefined)
    }
    if (fault === 'lost answer' && changes) request.socket.destroy()
    return answer
  }
  const server = http.createServer((request, response) => {
    void serve(request)
      .catch(() => refusal(500, 'Something went wrong.'))
      .then((answer) => write(response, answer))
  })
  const port = await listening(server, about.host, about.http_port)
  memory.url = `http://${about.host}:${port}`
  return {
    url: memory.url,
    payments: () => payments,
    act,
    sent: () => sent,
    answerWith: (status) => (forced = status),
    failWith: (wanted) => (fault = wanted),
    unanswered: () => unanswered,
    declineCards: (isDeclined) => {
      for (const card of memory.cards.values()) card.is_declined = isDeclined
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Builds the notification that the gateway of a payment sends about it. */
function noticeOf(one: FakePayment, redirectUri: string, memory: Memory): SentNotice {
  if (one.gateway === 'bobpay') return bobpayNotice(one)
  return one.gateway === 'stitch' ? stitchNotice(one, redirectUri) : payfastNotice(one, memory)
}

async function post({ url, headers, body }: SentNotice): Promise<void> {
  if (url) await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) })
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

/** Whether a call starts a payment, asks for a refund or charges a card. */
function isChange({ key, body }: GatewayCall): boolean {
  return (
    /^POST \/(refunds\/|subscriptions\/|v2\/payments\/(reversal|intents\/link)|v2\/payment-requests)/.test(
      key,
    ) ||
    (key === 'POST /graphql' && body.includes('clientRefundInitiate'))
  )
}
