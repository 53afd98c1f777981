import { randomBytes, randomInt } from 'node:crypto'
import type { DomainEvent } from '@waybill/domain/kit/event'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type pg from 'pg'
import type { Connections } from './connections.ts'
import type { Logger } from './log.ts'
import type { Notifications, PubSub } from './pubsub.ts'
import type { Sealer } from './sealer.ts'
import type { Standby } from './standby.ts'
import type { Context, ExternalContext, BaseContext, Port, Route } from './handler.ts'

/** A subscriber that runs in the same transaction, before the commit, and can reject it. */
export interface SameTransactionSubscriber {
  event: DomainEvent
  when: 'same transaction'
  /** Name of the subscriber function. */
  listener: string
  /** Reads what `run` needs; `null` when it needs nothing. Sent together with the reads of other subscribers. */
  read: ((ctx: Context, payload: unknown) => Promise<unknown>) | null
  run: (ctx: Context, payload: unknown, known: unknown) => Promise<void>
}

/** A subscriber that runs after the commit: each call is an outbox row, delivered at least once and in order per key. */
export interface AfterCommitSubscriber {
  event: DomainEvent
  when: 'after commit'
  listener: string
  /** Whether the event needs handling, judged by settings alone; otherwise it is not queued. */
  concerns: (reader: BaseContext, payload: unknown) => boolean
  /** Returns a key; calls with the same key run one after the other. */
  keyOf: (payload: unknown) => string
  run: (ctx: ExternalContext, payload: unknown) => Promise<void>
}

export type Subscriber = SameTransactionSubscriber | AfterCommitSubscriber

/** The parts of one running process; created once at startup and passed down. */
export interface Runtime {
  /** Connections of page requests, for single statements outside transactions. */
  pool: pg.Pool
  connections: Connections
  /** Connections for what lasts longer than a transaction, such as locks of operator tasks. */
  sessions: pg.Pool
  /** A copy of the database for reads; `null` when there is none. */
  standby: Standby | null
  embedded: boolean
  log: Logger
  pubsub: PubSub
  /** `null` when no other process can use the database. */
  notifications: Notifications | null
  sealer: Sealer
  /** Current time of the database; tests can change it. */
  clock: () => Date
  /** How far the clock of this machine is ahead of the database’s clock, in ms. */
  clock_offset: () => number
  random: (alphabet: string, length: number) => string
  adapters: Map<string, unknown>
  subscribers: readonly Subscriber[]
  routes: readonly Route[]
  /** Maintenance message returned to every caller; `null` outside maintenance (SHELL-052). */
  maintenance: { readonly text: string | null }
  web_url: string
  api_url: string
  /** Hosts, other than a company’s own, to which the operator allows company pages to be sent. */
  allowed_hosts: AllowedHosts
  data_dir: string
}

/** Returns uniformly random text from an alphabet. */
export function secureRandom(alphabet: string, length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += alphabet[randomInt(alphabet.length)]
  return text
}

/** Returns the adapter of a port, chosen at startup. */
export function adapterOf<Adapter>(runtime: Runtime, port: Port<Adapter>): Adapter {
  const adapter = runtime.adapters.get(port.name)
  if (!adapter) throw new Error(`No adapter was chosen for ${port.name}.`)
  return adapter as Adapter
}

/** Returns a request id that is short, unique and safe in logs. */
export function newRequestId(): string {
  return randomBytes(12).toString('base64url')
}
