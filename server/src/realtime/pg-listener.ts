import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '../kit/log.ts'
import type { PubSub } from '../kit/pubsub.ts'

const again_ms = 2_000
/** Interval of connection checks, in ms. A network that drops all packets gives no error. */
const poll_ms = 15_000
const timeout_ms = 10_000

const Message = z.looseObject({ topic: z.string(), provider_id: z.number() })

/**
 * Receives the messages of other processes on a dedicated connection. Reconnects when the connection is lost, however
 * that is detected, and then publishes `missed`, so that in-memory caches account for lost messages.
 */
export async function listenForNotifications(
  url: string,
  pubsub: PubSub,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  const onMessage = (payload: string | undefined): void => {
    const message = Message.safeParse(parsed(payload))
    if (message.success) pubsub.publish(message.data)
    else log.warn({ payload: payload?.slice(0, 200) }, 'notification in an unknown format')
  }

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'waybill notifications',
      keepAlive: true,
      connectionTimeoutMillis: timeout_ms,
      query_timeout: timeout_ms,
    })
    // A lost connection may emit one error, several errors, or only `end`.
    const lost = (cause: Error): void => {
      if (closed || current !== client) return
      current = null
      clearInterval(timer)
      log.warn({ error: cause.message }, 'notification connection lost, connecting again')
      client.end().catch(() => undefined)
      timer = setTimeout(retry, again_ms).unref()
    }
    client.on('notification', (message) => onMessage(message.payload))
    client.on('error', lost)
    client.on('end', () => lost(new Error('The server ended it.')))
    try {
      await client.connect()
      await client.query('LISTEN waybill')
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (closed) return client.end()
    current = client
    timer = setInterval(() => {
      client.query('SELECT 1').catch(lost)
    }, poll_ms).unref()
  }

  const retry = (): void => {
    if (closed) return
    connect().then(
      () => pubsub.publish({ topic: 'missed', provider_id: 0 }),
      (error: Error) => {
        log.warn({ error: error.message }, 'notification connection could not be opened, trying again')
        timer = setTimeout(retry, again_ms).unref()
      },
    )
  }

  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await current?.end()
    },
  }
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '')
  } catch {
    return null
  }
}
