import { EventEmitter } from 'node:events'

/** What every process wants to hear of soon after a commit: changed settings, revoked sessions, jobs in the outbox. */
export interface TopicMessage {
  topic: string
  provider_id: number
  /** What changed, for subscribers who care. */
  subject?: string
  /** Of the topic `live`: what the live channel sends to those who may know. */
  live?: LiveUpdate
}

/** What the live channel sends; who receives it is decided where the connections are. */
export type LiveUpdate =
  | { kind: 'shipment'; shipment_id: number }
  | { kind: 'account'; account_id: number; is_closed: boolean }
  | { kind: 'message'; message_id: number; to: LiveAudience }

/** One user, all users of an account, or staff who hold a permission at a branch (`null` for any branch). */
export type LiveAudience =
  | { user_id: number }
  | { account_id: number }
  | { staff_with: string; branch_id: number | null }

/** Publish and subscribe by topic within this process; between processes messages travel by LISTEN/NOTIFY. */
export class PubSub {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  /** Calls `listener` for every message of a topic; answers how to end that. */
  subscribe(topic: string, listener: (message: TopicMessage) => void): () => void {
    this.#emitter.on(topic, listener)
    return () => this.#emitter.off(topic, listener)
  }

  publish(message: TopicMessage): void {
    this.#emitter.emit(message.topic, message)
  }
}
