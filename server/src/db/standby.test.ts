import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Connections } from '../kit/connections.ts'
import { logPositionIn } from '../kit/log-position.ts'
import { PubSub } from '../kit/pubsub.ts'
import { PgStandby } from './standby.ts'

const company = 7
const first_visit = { seen: 0, written: 0 }

/** A server that writes and its standby. The test moves their logs and the time. */
async function servers() {
  const now = {
    ms: 0,
    primary: 100,
    replayed: 100,
    isStandby: true,
    isAway: false,
    isPrimaryAway: false,
    questions: 0,
  }
  const answer = (rows: object[]) => ({ query: async () => ({ rows }) })
  const text = (position: number) => `0/${position.toString(16)}`
  const asked = {
    query: async () => {
      now.questions += 1
      if (now.isAway) throw new Error('connection refused')
      return { rows: [{ isStandby: now.isStandby, position: text(now.replayed) }] }
    },
  }
  const primary = {
    query: async () => {
      if (now.isPrimaryAway) throw new Error('connection refused')
      return answer([{ position: text(now.primary) }]).query()
    },
  }
  const pubsub = new PubSub()
  const standby = new PgStandby(
    { connections: {} as Connections, pools: [], asked: asked as never },
    primary as never,
    pino({ level: 'silent' }),
    () => now.ms,
  )
  await standby.start(pubsub)
  return { now, standby, pubsub }
}

describe('a standby', () => {
  it.each([
    { seen: 150, written: 0 },
    { seen: 0, written: 150 },
  ])('serves a caller once it has replayed what the caller has written and seen, %o', async (position) => {
    const { now, standby } = await servers()
    expect(await standby.isUsable(company, first_visit)).toBe(true)
    now.replayed = 149
    expect(await standby.isUsable(company, position)).toBe(false)
    now.replayed = 150
    expect(await standby.isUsable(company, position)).toBe(true)
    await standby.close()
  })

  it('serves a company once it has replayed what this process and its messages know of', async () => {
    const { now, standby, pubsub } = await servers()
    standby.remember(company, 120)
    expect(await standby.isUsable(company, first_visit)).toBe(false)
    expect(await standby.isUsable(company + 1, first_visit)).toBe(true)
    now.replayed = 120
    expect(await standby.isUsable(company, first_visit)).toBe(true)
    pubsub.publish({ topic: 'position', provider_id: company, subject: '130' })
    expect(await standby.isUsable(company, first_visit)).toBe(false)
    await standby.close()
  })

  it('serves nobody after messages were lost, until it has replayed what was written by then', async () => {
    const { now, standby, pubsub } = await servers()
    now.primary = 160
    pubsub.publish({ topic: 'missed', provider_id: 0 })
    expect(await standby.isUsable(company, first_visit)).toBe(false)
    now.replayed = 160
    await expect.poll(() => standby.isUsable(company, first_visit)).toBe(true)
    await standby.close()
  })

  it('serves again after messages were lost while the server that writes was away', async () => {
    const { now, standby, pubsub } = await servers()
    now.isPrimaryAway = true
    pubsub.publish({ topic: 'missed', provider_id: 0 })
    await standby.poll()
    expect(await standby.isUsable(company, first_visit)).toBe(false)
    now.isPrimaryAway = false
    await standby.poll()
    expect(await standby.isUsable(company, first_visit)).toBe(true)
    await standby.close()
  })

  it('never serves a caller whose position is unknown, without asking', async () => {
    const { now, standby } = await servers()
    const before = now.questions
    expect(await standby.isUsable(company, { seen: Infinity, written: 0 })).toBe(false)
    expect(now.questions).toBe(before)
    await standby.close()
  })

  it('is asked once by callers at the same time, and not at all while it is far enough', async () => {
    const { now, standby } = await servers()
    const before = now.questions
    await Promise.all([1, 2, 3].map(() => standby.isUsable(company, { seen: 150, written: 0 })))
    expect(now.questions).toBe(before + 1)
    await standby.isUsable(company, first_visit)
    expect(now.questions).toBe(before + 1)
    await standby.close()
  })

  it.each([
    ['is away', { isAway: true }, 'connection refused'],
    ['was promoted', { isStandby: false }, 'It is no standby.'],
  ])('is not used when it %s, until it answers again', async (_what, change, problem) => {
    const { now, standby } = await servers()
    const before = { ...now }
    Object.assign(now, change)
    expect(await standby.isUsable(company, { seen: 150, written: 0 })).toBe(false)
    expect(standby.problem).toBe(problem)
    expect(await standby.isUsable(company, first_visit)).toBe(false)
    Object.assign(now, before)
    await standby.poll()
    expect(await standby.isUsable(company, first_visit)).toBe(true)
    await standby.close()
  })

  it('is not used while it is more than five seconds behind', async () => {
    const { now, standby } = await servers()
    now.primary = 200
    await standby.poll()
    now.ms = 5_000
    now.primary = 300
    await standby.poll()
    expect(standby.problem).toBe(null)
    now.ms = 6_000
    await standby.poll()
    expect(standby.problem).toBe('It is 6 s behind.')
    now.replayed = 200
    await standby.poll()
    expect(standby.problem).toBe(null)
    await standby.close()
  })
})

describe('a position in the log', () => {
  it.each([
    ['0/0', 0],
    ['0/1000148', 0x1_00_01_48],
    ['16/B374D848', 0x16_b3_74_d8_48],
    ['x', null],
    ['', null],
    [undefined, null],
  ])('is read from %s', (text, position) => {
    expect(logPositionIn(text)).toBe(position)
  })
})
