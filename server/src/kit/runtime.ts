import { randomBytes, randomInt } from 'node:crypto'
import type { DomainEvent } from '@waybill/domain/kit/event'
import type { AllowedHosts } from '@waybill/domain/kit/allowed-hosts'
import type pg from 'pg'
import type { Connections } from './connections.ts'
import type { Logger } from './log.ts'
import type { PubSub } from './pubsub.ts'
import type { Sealer } from './sealer.ts'
import type { Context, ExternalContext, BaseContext, Port, Route } from './handler.ts'

/** A listener of the same transaction: runs before the commit and may refuse it. */
export interface SameTransactionSubscriber {
  event: DomainEvent
  when: 'same transaction'
  /** The name of the function that listens. */
  listener: string
  run: (ctx: Context, payload: unknown) => Promise<void>
}

/** A listener after the commit: its call is a row of the outbox, delivered at least once and in order per object. */
export interface AfterCommitSubscriber {
  event: DomainEvent
  when: 'after commit'
  listener: string
  /** Whether anything follows from it, as far as settings alone can say: what concerns nobody is not even queued. */
  concerns: (reader: BaseContext, payload: unknown) => boolean
  /** Calls that share a key run one after the other. */
  keyOf: (payload: unknown) => string
  run: (ctx: ExternalContext, payload: unknown) => Promise<void>
}

export type Subscriber = SameTransactionSubscriber | AfterCommitSubscriber

/** Everything one running process is made of; made once at boot and handed down. */
export interface Runtime {
  /** The connections of pages, for single statements outside the transactions. */
  pool: pg.Pool
  connections: Connections
  embedded: boolean
  log: Logger
  pubsub: PubSub
  sealer: Sealer
  /** The time of the database; tests move it. */
  clock: () => Date
  /** By how many milliseconds the clock of this machine is ahead of the database's. */
  clock_offset: () => number
  random: (alphabet: string, length: number) => string
  adapters: Map<string, unknown>
  subscribers: readonly Subscriber[]
  routes: readonly Route[]
  /** What is said to every caller during maintenance; `null` outside it (SHELL-052). */
  maintenance: { readonly text: string | null }
  web_url: string
  api_url: string
  /** The hosts that the operator lets companies send their pages to, beyond their own. */
  allowed_hosts: AllowedHosts
  data_dir: string
}

/** Uniform random text from an alphabet. */
export function secureRandom(alphabet: string, length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += alphabet[randomInt(alphabet.length)]
  return text
}

/** The adapter of a port, chosen at start. */
export function adapterOf<Adapter>(runtime: Runtime, port: Port<Adapter>): Adapter {
  const adapter = runtime.adapters.get(port.name)
  if (!adapter) throw new Error(`No adapter was chosen for ${port.name}.`)
  return adapter as Adapter
}

/** A request id that is short, unique and safe in logs. */
export function newRequestId(): string {
  return randomBytes(12).toString('base64url')
}
