import type { Connections } from '../kit/connections.ts'
import { dbOn, send } from '../kit/db.ts'
import type { Logger } from '../kit/log.ts'
import type { PubSub } from '../kit/pubsub.ts'
import { limitStatements, long_statement_ms } from '../kit/load/statement-limits.ts'
import { begin, endFailed } from './transaction-ends.ts'

const tick_ms = 2_000
/** Writes that no page is told about are moved at the latest after this number of ticks: a minute. */
const max_idle_ticks = 30

/**
 * Moves new search texts from the pending lists of the search indexes into the indexes, every two seconds while
 * shipments change, so that no request has to, and searches read short lists (decision 0122). Any number of processes
 * may do so at the same time. An index belongs to the owner of the database, therefore no role is taken.
 */
export class SearchIndexMaintenance {
  readonly #connections: Pick<Connections, 'connect' | 'opening'>
  readonly #pubsub: PubSub
  readonly #log: Logger
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #unsubscribe: (() => void) | null = null
  #hasChanges = true
  #idleTicks = 0

  constructor(connections: Pick<Connections, 'connect' | 'opening'>, pubsub: PubSub, log: Logger) {
    this.#connections = connections
    this.#pubsub = pubsub
    this.#log = log
  }

  start(): void {
    this.#unsubscribe = this.#pubsub.subscribe('live', () => (this.#hasChanges = true))
    this.#timer = setInterval(() => {
      this.#running ??= this.tick()
        .catch((error: Error) =>
          this.#log.warn({ error: error.message }, 'maintenance of the search index failed'),
        )
        .finally(() => (this.#running = null))
    }, tick_ms)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#unsubscribe?.()
    await this.#running
  }

  /** Moves the pending lists if shipments changed since the last round, or a minute has passed. */
  async tick(): Promise<void> {
    this.#idleTicks += 1
    if (!this.#hasChanges && this.#idleTicks < max_idle_ticks) return
    this.#hasChanges = false
    this.#idleTicks = 0
    await this.#movePendingLists()
  }

  async #movePendingLists(): Promise<void> {
    const client = await this.#connections.connect('heavy', 0)
    try {
      const opening = begin(client, `BEGIN${this.#connections.opening('heavy')}`)
      await limitStatements(
        dbOn(client, () => true),
        long_statement_ms.search_index,
      )
      await opening
      await send(
        client,
        `SELECT gin_clean_pending_list(c.oid::regclass)
        FROM pg_class c JOIN pg_am a ON a.oid = c.relam
        WHERE a.amname = 'gin' AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'i'
          AND NOT coalesce('fastupdate=off' = ANY (c.reloptions), false)`,
      )
      await send(client, 'COMMIT')
      client.release()
    } catch (error) {
      await endFailed(client, error)
      throw error
    }
  }
}
