import { identityApi } from '@waybill/domain/identity/api'
import { passkeysApi } from '@waybill/domain/identity/sign-in/passkeys-api'
import { startupApi } from '@waybill/domain/startup/api'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { isLetIn, type Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Workload } from '@waybill/domain/kit/calls/workload'
import { forbidden, otherUser, Problem, twoFactorNeeded } from '@waybill/domain/kit/problem'
import { missingPermissionSentence } from '@waybill/domain/identity/users-and-roles/permissions'
import { isPersonalEndpoint } from '@waybill/domain/identity/users-and-roles/user-rules'
import { trackingApi } from '@waybill/domain/tracking/api'
import { readAccounts } from '../accounts/index.ts'
import { answerFor } from '../drivers/index.ts'
import { impersonated } from '../identity/index.ts'
import type { Context, RequestFacts, RawAnswer, Route } from '../kit/handler.ts'
import type { LogPosition } from '../kit/log-position.ts'
import { Admission } from './admission.ts'
import { holdForApproval } from './approval.ts'
import { decodeInput } from './decode.ts'
import { notSignedIn, type Authentication } from './authentication.ts'
import { encodeAnswer } from './encode.ts'
import type { Runtime } from '../kit/runtime.ts'
import { trackingPage, trackingWidget } from '../tracking/index.ts'
import { allowances, subscriberOf, tooManyCalls, type Allowance, type RateLimiter } from './rate-limit.ts'
import { answerOnce, RepeatFound, type RepeatKey } from './idempotency.ts'
import { requireStepUp } from './step-up.ts'
import { externalContext, inTransaction, type TransactionScope } from '../db/transaction.ts'

/** A request as the dispatcher receives it, independent of the transport. */
export interface Call {
  token: string | null
  /** Whether the token was a parameter of the address, where only an API key is accepted. */
  is_token_in_query?: boolean
  host: string
  query: Record<string, unknown>
  body: unknown
  /** The raw body of an uploaded file, or of an endpoint that takes bytes. */
  bytes: Buffer | null
  /** Headers by lower-case name; only for endpoints that take bytes. */
  headers?: Record<string, string>
  /** Values of the named path parameters. */
  params?: Record<string, string>
  idempotency_key: string | null
  /** The header `data-position`: up to where the caller has seen the data; `null` when it did not send it. */
  data_position?: number | null
  /** The header `for-user`: whose page sends the call, as `encodeURIComponent` writes it; `null` without one. */
  for_user?: string | null
  request: RequestFacts
  /** Whether a page of a host that is not ours made the request. */
  is_foreign_page?: boolean
  /** Aborted when the client disconnects. */
  gone?: AbortSignal
  /** Adds headers to the response, including error responses. */
  addHeaders?: (headers: Record<string, string>) => void
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

/**
 * Handles every API request: authenticate, authorise, decode, run in a transaction, encode. The response is encoded
 * inside the transaction, so that a response that violates its schema rolls everything back.
 */
export class Dispatcher {
  readonly #runtime: Runtime
  readonly #authentication: Authentication
  readonly #limiter: RateLimiter
  readonly #admission: Admission

  constructor(
    runtime: Runtime,
    authentication: Authentication,
    limiter: RateLimiter,
    admission = new Admission(),
  ) {
    this.#runtime = runtime
    this.#authentication = authentication
    this.#limiter = limiter
    this.#admission = admission
  }

