import type { ExportDocument } from '@waybill/domain/accounting/document'
import { port } from '../../kit/handler.ts'
import type { Outbound, OutboundAnswer } from '../../kit/outbound/index.ts'
import type { AccountingSystemName } from '@waybill/domain/accounting/chart'

/** The addresses of an accounting program. */
interface SystemHosts {
  token_url: string
  api_url: string
}

/**
 * The addresses of the accounting programs. They are part of the installation and not of a company, so that nobody
 * can have secrets sent to another address.
 */
export const accountingHostsPort =
  port<Readonly<Record<AccountingSystemName, SystemHosts>>>('accounting hosts')

/** The published addresses of the accounting programs. */
export const accounting_hosts: Readonly<Record<AccountingSystemName, SystemHosts>> = {
  xero: { token_url: 'https://identity.xero.com/connect/token', api_url: 'https://api.xero.com' },
  quickbooks: {
    token_url: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    api_url: 'https://quickbooks.api.intuit.com',
  },
}

/** What identifies us at an accounting program. */
export interface Credentials {
  client_id: string
  client_secret: string
  refresh_token: string
}

/** Access for a limited time. The refresh token may be a new one; the former is then no longer valid. */
export interface Access {
  access_token: string
  until: Date
  refresh_token: string
}

/** A signed-in session at an accounting program. */
export interface Session {
  outbound: Outbound
  hosts: SystemHosts
  organisation: string
  access_token: string
  now: Date
}

/**
 * Creates the records of a document that are not in `done` yet, in order, and reports each id. `is_repeat` says that
 * an earlier attempt may have created some: then each is looked up first. `key` is the same for every attempt.
 */
export type SendDocument = (
  session: Session,
  document: ExportDocument,
  attempt: {
    key: string
    is_repeat: boolean
    done: readonly string[]
    report: (id: string) => Promise<void>
  },
) => Promise<void>

/** The access token is no longer valid. */
export class AccessExpiredError extends Error {}

/** The program rejected the document or our sign-in; another attempt would not help. */
export class RejectedError extends Error {}

/** There was no usable response. The program may or may not have done what it was asked. */
export class UnavailableError extends Error {
  /** Seconds that the program asked us to wait; `null` when it did not. */
  readonly wait_s: number | null
  constructor(message: string, waitS: number | null = null) {
    super(message)
    this.wait_s = waitS
  }
}

const max_answer_bytes = 1024 * 1024

/** Makes a call and returns the parsed JSON response; throws one of the errors above. */
export async function callJson(
  outbound: Outbound,
  call: { method: 'GET' | 'POST'; url: string; headers: Readonly<Record<string, string>>; body?: string },
  now: Date,
): Promise<Record<string, unknown>> {
  const answer = await outbound.call({ ...call, max_bytes: max_answer_bytes })
  if (answer.status === null) throw new UnavailableError(answer.error)
  if (answer.status === 401) throw new AccessExpiredError('The access has expired.')
  if (answer.status === 429 || answer.status >= 500)
    throw new UnavailableError(`The program answered ${answer.status}.`, retryAfterOf(answer, now))
  if (answer.status >= 300) throw new RejectedError(reasonOf(answer))
  return parsed(answer.body)
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The error is thrown below.
  }
  throw new UnavailableError('The answer could not be read.')
}

/** Returns the seconds of `Retry-After`, which is a number or a date; `null` without one. */
function retryAfterOf({ headers }: OutboundAnswer, now: Date): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^\d+$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** Returns the first sentence that a rejection contains, wherever the program puts it. */
function reasonOf({ body, status }: OutboundAnswer): string {
  const found = /"(?:Message|Detail|error_description)"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(
    body.replace('"A validation exception occurred"', '""'),
  )
  return found?.[1] ? `The program answered: ${found[1]}` : `The program rejected it with ${status}.`
}

/** Exchanges a refresh token for access (OAuth 2.0, RFC 6749 section 6). */
export async function refreshAccess(
  outbound: Outbound,
  { token_url }: SystemHosts,
  { client_id, client_secret, refresh_token }: Credentials,
  now: Date,
): Promise<Access> {
  const answer = await callJson(
    outbound,
    {
      method: 'POST',
      url: token_url,
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString(),
    },
    now,
  )
  const { access_token: token, expires_in: seconds, refresh_token: next } = answer
  if (typeof token !== 'string' || typeof seconds !== 'number')
    throw new UnavailableError('The answer contains no access token.')
  return {
    access_token: token,
    // A minute early, so that it does not expire on the way.
    until: new Date(now.getTime() + Math.max(0, seconds - 60) * 1000),
    refresh_token: typeof next === 'string' ? next : refresh_token,
  }
}
