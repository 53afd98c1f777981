import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '../kit/log.ts'
import type { News, NewsDesk } from '../kit/news.ts'

const again_ms = 2_000
/** A network that swallows everything gives no error: silence is looked into this often. */
const look_ms = 15_000
const patience_ms = 10_000

const Told = z.looseObject({ topic: z.string(), provider_id: z.number() })

/**
 * Hears the news of other processes on a connection of its own, and connects again when it is lost, however that is
 * noticed; whoever keeps something in memory is then told that news may have been missed.
 */
export async function listenForNews(
  url: string,
  news: NewsDesk,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  const hear = (payload: string | undefined): void => {
    const told = Told.safeParse(parsed(payload))
    if (told.success) news.tell(told.data as News)
    else log.warn({ payload: payload?.slice(0, 200) }, 'news that nobody understands')
  }

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'waybill news',
      keepAlive: true,
      connectionTimeoutMillis: patience_ms,
      query_timeout: patience_ms,
    })
    // A lost connection may be told by an error, by several, or by its end alone.
    const lost = (cause: Error): void => {
      if (closed || current !== client) return
      current = null
      clearInterval(timer)
      log.warn({ error: cause.message }, 'news connection lost, connecting again')
      client.end().catch(() => undefined)
      timer = setTimeout(retry, again_ms).unref()
    }
    client.on('notification', (message) => hear(message.payload))
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
    }, look_ms).unref()
  }

  const retry = (): void => {
    if (closed) return
    connect().then(
      () => news.tell({ topic: 'missed', provider_id: 0 }),
      (error: Error) => {
        log.warn({ error: error.message }, 'news connection could not be opened, trying again')
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
