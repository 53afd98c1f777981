import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '../kit/log.ts'
import type { Notifications, PubSub, TopicMessage } from '../kit/pubsub.ts'

const again_ms = 2_000
/** Interval of connection checks, in ms. A network that drops all packets gives no error. */
const poll_ms = 15_000
const timeout_ms = 10_000
/** Number of messages that wait for a connection. With more, the other processes read everything again. */
const max_waiting = 5_000

const Message = z.looseObject({ topic: z.string(), provider_id: z.number() })
const missed: TopicMessage = { topic: 'missed', provider_id: 0 }

/**
 * Exchanges messages with the other processes on a dedicated connection.
 *
 * Messages are sent after the commit of what they are about, and those that gather while one statement runs travel
 * together. A transaction that called `pg_notify` itself would hold a lock of the whole cluster while its commit is
 * written to disk.
 *
 * Reconnects when the connection is lost, however that is detected, and then publishes `missed`, so that in-memory
 * caches account for lost messages. Messages to send wait for the connection. Those of a killed process are covered by
 * the `missed` that the next one sends when it starts, and by the maximum age of every cache.
 */
export class PgNotifications implements Notifications {
  readonly #url: string
  readonly #pubsub: PubSub
  readonly #log: Logger
  readonly #waiting = new Map<string, TopicMessage>()
  #isClosed = false
  #client: pg.Client | null = null
  /** The process id of the connection at the database, by which own messages are recognised. */
  #pid = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | null = null

  private constructor(url: string, pubsub: PubSub, log: Logger) {
    this.#url = url
    this.#pubsub = pubsub
    this.#log = log
  }

  /** Connects; rejects when the database cannot be reached. */
  static async open(url: string, pubsub: PubSub, log: Logger): Promise<PgNotifications> {
    const opened = new PgNotifications(url, pubsub, log)
    await opened.#connect()
    return opened
  }

  get isListening(): boolean {
    return this.#client !== null
  }

  send(messages: readonly TopicMessage[]): void {
    for (const message of messages) {
      const text = JSON.stringify(message)
      // A message that is published again moves behind the position that was published with it.
      this.#waiting.delete(text)
      this.#waiting.set(text, message)
    }
    if (this.#waiting.size > max_waiting) {
      this.#waiting.clear()
      this.#waiting.set(JSON.stringify(missed), missed)
    }
    this.#sending ??= this.#sendWaiting().finally(() => (this.#sending = null))
  }

  async close(): Promise<void> {
    await this.#sending
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  async #sendWaiting(): Promise<void> {
    while (this.#client && this.#waiting.size > 0) {
      const client = this.#client
      const texts = [...this.#waiting.keys()]
      try {
        await client.query({
          name: 'send_messages',
          text: "SELECT pg_notify('waybill', one) FROM unnest($1::text[]) AS one",
          values: [texts],
        })
        for (const text of texts) this.#waiting.delete(text)
      } catch (error) {
        // They are sent on the next connection.
        this.#onLost(client, error as Error)
      }
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'waybill notifications',
      keepAlive: true,
      connectionTimeoutMillis: timeout_ms,
      query_timeout: timeout_ms,
    })
    client.on('notification', ({ payload, processId }) => {
      if (processId !== this.#pid) this.#onMessage(payload)
    })
    // A lost connection may emit one error, several errors, or only `end`.
    client.on('error', (cause) => this.#onLost(client, cause))
    client.on('end', () => this.#onLost(client, new Error('The server ended it.')))
    try {
      await client.connect()
      // A message need not survive a crash of the database, because it also ends every connection.
      await client.query('SET synchronous_commit = off')
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      this.#pid = rows[0]?.pid ?? 0
      await client.query('LISTEN waybill')
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return client.end()
    this.#client = client
    this.#timer = setInterval(() => {
      client.query('SELECT 1').catch((error: Error) => this.#onLost(client, error))
    }, poll_ms).unref()
    this.send([])
  }

  #onLost(client: pg.Client, cause: Error): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = null
    clearInterval(this.#timer)
    this.#log.warn({ error: cause.message }, 'notification connection lost, connecting again')
    client.end().catch(() => undefined)
    this.#timer = setTimeout(() => this.#reconnect(), again_ms).unref()
  }

  #reconnect(): void {
    if (this.#isClosed) return
    this.#connect().then(
      () => this.#pubsub.publish(missed),
      (error: Error) => {
        this.#log.warn({ error: error.message }, 'notification connection could not be opened, trying again')
        this.#timer = setTimeout(() => this.#reconnect(), again_ms).unref()
      },
    )
  }

  #onMessage(payload: string | undefined): void {
    const message = Message.safeParse(parsed(payload))
    if (message.success) this.#pubsub.publish(message.data)
    else this.#log.warn({ payload: payload?.slice(0, 200) }, 'notification in an unknown format')
  }
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '')
  } catch {
    return null
  }
}
