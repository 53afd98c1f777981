import http, { type IncomingMessage } from 'node:http'
import { catcherPage, json } from '../../catchers/catcher-page.ts'
import { html } from '../../../src/kit/html.ts'
import { listening } from '../../listening.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { answerAs } from './answers.ts'
import { FakeNetwork, type FakeBooking, type FakeName } from './network.ts'
import { reportCall, type ReportCall } from './reports.ts'

/**
 * Fakes the networks of lockers and counters under `/bob-box`, `/tcg-locker` and `/ram-counter`. A page shows the
 * bookings, with buttons for the courier and the receiver.
 */
export interface FakeLockers {
  url: string
  networks: Readonly<Record<FakeName, FakeNetwork>>
  /** Sets how reports reach the product, and the key that signs them. */
  reportTo(key: string, deliver: (network: FakeName, call: ReportCall) => Promise<unknown>): void
  /** Sends the reports of a network that were not sent yet. */
  sendReports(network: FakeName): Promise<void>
  close(): Promise<void>
}

const acts: Readonly<Record<string, (network: FakeNetwork, booking: FakeBooking) => void>> = {
  deposit: (network, booking) => network.deposit(booking, booking.courier_code),
  collect: (network, booking) => network.collect(booking, booking.pin),
}

/** Starts the fake networks. A free port is used when the port is 0 or in use. */
export async function fakeLockers(about: {
  host: string
  http_port: number
  now: () => Date
}): Promise<FakeLockers> {
  const { host, http_port, now } = about
  const networks = {
    'bob-box': new FakeNetwork('bob-box', now),
    'tcg-locker': new FakeNetwork('tcg-locker', now),
    'ram-counter': new FakeNetwork('ram-counter', now),
  }
  let key = ''
  let deliver: (network: FakeName, call: ReportCall) => Promise<unknown> = () => Promise.resolve()
  const sendReports = async (name: FakeName): Promise<void> => {
    for (const report of networks[name].takeReports())
      await deliver(name, reportCall(name, report, key, now()))
  }

  const serve = async (request: IncomingMessage): Promise<RawAnswer | null> => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const [, name = '', rest = ''] = /^\/([\w-]+)(\/.*)?$/.exec(url.pathname) ?? []
    const network = Object.values(networks).find((one) => one.name === name)
    if (!network) return bookingsPage(Object.values(networks))
    const [, id = '', act = ''] = /^\/bookings\/(\d+)\/(deposit|collect)$/.exec(rest) ?? []
    const booking = network.find(id)
    if (booking && request.method === 'POST') {
      acts[act]?.(network, booking)
      await sendReports(network.name)
      return { status: 303, headers: { location: '/' }, body: '' }
    }
    return answerAs(network, {
      method: request.method ?? 'GET',
      path: rest,
      query: url.searchParams,
      headers: request.headers as Record<string, string>,
      body: await readJson(request),
    })
  }

  const server = http.createServer((request, response) => {
    void serve(request)
      .catch((error: Error): RawAnswer => ({ ...json({ message: error.message }), status: 400 }))
      .then((answer) => answer && response.writeHead(answer.status, answer.headers).end(answer.body))
  })
  const port = await listening(server, host, http_port)
  return {
    url: `http://${host}:${port}`,
    networks,
    reportTo(nextKey, next) {
      key = nextKey
      deliver = next
    },
    sendReports,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function bookingsPage(networks: readonly FakeNetwork[]): RawAnswer {
  const rows = networks.flatMap(({ name, bookings }) =>
    bookings.toReversed().map(
      ({ id, number, terminal_id, door, state }) =>
        html`<li>
          <b>${name} ${number}</b> ${terminal_id} ${door} ${state}
          ${Object.keys(acts).map(
            (act) =>
              html`<form method="post" action="/${name}/bookings/${id}/${act}">
                <button>${act}</button>
              </form>`,
          )}
        </li>`,
    ),
  )
  return catcherPage(
    'Bookings',
    'Networks of lockers',
    rows.length > 0
      ? html`<ul>
          ${rows}
        </ul>`
      : html`<p class="empty">No bookings yet.</p>`,
    'at networks of lockers and counters. This is a fake: it plays all of them, and nothing left this machine.',
  )
}
