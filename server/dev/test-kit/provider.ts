import { randomUUID } from 'node:crypto'
import type { Account } from '@waybill/domain/accounts/model'
import { accountsApi } from '@waybill/domain/accounts/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment, Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { problem_kinds, type ProblemKind } from '@waybill/domain/kit/problem'
import { z } from 'zod'
import { insertAccount } from '../../src/accounts/index.ts'
import { insertSession, insertUser } from '../../src/identity/index.ts'
import { updateUser } from '../../src/identity/store.ts'
import { digestOf } from '../../src/kit/sealer.ts'
import type { Context } from '../../src/kit/handler.ts'
import { lockShipment, enterStatus } from '../../src/shipments/index.ts'
import { asSystem, installProvider } from '../../src/main/install.ts'
import { createMap, type DemoMap } from '../demo/map.ts'
import { testRuntime, type TestRuntime } from './runtime.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** An HTTP response as a client receives it. */
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** A client that sends requests: by endpoint, or by raw HTTP like an external client. */
export interface Caller {
  username: string
  user_id: number
  token: string | null
  send<E extends Endpoint>(
    endpoint: E,
    input: Partial<Input<E>> & object,
    options?: { key?: string },
  ): Promise<Output<E>>
  http(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

/** An API error as a client receives it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: {
    message: string
    code: string
    errors?: { field: string; message: string }[]
    current?: Record<string, unknown>
  }
  constructor(status: number, body: ApiError['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** Returns the status and message of an API error, or status 200 and an empty message. */
export function errorOf(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  return call.then(
    () => ({ status: 200, message: '' }),
    (thrown: unknown) => {
      if (!(thrown instanceof ApiError)) throw thrown
      return { status: thrown.status, message: thrown.message }
    },
  )
}

/** Returns the HTTP status of a kind of problem. */
export function statusOf(kind: ProblemKind): number {
  return problem_kinds[kind].status
}

export interface TestProvider {
  runtime: TestRuntime
  provider_id: number
  guest_account_id: number
  map: DemoMap
  /** An administrator; created once. */
  staff(): Promise<Caller>
  user(
    role_id: number,
    more?: {
      account_id?: number
      branch_id?: number
      limit_user_to_branch?: boolean
      username?: string
      /** Whether the user’s identity is confirmed before each call by endpoint that requires it; true by default. */
      confirms?: boolean
    },
  ): Promise<Caller>
  /** Creates an account owner, of a new account unless one is given. */
  owner(account_id?: number): Promise<Caller>
  /** Creates a driver of a branch, or of no branch. A driver without a branch may get work of every branch. */
  driver(username?: string, branch?: keyof DemoMap['branches']): Promise<Caller>
  /** Creates an API key of an account, or of the provider when no account is given. */
  apiKey(account_id?: number): Promise<Caller>
  /** A visitor without a session, at an IP address. */
  guest(address?: string): Caller
  inTransaction<Result>(fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /** Runs all pending jobs in the outbox. */
  settle(): Promise<void>
  given: {
    account(more?: Partial<Parameters<typeof insertAccount>[1]> & { balance?: number }): Promise<Account>
    shipment(more?: Partial<NewShipment> & { status?: ShipmentStatus; by?: Caller }): Promise<Shipment>
  }
}

/** Returns a valid booking: from Epping in Cape Town to Rosebank in Johannesburg, one parcel of 3 kg. */
export function booking(more: Partial<NewShipment> = {}): NewShipment {
  return {
    collection_address: address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
    collection_contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
    delivery_address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
    delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567', email: 'naledi@example.com' },
    parcels: [
      {
        parcel_description: 'Books',
        submitted_length_cm: 42.5,
        submitted_width_cm: 38.5,
        submitted_height_cm: 5.5,
        submitted_weight_kg: 3,
      },
    ],
    service_level_code: 'ECO',
    dangerous_goods_confirmed: true,
    ...more,
  }
}

export function address(
  streetAddress: string,
  localArea: string,
  city: string,
  code: string,
  zone: string,
): NonNullable<NewShipment['collection_address']> {
  return {
    id: 0,
    type: 'business',
    company: '',
    street_address: streetAddress,
    local_area: localArea,
    city,
    code,
    zone,
    country: 'South Africa',
    lat: null,
    lng: null,
    entered_address: '',
  }
}

/**
 * Creates a separate provider, so that tests can share a database without affecting each other. `on` is the runtime;
 * that of this process by default.
 */
export async function newProvider(
  settings: Readonly<Record<string, unknown>> = {},
  on: TestRuntime | Promise<TestRuntime> = testRuntime(),
): Promise<TestProvider> {
  const runtime = await on
  const { provider_id, guest_account_id } = await installProvider(runtime.runtime, {
    name: `Test ${randomUUID().slice(0, 8)}`,
    settings: {
      invoice_company_vat_no: '4123456789',
      captcha_enabled: false,
      require_2fa_for_staff: 'off',
      ...settings,
    },
  })
  const inTransaction = <Result>(fn: (ctx: Context) => Promise<Result>) =>
    asSystem(runtime.runtime, provider_id, fn)
  const map = await inTransaction((ctx) => createMap(ctx))
  const host = `p${provider_id}.test`
  await runtime.runtime.pool.query('UPDATE provider SET origins = $1 WHERE id = $2', [[host], provider_id])
  runtime.runtime.pubsub.publish({ topic: 'provider', provider_id })
  const user: TestProvider['user'] = async (roleId, more = {}) => {
    const { confirms = true, ...given } = more
    const username = more.username ?? `user-${randomUUID().slice(0, 8)}`
    const token = randomUUID()
    const userId = await inTransaction(async (ctx) => {
      const id = await insertUser(ctx, {
        name: username,
        email: `${username}@example.com`,
        role_id: roleId,
        ...given,
        username,
      })
      // A user whose role requires a second factor already has one.
      await updateUser(ctx, id, { two_factor_auth_enabled: roleId === role_ids.system_administrator })
      await insertSession(ctx, {
        user_id: id,
        token_digest: digestOf(token),
        time_expires: new Date(Date.now() + day_ms * 3650),
        device: 'test',
        time_confirmed: ctx.now,
      })
      return id
    })
    const confirm = () =>
      inTransaction((ctx) =>
        ctx.db
          .updateTable('session')
          .set({ time_confirmed: ctx.now })
          .where('user_id', '=', userId)
          .execute(),
      )
    return caller(runtime, host, token, username, userId, confirms ? confirm : undefined)
  }
  let administrator: Promise<Caller> | null = null
  const staff = () => (administrator ??= user(role_ids.administrator))
  const provider: TestProvider = {
    runtime,
    provider_id,
    guest_account_id,
    map,
    staff,
    user,
    owner: async (accountId) =>
      user(role_ids.account_owner, { account_id: accountId ?? (await provider.given.account()).id }),
    driver: (username, branch) =>
      user(role_ids.driver, {
        username: username ?? `driver-${randomUUID().slice(0, 8)}`,
        ...(branch ? { branch_id: map.branches[branch] } : {}),
      }),
    async apiKey(accountId) {
      const maker = await staff()
      const { identityApi } = await import('@waybill/domain/identity/api')
      const made = await maker.send(
        identityApi.createApiKey,
        accountId === undefined ? { name: 'key' } : { name: 'key', account_id: accountId },
      )
      return caller(runtime, host, made.api_key, made.username, 0)
    },
    guest: (address) => caller(runtime, host, null, 'guest', 0, undefined, address),
    inTransaction,
    async settle() {
      await runtime.outbox.drain()
    },
    given: {
      async account(more = {}) {
        const { balance, ...fields } = more
        const id = await inTransaction((ctx) =>
          insertAccount(ctx, {
            name: `Account ${randomUUID().slice(0, 6)}`,
            account_code: `ACC${randomUUID().slice(0, 8).toUpperCase()}`,
            account_type: 'postpaid',
            credit_limit: 10_000_000,
            payment_terms: 30,
            rate_group_id: 1,
            ...fields,
          }),
        )
        if (balance) await topUp(await staff(), id, balance)
        const { accounts } = await (await staff()).send(accountsApi.list, { id: [id] })
        return accounts[0] as Account
      },
      async shipment(more = {}) {
        const { status, by, ...fields } = more
        const maker = by ?? (await staff())
        const isStaff = !by
        const accountId = fields.account_id ?? (isStaff ? (await provider.given.account()).id : undefined)
        const shipment = await maker.send(shipmentsApi.create, booking({ ...fields, account_id: accountId }))
        if (!status || status === shipment.status) return shipment
        await inTransaction(async (ctx) => {
          await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: status, message: 'given' })
        })
        const { shipments } = await (await staff()).send(shipmentsApi.list, { id: [shipment.id] })
        return shipments[0] as Shipment
      },
    },
  }
  return provider
}

async function topUp(staff: Caller, accountId: number, amount: number): Promise<void> {
  const { billingApi } = await import('@waybill/domain/billing/api')
  await staff.send(billingApi.post, { account_id: accountId, type: 'payment', amount, description: 'Top-up' })
}

/** Fills the placeholders of a path from the input. Returns the path and the remaining input. */
export function filledPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replaceAll(/:(\w+)/g, (place, name: string) => {
    if (!(name in rest)) return place
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

function caller(
  runtime: TestRuntime,
  host: string,
  token: string | null,
  username: string,
  userId: number,
  confirm?: () => Promise<unknown>,
  remoteAddress = '127.0.0.1',
): Caller {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const http: Caller['http'] = async (method, url, body, headers = {}) => {
    const answer = await runtime.http.app.inject({
      method: method as 'GET',
      url,
      remoteAddress,
      headers: { host, ...authorization, ...headers },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers as Reply['headers'],
      body: isJson && answer.body ? answer.json() : answer.rawPayload,
    }
  }
  return {
    username,
    user_id: userId,
    token,
    http,
    async send(endpoint, input, options = {}) {
      if (endpoint.step_up) await confirm?.()
      const encoded = z.encode(endpoint.input, input) as Record<string, unknown>
      const { path, rest } = filledPath(endpoint.path, encoded)
      const query = new URLSearchParams()
      if (endpoint.method === 'GET')
        for (const [name, value] of Object.entries(rest))
          if (value !== undefined)
            query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
      const search = query.size > 0 ? `?${query.toString()}` : ''
      const reply = await http(
        endpoint.method,
        path + search,
        endpoint.method === 'GET' ? undefined : encoded,
        {
          'client-version': '3.17.17',
          ...(options.key ? { 'idempotency-key': options.key } : {}),
        },
      )
      if (reply.status >= 400 || reply.status === 202)
        throw new ApiError(reply.status, reply.body as ApiError['body'])
      return (reply.status === 204 ? {} : z.decode(endpoint.output, reply.body)) as never
    },
  }
}
