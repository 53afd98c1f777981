import type { Actor } from '@waybill/domain/kit/actor'
import type { BodySizeName, FileBodyName } from '@waybill/domain/kit/calls/body-size'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import type { DomainEvent, PayloadOf } from '@waybill/domain/kit/event'
import type { Setting } from '@waybill/domain/kit/setting'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type { Db } from './db.ts'
import type { Logger } from './log.ts'
import type { TopicMessage } from './pubsub.ts'
import type { Sealer } from './sealer.ts'

/** What is known of the request or job behind a transaction; the audit keeps it. */
export interface RequestFacts {
  id: string
  client_version: string
  channel: 'web' | 'api' | 'driver-app' | 'scanner' | 'import' | 'job'
  address: string
  user_agent: string
  /** The session that asks, when a signed-in user does. */
  session_id: number | null
  /** The origin under which this installation was asked, for absolute links: `http://127.0.0.1:3000`. */
  web_url: string
  api_url: string
  /** The hosts that the operator lets companies send their pages to, beyond their own. */
  allowed_hosts: AllowedHosts
}

/** What both kinds of handler know. */
export interface BaseContext {
  readonly actor: Actor
  readonly provider_id: number
  readonly now: Date
  readonly request: RequestFacts
  readonly log: Logger
  readonly sealer: Sealer
  setting<Value>(setting: Setting<Value>): Value
  /** Random text from an alphabet; injectable so that tests repeat. */
  random(alphabet: string, length: number): string
  /**
   * A value read from the database and kept in this process for its provider until a message of `topic` (or 30 seconds):
   * price books, maps, calendars. Without a transaction under way, a short one is opened only when the value is not known.
   */
  cached<Value>(topic: string, key: string, read: (ctx: Context) => Promise<Value>): Promise<Value>
}

/** The context of one transaction: everything written through it is kept together or not at all. */
export interface Context extends BaseContext {
  readonly db: Db
  /** The time at this moment, for what is decided under a lock: `now` is when the transaction began, before it waited for the lock. */
  clock(): Date
  /** Announces what happened: 'same transaction' listeners run now, 'after commit' ones from the outbox. */
  emit<E extends DomainEvent>(event: E, payload: PayloadOf<E>): Promise<void>
  /** Tells every process, once this transaction is committed. */
  publish(message: Omit<TopicMessage, 'provider_id'>): Promise<void>
}

/** A value that names an outside part (geocoder, mail, file store); its adapter is chosen at start. */
export interface Port<Adapter> {
  name: string
  /** Only carries the type. */
  type?: Adapter
}

export function port<Adapter>(name: string): Port<Adapter> {
  return { name }
}

/** The context of a handler that talks to outside parts: short transactions, and never one open while it waits. */
export interface ExternalContext extends BaseContext {
  adapter<Adapter>(port: Port<Adapter>): Adapter
  inTransaction<Result>(fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /**
   * The transaction whose result is the endpoint's answer: an idempotency key and that answer are stored with its effect.
   * A handler with an effect calls it exactly once, last.
   */
  answer<Result>(fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /** The same for somebody else of the same company: the audit and events name them as the source. */
  actingAs(actor: Actor): Promise<ExternalContext>
}

/** A raw answer, for endpoints that answer files and pages. */
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

/** One served endpoint. */
export type Route =
  | { kind: 'transaction'; endpoint: Endpoint; run: (ctx: Context, input: unknown) => Promise<unknown> }
  | { kind: 'external'; endpoint: Endpoint; run: (ctx: ExternalContext, input: unknown) => Promise<unknown> }
  | { kind: 'raw'; endpoint: Endpoint; run: (ctx: ExternalContext, input: unknown) => Promise<RawAnswer> }

/** An endpoint whose calls hold no file: reading one inside a transaction would hold up everybody. */
type EndpointWithoutFile = Endpoint & { body: Exclude<BodySizeName, FileBodyName> }

/** Serves an endpoint with a handler that runs in one transaction. */
export function serve<E extends EndpointWithoutFile>(endpoint: E, verb: Handler<E>): Route {
  return { kind: 'transaction', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint with a handler that needs outside parts. */
export function serveExternal<E extends Endpoint>(endpoint: E, verb: ExternalHandler<E>): Route {
  return { kind: 'external', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint whose answer is a file or a page. */
export function serveRaw<E extends Endpoint>(endpoint: E, verb: RawHandler<E>): Route {
  return { kind: 'raw', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}
