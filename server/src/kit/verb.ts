import type { Actor } from '@waybill/domain/kit/actor'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/endpoint'
import type { DomainEvent, PayloadOf } from '@waybill/domain/kit/event'
import type { Setting } from '@waybill/domain/kit/setting'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type { Db } from './db.ts'
import type { Logger } from './log.ts'
import type { News } from './news.ts'
import type { Sealer } from './sealer.ts'

/** What is known of the request or job behind a work; the audit keeps it. */
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

/** What both kinds of verb know. */
export interface Reader {
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
   * A value read from the database and kept in this process for its provider until news of `topic` (or 30 seconds):
   * price books, maps, calendars. Without a work under way, a short one is opened only when the value is not known.
   */
  kept<Value>(topic: string, key: string, read: (ctx: Ctx) => Promise<Value>): Promise<Value>
}

/** The context of one unit of work: everything written through it is kept together or not at all. */
export interface Ctx extends Reader {
  readonly db: Db
  /** The time at this moment, for what is decided under a lock: `now` is when the work began, before it waited for the lock. */
  clock(): Date
  /** Announces what happened: 'same work' listeners run now, 'after commit' ones from the outbox. */
  emit<E extends DomainEvent>(event: E, payload: PayloadOf<E>): Promise<void>
  /** Tells every process, once this work is kept. */
  news(news: Omit<News, 'provider_id'>): Promise<void>
}

/** A value that names an outside part (geocoder, mail, file store); its adapter is chosen at start. */
export interface Port<Adapter> {
  name: string
  /** Only carries the type. */
  adapter?: Adapter
}

export function port<Adapter>(name: string): Port<Adapter> {
  return { name }
}

/** The context of a verb that talks to outside parts: short works, and never one open while it waits. */
export interface PartnerCtx extends Reader {
  partner<Adapter>(port: Port<Adapter>): Adapter
  work<Result>(fn: (ctx: Ctx) => Promise<Result>): Promise<Result>
  /**
   * The work whose result is the endpoint's answer: an idempotency key and that answer are kept with its effect.
   * A verb with an effect calls it exactly once, last.
   */
  answer<Result>(fn: (ctx: Ctx) => Promise<Result>): Promise<Result>
  /** The same for somebody else of the same company: the audit and events name them as the source. */
  actingAs(actor: Actor): Promise<PartnerCtx>
}

/** A raw answer, for endpoints that answer files and pages. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

export type Verb<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<Output<E>>
export type PartnerVerb<E extends Endpoint> = (ctx: PartnerCtx, input: Input<E>) => Promise<Output<E>>
export type RawVerb<E extends Endpoint> = (ctx: PartnerCtx, input: Input<E>) => Promise<RawAnswer>

/** One served doorway. */
export type Route =
  | { kind: 'work'; endpoint: Endpoint; run: (ctx: Ctx, input: unknown) => Promise<unknown> }
  | { kind: 'partner'; endpoint: Endpoint; run: (ctx: PartnerCtx, input: unknown) => Promise<unknown> }
  | { kind: 'raw'; endpoint: Endpoint; run: (ctx: PartnerCtx, input: unknown) => Promise<RawAnswer> }

/** Serves an endpoint with a verb that runs in one unit of work. */
export function serve<E extends Endpoint>(endpoint: E, verb: Verb<E>): Route {
  return { kind: 'work', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint with a verb that needs outside parts. */
export function servePartner<E extends Endpoint>(endpoint: E, verb: PartnerVerb<E>): Route {
  return { kind: 'partner', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}

/** Serves an endpoint whose answer is a file or a page. */
export function serveRaw<E extends Endpoint>(endpoint: E, verb: RawVerb<E>): Route {
  return { kind: 'raw', endpoint, run: (ctx, input) => verb(ctx, input as Input<E>) }
}
