import http from 'node:http'
import { listening } from '../../listening.ts'

type Row = Record<string, unknown> & { Id: string }

/** A fake of QuickBooks Online: its token endpoint, `requestid`, the query language as far as ids are asked for. */
export interface FakeQuickbooks {
  url: string
  client: { client_id: string; client_secret: string; refresh_token: string; realm: string }
  rows(entity: string): readonly Row[]
  /** What happens to the next creations of an entity: a 429, a lost answer, an expired token. */
  misbehaviours: { entity: string; what: 'throttle' | 'lost' | 'expired' }[]
  close(): Promise<void>
}

/** Starts the fake on a free port, or on `http_port` when it is free. */
export async function fakeQuickbooks(about: { host: string; http_port: number }): Promise<FakeQuickbooks> {
  const stored: Record<string, Row[]> = {}
  const answered = new Map<string, string>()
  const misbehaviours: FakeQuickbooks['misbehaviours'] = []
  const grant = { refresh: 'qb-refresh', access: '', given: 0 }
  const basic = `Basic ${btoa('qb-client:qb-secret')}`

  const serve = async (request: http.IncomingMessage): Promise<{ status: number; text: string } | 'cut'> => {
    let text = ''
    for await (const part of request as AsyncIterable<Buffer>) text += part.toString('utf8')
    const address = new URL(request.url ?? '', 'http://quickbooks')
    if (address.pathname.endsWith('/tokens/bearer')) {
      const isKnown =
        request.headers.authorization === basic && text.includes(`refresh_token=${grant.refresh}`)
      if (!isKnown) return { status: 400, text: '{"error":"invalid_grant"}' }
      grant.given += 1
      grant.access = `qb-access-${grant.given}`
      return {
        status: 200,
        text: JSON.stringify({ access_token: grant.access, refresh_token: grant.refresh, expires_in: 3600 }),
      }
    }
    const [, realm, action = ''] = /^\/v3\/company\/([^/]+)\/(\w+)$/.exec(address.pathname) ?? []
    const fault = (code: string, detail: string) =>
      JSON.stringify({ Fault: { Error: [{ Message: code, Detail: detail }] } })
    if (realm !== '9130347') return { status: 403, text: fault('AuthorizationFailed', 'Wrong company') }
    if (grant.access === '' || request.headers.authorization !== `Bearer ${grant.access}`)
      return { status: 401, text: fault('AuthenticationFailed', 'Token expired') }
    if (action === 'query') {
      const asked = /^select Id from (\w+) where (\w+) = '(.*)'$/.exec(
        address.searchParams.get('query') ?? '',
      )
      if (!asked) return { status: 400, text: fault('QueryParserError', 'Cannot read the query') }
      const [, entity = '', column = '', quoted = ''] = asked
      const value = quoted.replaceAll("\\'", "'")
      const hits = (stored[entity] ?? []).filter((row) => row[column] === value).map(({ Id }) => ({ Id }))
      return {
        status: 200,
        text: JSON.stringify({ QueryResponse: hits.length > 0 ? { [entity]: hits } : {} }),
      }
    }
    return store(action, text, address.searchParams.get('requestid') ?? '')
  }

  const store = (
    action: string,
    text: string,
    requestId: string,
  ): { status: number; text: string } | 'cut' => {
    const entity =
      ['Customer', 'Invoice', 'CreditMemo', 'Payment', 'JournalEntry'].find(
        (name) => name.toLowerCase() === action,
      ) ?? ''
    const at = misbehaviours.findIndex((misbehaviour) => misbehaviour.entity === entity)
    const what = at < 0 ? undefined : misbehaviours.splice(at, 1)[0]?.what
    if (what === 'throttle')
      return { status: 429, text: '{"Fault":{"Error":[{"Message":"ThrottleExceeded"}]}}' }
    if (what === 'expired') {
      grant.access = ''
      return { status: 401, text: '{}' }
    }
    const former = answered.get(requestId)
    const row: Row = { ...(JSON.parse(text) as Record<string, unknown>), Id: String(1000 + answered.size) }
    if (former === undefined) {
      stored[entity] = [...(stored[entity] ?? []), row]
      answered.set(requestId, JSON.stringify({ [entity]: { Id: row.Id } }))
    }
    return what === 'lost' ? 'cut' : { status: 200, text: answered.get(requestId) ?? '' }
  }

  const server = http.createServer((request, response) => {
    void serve(request).then((reply) => {
      if (reply === 'cut') request.socket.destroy()
      else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.text)
    })
  })
  const port = await listening(server, about.host, about.http_port)
  return {
    url: `http://${about.host}:${port}`,
    client: {
      client_id: 'qb-client',
      client_secret: 'qb-secret',
      refresh_token: 'qb-refresh',
      realm: '9130347',
    },
    rows: (entity) => stored[entity] ?? [],
    misbehaviours,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
