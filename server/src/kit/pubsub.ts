import { EventEmitter } from 'node:events'

/** A message to all processes soon after a commit: changed settings, revoked sessions, jobs in the outbox. */
export interface TopicMessage {
  topic: string
  provider_id: number
  /** What changed, for subscribers that need it. */
  subject?: string
  /** For the topic `live`: the update that the live channel sends to permitted recipients. */
  live?: LiveUpdate
}

/** An update of the live channel; its recipients are determined where the connections are held. */
export type LiveUpdate =
  | { kind: 'shipment'; shipment_id: number }
  | { kind: 'account'; account_id: number; is_closed: boolean }
  | { kind: 'message'; message_id: number; to: LiveAudience }
  | { kind: 'driver'; username: string; branch_id: number | null }
  | { kind: 'driver-message'; username: string; branch_id: number | null }
  /** What stands, counts or blocks at a depot, beside its shipments; `branch_id` is null when it is not known. */
  | { kind: 'depot'; branch_id: number | null }
  /** `branch_id` is null when it is not known; the driver already knows what `is_for_driver` false is about. */
  | { kind: 'trip'; username: string; branch_id: number | null; is_for_driver: boolean }

/** One user, all users of an account, or staff with a permission at a branch (`null` for any branch). */
export type LiveAudience =
  | { user_id: number }
  | { account_id: number }
  | { staff_with: string; branch_id: number | null }

/** Sends messages to the other processes on the same database. */
export interface Notifications {
  /** Whether messages of other processes arrive now. */
  readonly isListening: boolean
  /** Returns at once. Equal messages that have not been sent yet are sent once. */
  send(messages: readonly TopicMessage[]): void
}

/** Publish and subscribe by topic within this process. `Notifications` carry messages between processes. */
export class PubSub {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  /** Calls `listener` for every message of a topic; returns the function that unsubscribes. */
  subscribe(topic: string, listener: (message: TopicMessage) => void): () => void {
    this.#emitter.on(topic, listener)
    return () => this.#emitter.off(topic, listener)
  }

  publish(message: TopicMessage): void {
    this.#emitter.emit(message.topic, message)
  }
}
