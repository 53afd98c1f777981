import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { listening } from '../../listening.ts'

/** What the fake does with the next request for a record, once. */
type XeroMisbehaviour =
  | { kind: 'too many'; retry_after: string }
  | { kind: 'silent after doing it' }
  | { kind: 'expired' }
  | { kind: 'rejects'; message: string }

/** A fake of Xero’s identity server and accounting API, with its rules about tokens, tenants and numbers. */
export interface FakeXero {
  url: string
  client: { client_id: string; client_secret: string; refresh_token: string; tenant: string }
  /** The records of a list, oldest first. */
  records(list: string): readonly Record<string, unknown>[]
  misbehave(...next: XeroMisbehaviour[]): void
  /** Ends the consent: no token is valid any more. */
  revoke(): void
  close(): Promise<void>
}

const id_names: Readonly<Record<string, string>> = {
  Invoices: 'InvoiceID',
  CreditNotes: 'CreditNoteID',
  BankTransactions: 'BankTransactionID',
  ManualJournals: 'ManualJournalID',
}

/** Starts the fake on a free port, or on `http_port` when it is free. */
export async function fakeXero({ host, http_port }: { host: string; http_port: number }): Promise<FakeXero> {
  const lists = new Map<string, Record<string, unknown>[]>()
  const keys = new Map<string, string>()
  const next: XeroMisbehaviour[] = []
  let refreshToken: string | null = 'xero-refresh-1'
  let accessToken: string | null = null
  let tokens = 1

  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://xero')
      const body = Buffer.concat(parts).toString('utf8')
      const reply = (status: number, content: unknown, headers: Record<string, string> = {}): void => {
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(content))
      }
      if (url.pathname === '/connect/token') return reply(...giveToken(body, request.headers.authorization))
      const list = /^\/api\.xro\/2\.0\/(\w+)$/.exec(url.pathname)?.[1] ?? ''
      if (!(list in id_names)) return reply(404, { Message: 'The resource was not found' })
      if (accessToken === null || request.headers.authorization !== `Bearer ${accessToken}`)
        return reply(401, { Title: 'Unauthorized', Detail: 'TokenExpired' })
      if (request.headers['xero-tenant-id'] !== 'fynbos-tenant')
        return reply(403, { Detail: 'AuthenticationUnsuccessful' })
      if (request.method === 'GET')
        return reply(200, { [list]: found(list, url.searchParams.get('where') ?? '') })
      const misbehaviour = next.shift()
      if (misbehaviour?.kind === 'too many')
        return reply(429, {}, { 'retry-after': misbehaviour.retry_after })
      if (misbehaviour?.kind === 'rejects')
        return reply(400, {
          Type: 'ValidationException',
          Message: 'A validation exception occurred',
          Elements: [{ ValidationErrors: [{ Message: misbehaviour.message }] }],
        })
      if (misbehaviour?.kind === 'expired') {
        accessToken = null
        return reply(401, { Detail: 'TokenExpired' })
      }
      const [status, content] = create(list, body, String(request.headers['idempotency-key'] ?? ''))
      if (misbehaviour?.kind === 'silent after doing it') return void request.socket.destroy()
      return reply(status, content)
    })
  })

  const giveToken = (body: string, authorization: string | undefined): [number, unknown] => {
    const form = new URLSearchParams(body)
    const client = Buffer.from('fynbos-client:fynbos-secret').toString('base64')
    if (authorization !== `Basic ${client}`) return [401, { error: 'invalid_client' }]
    if (
      form.get('grant_type') !== 'refresh_token' ||
      refreshToken === null ||
      form.get('refresh_token') !== refreshToken
    )
      return [400, { error: 'invalid_grant' }]
    tokens += 1
    refreshToken = `xero-refresh-${tokens}`
    accessToken = `xero-access-${randomUUID()}`
    return [
      200,
      { access_token: accessToken, refresh_token: refreshToken, expires_in: 1800, token_type: 'Bearer' },
    ]
  }

  /** Supports conditions of the form `Name=="value" AND Name=="value"`. */
  const found = (list: string, where: string): Record<string, unknown>[] => {
    const conditions = [...where.matchAll(/(\w+)=="([^"]*)"/g)]
    return (lists.get(list) ?? []).filter((record) =>
      conditions.every(([, name = '', value]) => record[name] === value),
    )
  }

  const create = (list: string, body: string, key: string): [number, unknown] => {
    const idName = id_names[list] ?? ''
    const known = keys.get(`${list} ${key}`)
    if (key !== '' && known) return [200, { [list]: [{ [idName]: known }] }]
    const [sent] = (JSON.parse(body) as Record<string, Record<string, unknown>[]>)[list] ?? []
    const records = lists.get(list) ?? []
    const number = sent?.InvoiceNumber ?? sent?.CreditNoteNumber
    const isTaken = records.some(
      (one) => number !== undefined && (one.InvoiceNumber ?? one.CreditNoteNumber) === number,
    )
    const lines = (sent?.JournalLines ?? sent?.LineItems) as { LineAmount?: number }[] | undefined
    const sum = (lines ?? []).reduce((total, line) => total + Math.round((line.LineAmount ?? 0) * 100), 0)
    const problem = !lines?.length
      ? 'A record must have lines'
      : isTaken
        ? 'Invoice # must be unique.'
        : sum === 0
          ? null
          : 'The total debits must equal total credits.'
    if (problem)
      return [
        400,
        {
          Message: 'A validation exception occurred',
          Elements: [{ ValidationErrors: [{ Message: problem }] }],
        },
      ]
    const id = randomUUID()
    lists.set(list, [...records, { ...sent, [idName]: id }])
    if (key !== '') keys.set(`${list} ${key}`, id)
    return [200, { [list]: [{ [idName]: id }] }]
  }

  const port = await listening(server, host, http_port)
  return {
    url: `http://${host}:${port}`,
    client: {
      client_id: 'fynbos-client',
      client_secret: 'fynbos-secret',
      refresh_token: 'xero-refresh-1',
      tenant: 'fynbos-tenant',
    },
    records: (list) => lists.get(list) ?? [],
    misbehave: (...more) => void next.push(...more),
    revoke() {
      refreshToken = null
      accessToken = null
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
