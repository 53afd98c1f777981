import pg from 'pg'
import type { Logger } from '../kit/log.ts'
import type { News, NewsDesk } from '../kit/news.ts'

const again_ms = 2_000

/**
 * Hears the news of other processes on a connection of its own, and connects again when it is lost; whoever keeps
 * something in memory is then told that news may have been missed.
 */
export async function listenForNews(
  url: string,
  news: NewsDesk,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client
  const again = (error: Error): void => {
    if (closed) return
    log.warn({ error: error.message }, 'news connection lost, connecting again')
    setTimeout(retry, again_ms).unref()
  }
  const connect = async (): Promise<void> => {
    client = new pg.Client({ connectionString: url, application_name: 'waybill news' })
    client.on('notification', (message) => news.tell(JSON.parse(message.payload ?? '{}') as News))
    client.on('error', again)
    await client.connect()
    await client.query('LISTEN waybill')
  }
  const retry = (): void => {
    connect().then(() => news.tell({ topic: 'missed', provider_id: 0 }), again)
  }
  await connect()
  return {
    async close() {
      closed = true
      await client.end()
    },
  }
}
