import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { formatDateTime } from '@waybill/domain/kit/format'
import { z } from 'zod'
import { catcherPage, json } from '../catcher-page.ts'
import { html, type Html } from '../html.ts'
import { listening } from '../listening.ts'
import type { RawAnswer } from '../verb.ts'
import { infobipSender } from './infobip.ts'
import type { SmsSender } from './sms-port.ts'

/** A message as it was handed over. */
export interface CaughtSms {
  id: string
  received_at: Date
  from: string
  to: string
  text: string
}

/** The stand-in for Infobip: speaks its protocol, delivers nothing, shows everything. */
export interface SmsCatcher {
  /** The page, and the gateway's address. */
  url: string
  /** Newest first, at most 500. */
  messages(): readonly CaughtSms[]
  /** Sends to this catcher. */
  sender: SmsSender
  /** From here on every call is answered with this status; `null`: as usual. */
  answerWith(status: number | null): void
  close(): Promise<void>
}

const most_kept = 500
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
      }),
    )
    .min(1),
})

/** Starts a catcher; port 0 takes any free one, and so does one that is in use. */
export async function smsCatcher(about: { host: string; http_port: number }): Promise<SmsCatcher> {
  const kept: CaughtSms[] = []
  let forced: number | null = null
  const take = async (request: IncomingMessage): Promise<RawAnswer> => {
    if (forced !== null) return failure(forced, 'As asked for.')
    if (!/^App \S/.test(request.headers.authorization ?? '')) return failure(401, 'Invalid credentials.')
    const sent = Sent.safeParse(await readBody(request))
    if (!sent.success) return failure(400, 'The request could not be read.')
    const messages = sent.data.messages.flatMap(({ sender = sender_if_none, destinations, content }) =>
      destinations.map(({ to, messageId = randomUUID() }) => {
        const is_number = /^\d{8,15}$/.test(to)
        const is_new = !kept.some((one) => one.id === messageId)
        if (is_number && is_new)
          kept.unshift({ id: messageId, received_at: new Date(), from: sender, to, text: content.text })
        return { messageId, destination: to, status: is_number ? accepted : rejected }
      }),
    )
    kept.length = Math.min(kept.length, most_kept)
    return json({ bulkId: randomUUID(), messages })
  }
  const server = http.createServer((request, response) => {
    const is_sent = request.method === 'POST' && request.url === '/sms/3/messages'
    const answered = is_sent ? take(request) : Promise.resolve(shown(request, kept))
    void answered.catch(() => failure(500, 'Something went wrong.')).then((answer) => write(response, answer))
  })
  const port = await listening(server, about.host, about.http_port)
  const url = `http://${about.host}:${port}`
  return {
    url,
    messages: () => kept,
    sender: infobipSender({ base_url: url, api_key: 'stand-in' }),
    answerWith: (status) => (forced = status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
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

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > largest_bytes) return null
  }
  return JSON.parse(text) as unknown
}

function shown({ url = '/' }: IncomingMessage, messages: readonly CaughtSms[]): RawAnswer {
  const { pathname, searchParams } = new URL(url, 'http://sms')
  const to = searchParams.get('to')
  if (pathname === '/messages') return json(messages.filter((one) => !to || one.to === to))
  if (pathname === '/') return catcherPage('SMS', 'SMS', list(messages))
  return { ...catcherPage('SMS', 'Not here', html`<p><a href="/">All messages</a></p>`), status: 404 }
}

function list(messages: readonly CaughtSms[]): Html {
  if (messages.length === 0)
    return html`<p class="empty">No messages yet. They appear here as they are sent.</p>`
  return html`${messages.map(
    (one) =>
      html`<h2>
          To ${one.to}, from ${one.from},
          <time datetime="${one.received_at.toISOString()}">${formatDateTime(one.received_at)}</time>
        </h2>
        <pre tabindex="0">${one.text}</pre>`,
  )}`
}

function write(response: ServerResponse, { status, headers, body }: RawAnswer): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers }).end(body)
}
