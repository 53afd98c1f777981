import fs from 'node:fs'
import inject, { type DispatchFunc, type Response as LightMyRequestResponse } from 'light-my-request'
import { apiAddress } from './api-address.ts'
import { Activity } from './activity.ts'
import { TestClock } from './clock.ts'
import { openDemoCompany, opening_time } from './demo-company.ts'
import type { PageKitFiles } from './files.ts'
import { DomPage, type DomEngine } from './dom-page.ts'
import { endWithCase } from './end-with-case.ts'
import { pageScript } from './dom-window.ts'
import type { AnswerCall, GivenAnswer, PageProduct, SentCall } from './page-api.ts'
import { queryOf } from './query.ts'
import { readStyles } from './styles.ts'

/** Read and compiled once for all test files of a worker. */
let scripts: Pick<DomEngine, 'app' | 'in_page' | 'storage' | 'styles'> | null = null

function scriptsOf(files: PageKitFiles) {
  const read = (file: string) => fs.readFileSync(file, 'utf8')
  scripts ??= {
    app: pageScript(read(files.app), files.app),
    in_page: pageScript(read(files.in_page), files.in_page),
    storage: pageScript(read(files.storage), files.storage),
    styles: readStyles(read(files.css)),
  }
  return scripts
}

/** Opens the demo company in memory with users' windows, all in this process and without sockets. */
export async function openDomProduct(files: PageKitFiles): Promise<PageProduct<DomPage>> {
  const clock = new TestClock(opening_time)
  const activity = new Activity()
  const test = await openDemoCompany(files.company, clock)
  const { runtime, outbox } = test
  const web = runtime.web_url
  const host = new URL(web).host
  /** Companies have their own hosts; all of them lead to this server. */
  const isOwn = (url: URL): boolean => url.port === new URL(web).port
  const pageErrors: string[] = []
  const given = new Map<string, AnswerCall[]>()
  const calls: SentCall[] = []
  let hasPutOff = true
  runtime.pubsub.subscribe('outbox', () => {
    hasPutOff = true
  })
  const dispatch: DispatchFunc = (request, response) => test.http.web.emit('request', request, response)
  const serve = (
    method: string,
    address: string,
    headers: Record<string, string>,
    payload?: Buffer | string,
  ) => {
    const url = new URL(address, web)
    return inject(dispatch, {
      method: method as 'GET',
      url: url.pathname + url.search,
      headers: { host: url.host, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  }

  const engine: DomEngine = {
    ...scriptsOf(files),
    clock,
    activity,
    fail: (message) => pageErrors.push(message),
    async runJobs() {
      if (!hasPutOff) return false
      hasPutOff = false
      return (await outbox.drain()) > 0
    },
    async document(url, form) {
      const headers: Record<string, string> = { accept: 'text/html' }
      if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
      const method = form === undefined ? 'GET' : 'POST'
      const reply = await serve(method, url.href, headers, form)
      const { location } = reply.headers
      if (reply.statusCode >= 300 && reply.statusCode < 400 && location) return { moved_to: String(location) }
      return { html: reply.payload }
    },
    isOwn,
    async fetch(url, init, Answer) {
      const method = init.method ?? 'GET'
      const headers = Object.fromEntries(new Headers(init.headers ?? {}))
      const payload = await activity.track(payloadOf(init.body))
      const call = callOf(method, url, headers, payload)
      calls.push(call)
      init.signal?.addEventListener('abort', () => (call.isAborted = true))
      if (!isOwn(url)) throw new TypeError('Failed to fetch')
      const answer = given.get(call.name)?.at(-1)
      if (answer) {
        const stubbed = await answer({
          input: call.input,
          usual: async (input = call.input) => {
            const [address, body] =
              method === 'GET'
                ? [url.origin + url.pathname + queryOf(input)]
                : [url.href, JSON.stringify(input)]
            const reply = await activity.track(serve(method, address, headers, body))
            return { status: reply.statusCode, body: bodyOf(reply) }
          },
        })
        if (stubbed === 'no connection') throw new TypeError('Failed to fetch')
        if (stubbed !== 'as usual') return givenAnswer(call, stubbed, Answer)
      }
      const reply = await activity.track(serve(method, url.href, headers, payload))
      const isEmpty = [204, 304].includes(reply.statusCode)
      Object.assign(call, { status: reply.statusCode, answer: bodyOf(reply) })
      const answered = Object.entries(reply.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      )
      return new Answer(isEmpty ? null : new Uint8Array(reply.rawPayload), {
        status: reply.statusCode,
        headers: answered,
      })
    },
  }

  const tokens = new Map<string, Promise<string>>()
  const logIn = async (email: string): Promise<string> => {
    const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
    const reply = await serve('POST', '/api/login', {}, body)
    return (reply.json() as { access_token: string }).access_token
  }
  const pages: DomPage[] = []
  const anyPage = (): DomPage => {
    const page = pages.find((one) => one.isOpen)
    if (!page) throw new Error('No window shows a page.')
    return page
  }
  const product: PageProduct<DomPage> = {
    running: { runtime, outbox },
    web,
    host,
    pageErrors,
    now: () => new Date(clock.now),
    async window(size = { width: 1440, height: 900 }, token) {
      const page = new DomPage(engine, web, size, token)
      pages.push(page)
      endWithCase(() => page.leave())
      return page
    },
    tokenOf(email) {
      const token = tokens.get(email) ?? logIn(email)
      tokens.set(email, token)
      return token
    },
    as: async (email, size) => product.window(size, await product.tokenOf(email)),
    async answerTo(email, method, address, body) {
      const headers: Record<string, string> =
        email === null ? {} : { authorization: `Bearer ${await product.tokenOf(email)}` }
      const reply = await serve(method, `/api${address}`, headers, body && JSON.stringify(body))
      return { status: reply.statusCode, body: bodyOf(reply) }
    },
    async ask<Answer>(email: string | null, method: string, address: string, body?: object) {
      const answer = await product.answerTo(email, method, address, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body as Answer
    },
    async saveSettings(values, email = 'thandi@fynbos.example') {
      const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
      await product.ask(email, 'POST', '/providers/settings', { settings })
    },
    async answers(endpoint, answer) {
      const name = `${endpoint.method} ${endpoint.path}`
      given.set(name, [...(given.get(name) ?? []), answer])
      const end = async () => {
        given.set(
          name,
          (given.get(name) ?? []).filter((one) => one !== answer),
        )
      }
      endWithCase(end)
      return end
    },
    calls,
    async sends(endpoint, action, isSuitable = () => true) {
      const name = `${endpoint.method} ${endpoint.path}`
      const before = calls.length
      await action()
      return anyPage().until(
        () => `a call of ${name}`,
        () =>
          calls.slice(before).find((call) => call.name === name && call.status > 0 && isSuitable(call.input)),
      )
    },
    async leaves(page, action) {
      const { left } = page as DomPage
      const before = left.length
      await action()
      return (page as DomPage).until(
        () => 'the person to be sent elsewhere',
        () => left[before],
      )
    },
    async download(address) {
      const reply = await serve('GET', new URL(address, web).href, {})
      const type = String(reply.headers['content-type'] ?? '')
      return { status: reply.statusCode, type, body: reply.rawPayload }
    },
    pass: async (page, milliseconds) => (page as DomPage).pass(milliseconds),
    sleep: async (page, milliseconds) => (page as DomPage).sleep(milliseconds),
    settled: async (page) => (page as DomPage).settle(),
    async close() {
      for (const page of pages) page.leave()
      while (!activity.isQuiet) await activity.next()
      // The variables of a test file outlive it.
      pages.length = 0
      calls.length = 0
      await test.close()
    },
  }
  return product
}

function bodyOf(reply: LightMyRequestResponse): unknown {
  return String(reply.headers['content-type'] ?? '').includes('json') ? reply.json() : reply.payload
}

function callOf(
  method: string,
  url: URL,
  headers: Record<string, string>,
  payload: Buffer | string | undefined,
): SentCall {
  const about = { url, headers, status: 0, answer: null, isAborted: false }
  const name = `${method} ${apiAddress(url.pathname)}`
  if (method === 'GET') return { ...about, name, input: Object.fromEntries(url.searchParams) }
  try {
    return { ...about, name, input: JSON.parse(String(payload ?? '{}')) as Record<string, unknown> }
  } catch {
    return { ...about, name, input: {} }
  }
}

/** Builds the response that a page gets instead of the server's. */
function givenAnswer(
  call: SentCall,
  answer: Exclude<GivenAnswer, string>,
  Answer: typeof Response,
): Response {
  const { status = 200 } = answer
  const isText = 'text' in answer
  Object.assign(call, { status, answer: isText ? answer.text : (answer.body ?? {}) })
  return new Answer(isText ? answer.text : JSON.stringify(answer.body ?? {}), {
    status,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
  })
}

async function payloadOf(body: RequestInit['body']): Promise<Buffer | string | undefined> {
  if (body === null || body === undefined || typeof body === 'string') return body ?? undefined
  return Buffer.from(await new Response(body).arrayBuffer())
}
