import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { z } from 'zod'
import { catcherPage, json } from './catcher-page.ts'
import { html, type Html } from '../../src/kit/html.ts'
import { listening } from '../listening.ts'
import type { RawAnswer } from '../../src/kit/handler.ts'
import { infobipCalls, infobipSender, infobipWhatsApp } from '../../src/kit/sms/infobip.ts'
import type { CallConnector, MaskedCall, SmsSender, WhatsAppSender } from '../../src/kit/sms/sms-port.ts'

/** A received SMS or WhatsApp message. */
export interface CaughtSms {
  id: string
  received_at: Date
  from: string
  to: string
  text: string
  /** Name of the WhatsApp template, `''` for an SMS. For a template, `text` holds the placeholder values. */
  template: string
  /** URL for delivery reports of this message. */
  report_url: string
}

/** A call that was connected. */
export interface CaughtCall extends MaskedCall {
  received_at: Date
}

/** A fake Infobip gateway. It implements the protocol, delivers nothing and shows every message. */
export interface SmsCatcher {
  /** URL of the page, and base URL of the gateway. */
  url: string
  /** Newest first, at most 500 messages. */
  messages(): readonly CaughtSms[]
  /** Calls between two phones, newest first, at most 500. */
  calls(): readonly CaughtCall[]
  /** An SMS sender that uses this catcher. */
  sender: SmsSender
  /** A WhatsApp sender that uses this catcher. */
  whatsapp: WhatsAppSender
  /** Connects calls through this catcher. */
  connector: CallConnector
  /** Returns this status for all following requests; `null` restores normal responses. */
  answerWith(status: number | null): void
  /** Returns the delivery report that Infobip would send for a message, and its URL. */
  reportOf(id: string, status: ReportedStatus): { url: string; body: unknown }
  /** Returns the notification that Infobip would send for a reply to a message, and its URL. */
  replyTo(id: string, text: string, about?: { reply_id?: string; received_at?: Date }): InboundNotice
  close(): Promise<void>
}

/** A notification about an inbound message, and the URL to which it is sent. */
export interface InboundNotice {
  url: string
  body: unknown
}

/** Returns Infobip's notification about a reply, in its published format for SMS and for WhatsApp. */
function inboundNotice(
  { to, from, template, report_url }: CaughtSms,
  text: string,
  { reply_id = randomUUID(), received_at = new Date() }: { reply_id?: string; received_at?: Date } = {},
): InboundNotice {
  const about = {
    messageId: reply_id,
    from: to,
    to: from,
    receivedAt: received_at.toISOString().replace('Z', '+0000'),
    price: { pricePerMessage: 0, currency: 'ZAR' },
  }
  const result =
    template === ''
      ? { ...about, text, cleanText: text, keyword: '', smsCount: 1 }
      : {
          ...about,
          integrationType: 'WHATSAPP',
          message: { type: 'TEXT', text },
          contact: { name: 'Receiver' },
        }
  return {
    url: report_url.replace('/reports/', '/replies/'),
    body: { results: [result], messageCount: 1, pendingMessageCount: 0 },
  }
}

/** Message states in Infobip delivery reports. */
export type ReportedStatus = keyof typeof reported

const reported = {
  delivered: {
    status: {
      id: 5,
      groupId: 3,
      groupName: 'DELIVERED',
      name: 'DELIVERED_TO_HANDSET',
      description: 'Message delivered to handset',
    },
    error: {
      groupId: 0,
      groupName: 'OK',
      id: 0,
      name: 'NO_ERROR',
      description: 'No Error',
      permanent: false,
    },
  },
  absent: {
    status: {
      id: 9,
      groupId: 2,
      groupName: 'UNDELIVERABLE',
      name: 'UNDELIVERABLE_NOT_DELIVERED',
      description: 'Message sent not delivered',
    },
    error: {
      groupId: 1,
      groupName: 'HANDSET_ERRORS',
      id: 27,
      name: 'EC_ABSENT_SUBSCRIBER',
      description: 'Absent Subscriber',
      permanent: false,
    },
  },
  pending: {
    status: {
      id: 7,
      groupId: 1,
      groupName: 'PENDING',
      name: 'PENDING_ENROUTE',
      description: 'Message sent to next instance',
    },
    error: {
      groupId: 0,
      groupName: 'OK',
      id: 0,
      name: 'NO_ERROR',
      description: 'No Error',
      permanent: false,
    },
  },
}

const max_stored = 500
const largest_bytes = 256 * 1024
const sender_if_none = 'InfoSMS'