  async answer(route: Route, call: Call): Promise<Answer> {
    const { endpoint } = route
    const { actor: caller, session_id } = await this.#authenticate(endpoint, call)
    this.#limit(endpoint, caller, call)
    const actor = await this.#actingAs(endpoint, caller, { ...call.request, session_id }, call)
    if (!isLetIn(actor, endpoint))
      throw actor.kind === 'guest'
        ? notSignedIn(null)
        : forbidden(missingPermissionSentence(endpoint.permission ?? ''))
    const workload = workloadOf(endpoint, call)
    const about: TransactionScope = {
      actor,
      request: { ...call.request, session_id },
      reads_only: endpoint.method === 'GET' && !mayWrite(route),
      read_position: { seen: seenBy(actor, call), written: 0 },
      workload,
    }
    const key = actor.kind === 'guest' ? call.request.address : actor.user_id
    const room = { workload, caller: { company: actor.provider_id, name: String(key) }, gone: call.gone }
    const answer = await this.#admission
      .run(room, () => this.#run(route, about, call))
      .finally(() => addPosition(about, call))
    if (typeof answer.body === 'string') this.#charge(endpoint, caller, call, answer.body)
    return answer
  }

  async #run(route: Route, about: TransactionScope, call: Call): Promise<Answer> {
    const { endpoint } = route
    const { actor } = about
    const raw = rawInput(endpoint, actor, call)
    const input = decodeInput(endpoint.input, raw)
    await this.#requireOwnAccount(about, call)
    await requireStepUp(this.#runtime, endpoint, about, input)
    if (route.kind === 'raw') return this.#raw(route.run, about, input)
    const repeat = repeatOf(endpoint, actor, call, raw)
    try {
      const waiting = await holdForApproval(this.#runtime, route, about, { raw, input, repeat })
      if (waiting) return { ...waiting, headers: {} }
      const body = await this.#json(route, about, input, repeat)
      return endpoint.method === 'DELETE'
        ? { status: 204, headers: {}, body: '' }
        : { status: 200, headers: {}, body }
    } catch (error) {
      if (!(error instanceof RepeatFound)) throw error
      if (this.#runtime.standby && about.read_position)
        about.read_position.written = await this.#runtime.standby.primaryEnd()
      const { status, body } = error.answer
      return { status, headers: { 'idempotent-replayed': 'true' }, body }
    }
  }

  async #authenticate(endpoint: Endpoint, call: Call): Promise<{ actor: Actor; session_id: number | null }> {
    // A sign-in carries its own credentials, so a stale token is ignored.
    if (call.token === null || endpoint.path === '/login') {
      if (endpoint.audience !== 'public') throw notSignedIn(null)
      return { actor: await this.#authentication.guestAt(call.host), session_id: null }
    }
    const { actor, session_id, needs_two_factor } = await this.#authentication.authenticate(
      call.token,
      call.host,
      call.request.address,
    )
    // Before all other checks, so that the queues of the page try again and lose nothing.
    if (call.for_user && call.for_user !== encodeURIComponent(actor.username)) throw otherUser()
    if (call.is_token_in_query && actor.kind !== 'api-key')
      throw forbidden('Only an API key can be sent as api_key. Send the token of a person as a header.')
    if (needs_two_factor && !before_second_factor.has(endpoint.path)) throw twoFactorNeeded()
    if (actor.kind === 'user' && call.is_foreign_page)
      throw forbidden('Other websites must call with an API key, not with the sign-in of a person.')
    if (endpoint.audience === 'session' && actor.kind !== 'user')
      throw forbidden('This call needs a signed-in user; an API key cannot make it.')
    return { actor, session_id }
  }

  /**
   * Returns the actor of the request: the caller, or the customer's user named in `request_username` (AUTH-067,
   * AUTH-068).
   */
  async #actingAs(endpoint: Endpoint, caller: Actor, request: RequestFacts, call: Call): Promise<Actor> {
    const username = requestUsername(call)
    if (username === null || caller.kind === 'guest' || caller.username === username) return caller
    // The session belongs to the signed-in person, not to the impersonated user.
    if (of_the_session.has(endpoint.path)) return caller
    if (isPersonalEndpoint(endpoint.method, endpoint.path))
      throw forbidden('You cannot do this while acting as another user. Stop impersonating first.')
    return inTransaction(this.#runtime, { actor: caller, request }, (ctx) => impersonated(ctx, username))
  }

  /** Takes rate limit tokens from the caller's bucket. Reports the remaining tokens in headers, also on rejection. */
  #limit(endpoint: Endpoint, actor: Actor, call: Call): void {
    const { key, allowance, cost = 1 } = bucketOf(endpoint, actor, call)
    const { limit, remaining, wait_s } = this.#limiter.take(key, allowance, cost)
    if (limit > 0)
      call.addHeaders?.({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) })
    if (wait_s > 0) throw tooManyCalls(wait_s)
  }

  /** Charges one token for each million characters of a long response, whatever `limit` was requested. */
  #charge(endpoint: Endpoint, actor: Actor, call: Call, body: string): void {
    const cost = Math.floor(body.length / characters_per_token)
    if (cost === 0) return
    const { key, allowance } = bucketOf(endpoint, actor, call)
    this.#limiter.charge(key, allowance, cost)
  }

