import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { catcherPage, json } from '../../catchers/catcher-page.ts'
import { html } from '../../../src/kit/html.ts'
import { listening } from '../../listening.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import type { Memory, ReceivedCall } from './call.ts'
import { answerPerfect } from './parcel-perfect.ts'
import { answerRest } from './rest.ts'
import { answerRouting } from './routing.ts'
import { answerShipLogic } from './ship-logic.ts'

/**
 * Fakes the external services that an integration calls: webhook receivers under `/hooks/…`, Parcel Perfect under
 * `/parcel-perfect`, a courier on the same platform under `/ship-logic`, Fastway and RAM under `/fastway` and `/ram`,
 * machines under `/machine`, routing services under `/osrm`, `/valhalla` and `/vroom`. A page shows every request.
 */
export interface FakeIntegrations {
  url: string
  /** Received requests, newest first, at most 200. */
  calls(): readonly ReceivedCall[]
  /** Returns this response for all following requests whose path starts with `path`; `null` restores normal responses. */
  answerWith(
    path: string,
    answer: { status: number; headers?: Record<string, string>; body?: string } | null,
  ): void
  /** Adds a tracking event for a number issued by a courier. */
  happens(reference: string, code: string, more?: { message?: string; place?: string }): void
  close(): Promise<void>
}

const max_stored = 200
const largest_bytes = 1024 * 1024

/** Starts the fake services. A free port is used when the port is 0 or in use. */
export async function fakeIntegrations(about: {
  host: string
  http_port: number
}): Promise<FakeIntegrations> {
  const calls: ReceivedCall[] = []
  const forced = new Map<string, { status: number; headers?: Record<string, string>; body?: string }>()
  let counted = 1000
  const memory: Memory = { given: new Map(), events: [], next: () => (counted += 1) }

  const serve = async (request: IncomingMessage): Promise<RawAnswer> => {
    const path = request.url ?? '/'
    if (request.method === 'GET' && path === '/') return listPage(calls)
    const shown = /^\/calls\/([\w-]+)$/.exec(path)?.[1]
    if (shown) return callPage(calls.find(({ id }) => id === shown))
    const call: ReceivedCall = {
      id: randomUUID(),
      method: request.method ?? 'GET',
      path,
      headers: request.headers as Record<string, string>,
      body: await readBody(request),
      at: new Date(),
    }
    calls.unshift(call)
    calls.length = Math.min(calls.length, max_stored)
    const answer = [...forced].find(([begins]) => path.startsWith(begins))?.[1]
    if (answer) return { headers: {}, body: '', ...answer }
    return (
      answerPerfect(call, memory) ??
      answerShipLogic(call, memory) ??
      answerRest(call, memory) ??
      answerRouting(call) ??
      (/^\/(hooks|machine)(\/|$)/.test(path)
        ? json({ message: 'Thank you.' })
        : { ...json({ message: 'Not here.' }), status: 404 })
    )
  }

  const server = http.createServer((request, response) => {
    void serve(request)
      .catch((error: Error): RawAnswer => ({ ...json({ message: error.message }), status: 400 }))
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
  })
  const port = await listening(server, about.host, about.http_port)
  return {
    url: `http://${about.host}:${port}`,
    calls: () => calls,
    answerWith(path, answer) {
      if (answer) forced.set(path, answer)
      else forced.delete(path)
    },
    happens(reference, code, { message = '', place = '' } = {}) {
      memory.events.push({ reference, code, message, place, at: new Date(), id: String(memory.next()) })
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest_bytes) throw new Error('This is longer than the stand-in reads.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const about_page =
  'that arrived at third parties. This is a stand-in: it plays all of them, and nothing left this machine.'

function listPage(calls: readonly ReceivedCall[]): RawAnswer {
  const rows = calls.map(
    ({ id, method, path, at }) =>
      html`<li>
        <a href="/calls/${id}"><b>${method} ${path}</b><time>${at.toISOString()}</time></a>
      </li>`,
  )
  const content =
    rows.length > 0
      ? html`<ul>
          ${rows}
        </ul>`
      : html`<p class="empty">No calls yet.</p>`
  return catcherPage('Calls', 'Third parties', content, about_page)
}

function callPage(call: ReceivedCall | undefined): RawAnswer {
  if (!call)
    return {
      ...catcherPage('Calls', 'Not here', html`<p><a class="back" href="/">All calls</a></p>`, about_page),
      status: 404,
    }
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`)
  return catcherPage(
    'Calls',
    `${call.method} ${call.path}`,
    html`<p><a class="back" href="/">All calls</a></p>
      <h2>Headers</h2>
      <pre>${headers.join('\n')}</pre>
      <h2>Body</h2>
      <pre>${call.body || 'Empty'}</pre>`,
    about_page,
  )
}
