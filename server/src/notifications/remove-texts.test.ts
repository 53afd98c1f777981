import { expect, it } from 'vitest'
import { configure } from '../../dev/test-kit/config.ts'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'
import { runSchedules } from '../../dev/test-kit/job.ts'
import { notificationSchedules } from './index.ts'

const message = (p: TestProvider, day: string, status: 'sent' | 'queued') => ({
  provider_id: p.provider_id,
  event: 'delivered',
  recipient: 'thandi@example.com',
  subject: 'Delivered',
  body: 'Your parcel was delivered.',
  once_key: `${day} ${status}`,
  status,
  time_created: new Date(`${day}T10:00:00Z`),
})

const stored = (p: TestProvider) =>
  p.inTransaction((ctx) =>
    ctx.db
      .selectFrom('message')
      .select(['once_key', 'body', 'recipient', 'subject'])
      .orderBy('once_key')
      .execute(),
  )

it('removes only the texts of messages older than the set months, and none by default', async () => {
  const p = await newProvider()
  await p.inTransaction((ctx) =>
    ctx.db
      .insertInto('message')
      .values([
        message(p, '2031-01-30', 'sent'),
        message(p, '2031-01-30', 'queued'),
        message(p, '2031-02-01', 'sent'),
      ])
      .execute(),
  )
  const jobs = notificationSchedules.filter(({ name }) => name === 'message-texts')
  const runAt = async (time: string) => {
    p.runtime.setNow(new Date(time))
    await runSchedules(jobs, p).finally(() => p.runtime.setNow(null))
  }
  const before = await stored(p)
  await runAt('2031-04-30T12:00:00Z')
  expect(await stored(p)).toEqual(before)

  configure({ MESSAGE_TEXT_MONTHS: 3 })
  await runAt('2031-05-01T09:00:00Z')
  expect(await stored(p)).toEqual(
    before.map((row) => (row.once_key === '2031-01-30 sent' ? { ...row, body: '' } : row)),
  )
})