  /**
   * Rejects an `account_id` in the query, sent by staff or an admin key, that is not an account of their provider
   * (docs/domain/public-api.md#callers-and-reach).
   */
  async #requireOwnAccount(about: TransactionScope, call: Call): Promise<void> {
    const named = call.query.account_id
    if (!isStaff(about.actor) || typeof named !== 'string' || !/^[1-9]\d{0,14}$/.test(named)) return
    const ctx = await externalContext(this.#runtime, about)
    const isOwn = await ctx.cached('account', `is own ${named}`, async (inner) => {
      const rows = await readAccounts(inner, [Number(named)])
      return rows.length === 1
    })
    if (!isOwn) throw forbidden(`Account ${named} is not an account of this provider.`)
  }

  async #raw(
    run: (ctx: never, input: unknown) => Promise<RawAnswer>,
    about: TransactionScope,
    input: unknown,
  ): Promise<Answer> {
    return run((await externalContext(this.#runtime, about)) as never, input)
  }

  async #json(
    route: Exclude<Route, { kind: 'raw' }>,
    about: TransactionScope,
    input: unknown,
    repeat: RepeatKey | null,
  ): Promise<string> {
    if (route.kind === 'transaction')
      return inTransaction(this.#runtime, about, (ctx) =>
        guarded({ endpoint: route.endpoint, input }, ctx, repeat, () => route.run(ctx, input)),
      )
    let encoded: string | undefined
    const ctx = await externalContext(this.#runtime, about)
    const output = await route.run(
      {
        ...ctx,
        answer: (fn) =>
          inTransaction(this.#runtime, about, async (inner) => {
            let result: unknown
            encoded = await guarded(
              { endpoint: route.endpoint, input },
              inner,
              repeat,
              async () => (result = await fn(inner)),
            )
            return result as Awaited<ReturnType<typeof fn>>
          }),
      },
      input,
    )
    return encoded ?? encodeAnswer(route.endpoint, answerFor(ctx, route.endpoint, output), input)
  }
}

/** Endpoints that concern the session itself, even while the user impersonates another user. */
const of_the_session: ReadonlySet<string> = new Set(
  [identityApi.logout, identityApi.stepUp, passkeysApi.stepUpOptions].map((endpoint) => endpoint.path),
)

/** Endpoints that a user may call while a required second factor is not set up yet (AUTH-042). */
const before_second_factor: ReadonlySet<string> = new Set(
  [
    identityApi.setUpTwoFactor,
    identityApi.stepUp,
    passkeysApi.stepUpOptions,
    passkeysApi.begin,
    passkeysApi.add,
    identityApi.updatePassword,
    identityApi.saveUserSetting,
    identityApi.logout,
    identityApi.time,
    identityApi.provider,
    startupApi.generalData,
    startupApi.crash,
  ].map((endpoint) => endpoint.path),
)

/**
 * Maximum number of rows of an interactive page. A request for more rows is a heavy workload, unless its endpoint
 * declares its own workload.
 */
const longest_page = 100

/** Returns the maximum number of rows that a request asks for; 0 when it does not specify one. */
function requestedRows({ query }: Call): number {
  const limit = Number(query.limit ?? 0)
  return Number.isFinite(limit) ? Math.max(0, limit) : 0
}

/** Number of response characters that cost one token. */
const characters_per_token = 1_000_000

function workloadOf(endpoint: Endpoint, call: Call): Workload {
  return endpoint.workload ?? (requestedRows(call) > longest_page ? 'heavy' : 'interactive')
}

/**
 * Returns up to where the caller has seen the data. A person sends that with each request. A client that does not may
 * have written anything before.
 */
function seenBy({ kind }: Actor, { data_position }: Call): LogPosition {
  return data_position ?? (kind === 'api-key' ? Infinity : 0)
}

/** Returns to the caller where its changes ended, so that it can read them wherever it reads next. */
function addPosition({ read_position }: TransactionScope, call: Call): void {
  if (read_position && read_position.written > 0)
    call.addHeaders?.({ 'data-position': String(read_position.written) })
}

/** Whether the handler of a GET may store something: all that call external services may. */
function mayWrite(route: Route): boolean {
  return route.kind === 'external' || (route.kind === 'raw' && route.writes)
}

/** Returns the rate limit bucket of a request: by address for guests and sign-ins, otherwise by user or API key. */
function bucketOf(
  endpoint: Endpoint,
  actor: Actor,
  call: Call,
): { key: string; allowance: Allowance; cost?: number } {
  const address = subscriberOf(call.request.address)
  if (endpoint.path === '/login') return { key: `sign-in ${address}`, allowance: allowances.sign_in }
  if (endpoint.takes === 'bytes') return { key: `told ${address}`, allowance: allowances.told }
  const who = `${actor.provider_id} ${actor.user_id}`
  if (public_tracking.has(endpoint))
    return {
      cost: requestedReferences(call.query),
      ...(actor.kind === 'guest'
        ? { key: `tracking ${address}`, allowance: allowances.tracking }
        : { key: `tracking ${who}`, allowance: allowances.known_tracking }),
    }
  if (actor.kind === 'guest') return { key: `guest ${address}`, allowance: allowances.public }
  if (endpoint.path === '/shipments/pod' && endpoint.method === 'POST')
    return { key: `pod ${who}`, allowance: allowances.proof }
  return actor.kind === 'api-key'
    ? { key: `key ${who}`, allowance: allowances.api_key }
    : { key: `user ${who}`, allowance: allowances.user }
}

/**
 * Endpoints where any caller can request any shipment by its reference. References are counted, so that a caller
 * cannot try all of them.
 */
const public_tracking: ReadonlySet<Endpoint> = new Set([trackingApi.track, trackingPage, trackingWidget])

/** Returns the number of shipments that a public tracking request names, in any list format. */
function requestedReferences({ tracking_reference, tracking_ref, ref }: Call['query']): number {
  const named = [tracking_reference, tracking_ref, ref]
    .flat()
    .flatMap((text) => String(text ?? '').split(','))
  return Math.max(1, named.filter((one) => one.trim() !== '').length)
}

function repeatOf(endpoint: Endpoint, actor: Actor, call: Call, raw: unknown): RepeatKey | null {
  if (call.idempotency_key === null || endpoint.method === 'GET') return null
  return {
    scope: `${actor.kind} ${actor.user_id} ${endpoint.method} ${endpoint.path}`,
    key: call.idempotency_key,
    raw,
  }
}

async function guarded(
  { endpoint, input }: { endpoint: Endpoint; input: unknown },
  ctx: Context,
  repeat: RepeatKey | null,
  run: () => Promise<unknown>,
): Promise<string> {
  const status = endpoint.method === 'DELETE' ? 204 : 200
  const answer = await answerOnce(ctx, repeat, async () => ({
    status,
    body: await encodeAnswer(endpoint, answerFor(ctx, endpoint, await run()), input),
  }))
  return answer.body
}

/**
 * Returns the input before decoding: the query of a GET, otherwise the body. The account and provider in a request
 * are checked against the session and never trusted (docs/domain/public-api.md#callers-and-reach).
 */
function rawInput(endpoint: Endpoint, actor: Actor, call: Call): unknown {
  const { request_username: _acting_as, ...query } = call.query
  if (endpoint.takes === 'bytes')
    return { ...call.params, bytes: call.bytes ?? Buffer.alloc(0), headers: call.headers ?? {} }
  if (endpoint.body === 'upload') return { ...query, bytes: call.bytes ?? Buffer.alloc(0) }
  if (isNamed(query.account_id) && actor.account_id !== null && !isNumber(query.account_id, actor.account_id))
    throw forbidden('This key may only act for its own account.')
  const isBare = endpoint.method !== 'GET' && Array.isArray(call.body)
  if (isBare) return call.body
  const body = (endpoint.method === 'GET' ? {} : call.body) as Record<string, unknown>
  const raw: Record<string, unknown> = {
    ...(endpoint.method === 'GET' ? query : {}),
    ...body,
    ...call.params,
  }
  if (isNamed(query.account_id)) raw.account_id = query.account_id
  const namedProvider = isNamed(query.provider_id) ? query.provider_id : raw.provider_id
  if (actor.account_id !== null) {
    delete raw.account_id
  } else if (isStaff(actor) && isNamed(namedProvider) && !isNumber(namedProvider, actor.provider_id)) {
    throw forbidden('This is another provider. Leave provider_id out.')
  }
  delete raw.provider_id
  delete raw.request_username
  if (typeof call.body === 'object' || endpoint.method === 'GET') return raw
  throw new Problem('invalid', 'The body must be a JSON object.')
}

/** Returns the user to impersonate, from the query or the body; `null` when the caller acts as themselves. */
function requestUsername(call: Call): string | null {
  const body = call.body as { request_username?: unknown } | null | undefined
  const named = call.query.request_username ?? (typeof body === 'object' ? body?.request_username : undefined)
  return typeof named === 'string' && named !== '' ? named : null
}

/** Whether an undecoded value is this number. Only text and numbers can match. */
function isNumber(value: unknown, wanted: number): boolean {
  return (typeof value === 'string' || typeof value === 'number') && Number(value) === wanted
}

function isNamed(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0'
}