const Sent = z.object({
  messages: z
    .array(
      z.object({
        sender: z.string().max(20).optional(),
        destinations: z
          .array(z.object({ to: z.string().min(1).max(64), messageId: z.string().max(200).optional() }))
          .min(1),
        content: z.object({ text: z.string().min(1) }),
        webhooks: z.object({
          delivery: z.object({ url: z.url() }),
          contentType: z.literal('application/json'),
        }),
      }),
    )
    .min(1),
})

const SentCall = z.object({
  messages: z
    .array(
      z.object({
        from: z.string().regex(/^\d{8,15}$/),
        destinationA: z.string().regex(/^\d{8,15}$/),
        destinationB: z.string().regex(/^\d{8,15}$/),
        messageId: z.string().max(200),
        text: z.string(),
        anonymization: z.literal(true),
      }),
    )
    .min(1),
})

const SentTemplate = z.object({
  messages: z
    .array(
      z.object({
        from: z.string().regex(/^\d{8,15}$/),
        to: z.string().min(1).max(64),
        messageId: z.string().max(200).optional(),
        content: z.object({
          templateName: z.string().regex(/^[a-z0-9_]{1,512}$/),
          templateData: z.object({
            body: z.object({ placeholders: z.array(z.string().regex(/^[^\n\t]+$/)) }),
          }),
          language: z.string().min(2),
        }),
        notifyUrl: z.url(),
      }),
    )
    .min(1),
})

/** Starts an SMS catcher. A free port is used when the port is 0 or in use. */
export async function smsCatcher(about: { host: string; http_port: number }): Promise<SmsCatcher> {
  const stored: CaughtSms[] = []
  const calls: CaughtCall[] = []
  let forced: number | null = null
  const take = async (request: IncomingMessage): Promise<RawAnswer> => {
    if (forced !== null) return failure(forced, 'As asked for.')
    if (!/^App \S/.test(request.headers.authorization ?? '')) return failure(401, 'Invalid credentials.')
    const body = await readBody(request)
    if (request.url === call_path) return takeCall(body, calls)
    const sent = request.url === '/sms/3/messages' ? readSms(body) : readTemplates(body)
    if (!sent) return failure(400, 'The request could not be read.')
    const messages = sent.map(({ id = randomUUID(), ...message }) => {
      const isNumber = /^\d{8,15}$/.test(message.to)
      const isNew = !stored.some((one) => one.id === id)
      if (isNumber && isNew) stored.unshift({ ...message, id, received_at: new Date() })
      const status = isNumber ? accepted : rejected
      return { messageId: id, destination: message.to, to: message.to, status }
    })
    stored.length = Math.min(stored.length, max_stored)
    return json({ bulkId: randomUUID(), messages })
  }
  const server = http.createServer((request, response) => {
    const isSent = request.method === 'POST' && paths.includes(request.url ?? '')
    const isReply = request.method === 'POST' && request.url === '/reply'
    const answered = isSent
      ? take(request)
      : isReply
        ? reply(request, stored)
        : Promise.resolve(shown(request, stored, calls))
    void answered.catch(() => failure(500, 'Something went wrong.')).then((answer) => write(response, answer))
  })
  const port = await listening(server, about.host, about.http_port)
  const url = `http://${about.host}:${port}`
  return {
    url,
    messages: () => stored,
    calls: () => calls,
    sender: infobipSender({ base_url: url, api_key: 'stand-in' }),
    whatsapp: infobipWhatsApp({ base_url: url, api_key: 'stand-in' }),
    connector: infobipCalls({ base_url: url, api_key: 'stand-in' }),
    answerWith: (status) => (forced = status),
    reportOf(id, status) {
      const about = stored.find((one) => one.id === id)
      if (!about) throw new Error(`No message ${id} was caught.`)
      const at = about.received_at.toISOString()
      const price = { pricePerMessage: 0.2, currency: 'ZAR' }
      const result = { messageId: id, to: about.to, sentAt: at, doneAt: at, messageCount: 1, price }
      return { url: about.report_url, body: { results: [{ ...result, ...reported[status] }] } }
    },
    replyTo(id, text, about) {
      const answered = stored.find((one) => one.id === id)
      if (!answered) throw new Error(`No message ${id} was caught.`)
      return inboundNotice(answered, text, about)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const call_path = '/voice/ctc/1/send'
const paths = ['/sms/3/messages', '/whatsapp/1/message/template', call_path]

/** Accepts calls, each id once. */
function takeCall(body: unknown, calls: CaughtCall[]): RawAnswer {
  const sent = SentCall.safeParse(body)
  if (!sent.success) return failure(400, 'The request could not be read.')
  const { messages } = sent.data
  for (const { from, destinationA: first, destinationB: second, messageId: id, text } of messages)
    if (!calls.some((one) => one.id === id))
      calls.unshift({ from, first, second, id, text, received_at: new Date() })
  calls.length = Math.min(calls.length, max_stored)
  return json({
    bulkId: randomUUID(),
    messages: messages.map(({ messageId, destinationA: to }) => ({ messageId, to, status: accepted })),
  })
}

/** A message as sent. The sender may have given it an id. */
type Received = Omit<CaughtSms, 'id' | 'received_at'> & { id?: string | undefined }

function readSms(body: unknown): Received[] | null {
  const sent = Sent.safeParse(body)
  if (!sent.success) return null
  return sent.data.messages.flatMap(({ sender = sender_if_none, destinations, content, webhooks }) =>
    destinations.map(({ to, messageId }) => ({
      id: messageId,
      from: sender,
      to,
      text: content.text,
      template: '',
      report_url: webhooks.delivery.url,
    })),
  )
}

function readTemplates(body: unknown): Received[] | null {
  const sent = SentTemplate.safeParse(body)
  if (!sent.success) return null
  return sent.data.messages.map(({ from, to, messageId, content, notifyUrl }) => ({
    id: messageId,
    from,
    to,
    text: content.templateData.body.placeholders.join('\n'),
    template: content.templateName,
    report_url: notifyUrl,
  }))
}

const accepted = {
  groupId: 1,
  groupName: 'PENDING',
  id: 26,
  name: 'PENDING_ACCEPTED',
  description: 'Message sent to next instance',
}
const rejected = {
  groupId: 5,
  groupName: 'REJECTED',
  id: 51,
  name: 'MISSING_TO',
  description: 'The number cannot be reached.',
}

function failure(status: number, description: string): RawAnswer {
  return { ...json({ errorCode: `E${status}`, description }), status }
}

async function readText(request: IncomingMessage): Promise<string | null> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > largest_bytes) return null
  }
  return text
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request)
  return text === null ? null : (JSON.parse(text) as unknown)
}

