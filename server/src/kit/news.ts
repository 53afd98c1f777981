import { EventEmitter } from 'node:events'

/** Things every process wants to hear of soon after commit: changed settings, revoked sessions, work in the outbox. */
export interface News {
  topic: string
  provider_id: number
  /** What changed, for listeners who care. */
  subject?: string
  /** Of the topic `live`: what the live channel tells whoever may know. */
  live?: LiveNews
}

/** What the live channel tells; whom it concerns is decided where the connections are. */
export type LiveNews =
  | { kind: 'shipment'; shipment_id: number }
  | { kind: 'account'; account_id: number; is_closed: boolean }
  | { kind: 'message'; message_id: number; to: NewsAudience }

/** For one user, for all users of an account, or for staff who hold a right at a branch (`null` for anywhere). */
export type NewsAudience =
  { user_id: number } | { account_id: number } | { staff_with: string; branch_id: number | null }

/** Where news is heard. Across processes it travels by LISTEN/NOTIFY, embedded it stays in this process. */
export class NewsDesk {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  on(topic: string, listener: (news: News) => void): () => void {
    this.#emitter.on(topic, listener)
    return () => this.#emitter.off(topic, listener)
  }

  tell(news: News): void {
    this.#emitter.emit(news.topic, news)
  }
}
