import type { Actor } from '@waybill/domain/kit/actor'
import type { BodySizeName, FileBodyName } from '@waybill/domain/kit/calls/body-size'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import type { DomainEvent, PayloadOf } from '@waybill/domain/kit/event'
import type { Setting } from '@waybill/domain/kit/setting'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type { Compilable } from 'kysely'
import type { Db } from './db.ts'
import type { Logger } from './log.ts'
import type { TopicMessage } from './pubsub.ts'
import type { Sealer } from './sealer.ts'

/** Data about the request or job that runs a transaction; stored in the audit log. */
export interface RequestFacts {
  id: string
  client_version: string
  channel: 'web' | 'api' | 'driver-app' | 'scanner' | 'import' | 'job'
  address: string
  user_agent: string
  /** The session of the signed-in user, `null` without one. */
  session_id: number | null
  /** The origin that the request used for this installation, for absolute links: `http://127.0.0.1:3000`. */
  web_url: string
  api_url: string
  /** Hosts, other than a company’s own, to which the operator allows company pages to be sent. */
  allowed_hosts: AllowedHosts
}

/** Properties that all handler contexts share. */
export interface BaseContext {
  readonly actor: Actor
  readonly provider_id: number
  readonly now: Date
  readonly request: RequestFacts
  readonly log: Logger
  readonly sealer: Sealer
  setting<Value>(setting: Setting<Value>): Value
  /** Returns random text from an alphabet; injectable, so that tests are repeatable. */
  random(alphabet: string, length: number): string
  /**
   * Returns a value read from the database and cached in this process for the provider until a message of `topic`
   * arrives (or for 30 seconds): price books, maps, calendars. Outside a transaction, opens a short one only if the
   * value is not cached.
   */
  cached<Value>(topic: string, key: string, read: (ctx: Context) => Promise<Value>): Promise<Value>
}

/** What subscribers of an event read, by subscriber. */
export type ReadAhead = ReadonlyMap<object, Promise<unknown>>

/** The context of one transaction: everything written through it is committed or rolled back together. */
export interface Context extends BaseContext {
  readonly db: Db
  /**
   * Returns the current time, for decisions made under a lock: `now` is the start of the transaction, before it
   * waited for the lock.
   */
  clock(): Date
  /**
   * Emits an event: 'same transaction' subscribers run now, 'after commit' subscribers run from the outbox. `ahead` is
   * what `readAhead` returned for the event.
   */
  emit<E extends DomainEvent>(event: E, payload: PayloadOf<E>, ahead?: ReadAhead): Promise<void>
  /**
   * Sends what the 'same transaction' subscribers of an event read first, before the event can be emitted: together
   * with the writes that it is about, so that it takes no round trip of its own. Those reads must not depend on the
   * writes, or on the fields of the payload that are left out.
   */
  readAhead<E extends DomainEvent>(event: E, payload: Partial<PayloadOf<E>>): ReadAhead
  /**
   * Sends a write together with the commit, when nothing needs its answer. If it fails, everything is rolled back;
   * `duplicate` is thrown when a row with the same unique values exists.
   */
  writeLast(write: Compilable, duplicate?: () => Error): void
  /** Publishes a message to every process after this transaction is committed. */
  publish(message: Omit<TopicMessage, 'provider_id'>): Promise<void>
}

/** Identifies an external service (geocoder, mail, file store); its adapter is chosen at startup. */
export interface Port<Adapter> {
  name: string
  /** Holds the adapter type only; never has a value. */
  type?: Adapter
}

export function port<Adapter>(name: string): Port<Adapter> {
  return { name }
}

/**
 * The context of a handler that calls external services. It uses short transactions and never keeps one open while it
 * waits for a service.
 */
export interface ExternalContext extends BaseContext {
  adapter<Adapter>(port: Port<Adapter>): Adapter
  inTransaction<Result>(fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /**
   * Runs the transaction whose result is the response of the endpoint: the idempotency key and the response are
   * stored together with its changes. A handler that changes data calls it exactly once, at the end.
   */
  answer<Result>(fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /** Returns a context for another actor of the same company; the audit log and events name that actor as the source. */
  actingAs(actor: Actor): Promise<ExternalContext>
}

/** A raw response, for endpoints that return files and pages. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

export type Handler<E extends Endpoint> = (ctx: Context, input: Input<E>) => Promise<Output<E>>
export type ExternalHandler<E extends Endpoint> = (
  ctx: ExternalContext,
  input: Input<E>,
) => Promise<Output<E>>
export type RawHandler<E extends Endpoint> = (ctx: ExternalContext, input: Input<E>) => Promise<RawAnswer>

/** An endpoint and its handler. */
export type Route =
  | { kind: 'transaction'; endpoint: Endpoint; run: (ctx: Context, input: unknown) => Promise<unknown> }
  | { kind: 'external'; endpoint: Endpoint; run: (ctx: ExternalContext, input: unknown) => Promise<unknown> }
  | {
      kind: 'raw'
      endpoint: Endpoint
      run: (ctx: ExternalContext, input: unknown) => Promise<RawAnswer>
      /** Whether a GET stores something, so that its response waits for the commit. */
      writes: boolean
    }

/** An endpoint without file uploads: reading a file inside a transaction would block other requests. */
type EndpointWithoutFile = Endpoint & { body: Exclude<BodySizeName, FileBodyName> }

/** Serves an endpoint with a handler that runs in one transaction. */
export function serve<E extends EndpointWithoutFile>(endpoint: E, verb: Handler<E>): Route {
  return { kind: 'transaction', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint with a handler that calls external services. */
export function serveExternal<E extends Endpoint>(endpoint: E, verb: ExternalHandler<E>): Route {
  return { kind: 'external', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint whose response is a file or a page. A GET that stores something says so with `writes`. */
export function serveRaw<E extends Endpoint>(
  endpoint: E,
  verb: RawHandler<E>,
  { writes = false }: { writes?: boolean } = {},
): Route {
  return { kind: 'raw', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>), writes }
}