/** Replies to a message as its phone. Like the service, it delivers the notification twice. */
async function reply(request: IncomingMessage, messages: readonly CaughtSms[]): Promise<RawAnswer> {
  const form = new URLSearchParams((await readText(request)) ?? '')
  const answered = messages.find(({ id }) => id === form.get('id'))
  if (!answered) return failure(404, 'This message is not here any more.')
  const { url, body } = inboundNotice(answered, form.get('text') ?? '')
  for (const attempt of [1, 2])
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-attempt': String(attempt) },
      body: JSON.stringify(body),
    })
  return { status: 303, headers: { location: '/' }, body: '' }
}

function shown(
  { url = '/' }: IncomingMessage,
  messages: readonly CaughtSms[],
  calls: readonly CaughtCall[],
): RawAnswer {
  const { pathname, searchParams } = new URL(url, 'http://sms')
  const to = searchParams.get('to')
  if (pathname === '/messages') return json(messages.filter((one) => !to || one.to === to))
  if (pathname === '/calls') return json(calls)
  if (pathname === '/') return catcherPage('SMS', 'SMS', html`${listCalls(calls)}${list(messages)}`)
  return { ...catcherPage('SMS', 'Not here', html`<p><a href="/">All messages</a></p>`), status: 404 }
}

function listCalls(calls: readonly CaughtCall[]): Html {
  return html`${calls.map(
    ({ first, second, from, text, received_at }) =>
      html`<h2>
          Call from ${first} to ${second}, both see ${from},
          <time datetime="${received_at.toISOString()}">${formatDateTime(received_at)}</time>
        </h2>
        <pre tabindex="0">${text}</pre>`,
  )}`
}

function list(messages: readonly CaughtSms[]): Html {
  if (messages.length === 0)
    return html`<p class="empty">No messages yet. They appear here as they are sent.</p>`
  return html`${messages.map(
    (one) =>
      html`<h2>
          ${one.template && `WhatsApp ‘${one.template}’. `}To ${one.to}, from ${one.from},
          <time datetime="${one.received_at.toISOString()}">${formatDateTime(one.received_at)}</time>
        </h2>
        <pre tabindex="0">${one.text}</pre>
        <form action="/reply" method="post">
          <input type="hidden" name="id" value="${one.id}" />
          <label>Reply <input name="text" required maxlength="500" /></label>
          <button type="submit">Send</button>
        </form>`,
  )}`
}

function write(response: ServerResponse, { status, headers, body }: RawAnswer): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body)
}
