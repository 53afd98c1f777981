import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { PubSub, type TopicMessage } from '../kit/pubsub.ts'
import { PgNotifications } from './notifications.ts'

const log = pino({ level: 'silent' })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const urlOf = (p: TestProvider) =>
  String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)

async function openProcess(url: string, topics: readonly string[]) {
  const pubsub = new PubSub()
  const received: TopicMessage[] = []
  for (const topic of topics) pubsub.subscribe(topic, (message) => received.push(message))
  const notifications = await PgNotifications.open(url, pubsub, log)
  closing.push(() => notifications.close())
  return { notifications, received }
}

describe.runIf(process.env.TEST_DATABASE_URL)('messages between processes', () => {
  it('reach every other process once, and not the one that sends them', async () => {
    const url = urlOf(await newProvider())
    const topics = ['settings', 'rates']
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => openProcess(url, topics)))
    const sent = [
      { topic: 'settings', provider_id: 7 },
      { topic: 'rates', provider_id: 7, subject: '12' },
    ]
    one!.notifications.send(sent)
    // Sent while the first statement runs.
    one!.notifications.send([sent[1]!])
    two!.notifications.send([{ topic: 'rates', provider_id: 9 }])
    const last = { topic: 'rates', provider_id: 9 }
    await expect.poll(() => three!.received).toEqual(expect.arrayContaining([...sent, last]))
    await expect.poll(() => two!.received.slice(0, 2)).toEqual(sent)
    await expect.poll(() => one!.received).toEqual([last])
  })

  it('wait for a lost connection; after it, the process also reads everything again', async () => {
    const p = await newProvider()
    const url = urlOf(p)
    const one = await openProcess(url, ['missed'])
    const two = await openProcess(url, ['settings'])
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    closing.push(() => admin.end())
    const killed = await admin.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM (SELECT pid FROM pg_stat_activity
       WHERE application_name = 'waybill notifications' AND datname = current_database()
       ORDER BY backend_start LIMIT 1) AS first`,
    )
    expect(killed.rowCount).toBe(1)
    one.notifications.send([{ topic: 'settings', provider_id: 7 }])
    await expect.poll(() => two.received).toEqual([{ topic: 'settings', provider_id: 7 }])
    await expect.poll(() => one.received).toEqual([{ topic: 'missed', provider_id: 0 }])
  })

  it('are replaced by one that makes every process read everything again when too many wait', async () => {
    const url = urlOf(await newProvider())
    const one = await openProcess(url, [])
    const two = await openProcess(url, ['rates', 'missed'])
    one.notifications.send(
      Array.from({ length: 5_001 }, (_, at) => ({ topic: 'rates', provider_id: 7, subject: String(at) })),
    )
    await expect.poll(() => two.received).toEqual([{ topic: 'missed', provider_id: 0 }])
  })
})
