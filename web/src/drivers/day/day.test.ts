import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bindSideAction, noteLastAction, noteSideAction, unbindEvidence } from '../phone/evidence-chain.ts'
import type { QueueItem } from '../../kit/queue/offline-queue.ts'
import { newSideAction, type SideAction } from '../phone/side-actions.ts'
import { StoredList } from './stored-list.ts'

const { calls } = vi.hoisted(() => ({ calls: [] as { path: string; input: object }[] }))
const answer = vi.fn<() => Promise<object>>()
vi.mock('../../kit/api/index.ts', () => ({
  call: ({ path }: { path: string }, input: object) => {
    calls.push({ path, input })
    return answer()
  },
}))

/** The stored item that `add` returns, which nothing here reads. */
const never = {} as QueueItem<SideAction>

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  calls.length = 0
  answer.mockResolvedValue({})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition: (found: PositionCallback) => {
        const here = { coords: { latitude: -33.9, longitude: 18.4, accuracy: 12 } } as GeolocationPosition
        found(here)
        setInterval(() => found(here), 1_000)
        return 1
      },
      clearWatch: () => undefined,
    },
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('positions on the phone', () => {
  it('[DRV-008] are taken at the interval of the company, and wait for signal and for the start of the day', async () => {
    const { followDriver } = await import('./positions.ts')
    let maySend = false
    const stop = followDriver({ username: 'sipho', seconds: 60, maySend: () => maySend })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(calls).toEqual([])
    maySend = true
    answer.mockRejectedValueOnce(new Error('no signal'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls).toMatchObject([{ path: '/drivers/positions', input: { positions: [{}, {}] } }])
    await vi.advanceTimersByTimeAsync(60_000)
    const [, second] = calls
    expect(second?.input).toMatchObject({ positions: [{ lat: -33.9, lng: 18.4, accuracy: 12 }, {}, {}] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(calls[2]?.input).toMatchObject({ positions: [{ at: expect.any(Date) }] })
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toHaveLength(3)
  })

  it('stay on the phone while another user is signed in, and the oldest are dropped when there are too many', () => {
    const list = new StoredList<number>('list', 'sipho', 3)
    list.add(1, 2, 3, 4)
    expect(list.read()).toEqual([2, 3, 4])
    const others = new StoredList<number>('list', 'thandi', 3)
    expect(others.read()).toEqual([])
    others.add(9)
    expect(list.read()).toEqual([2, 3, 4])
  })

  it('of a version of the app with one list for all users are read by their user only', () => {
    store.set('list', JSON.stringify({ username: 'sipho', entries: [1] }))
    expect(new StoredList<number>('list', 'thandi', 3).read()).toEqual([])
    const list = new StoredList<number>('list', 'sipho', 3)
    list.add(2)
    expect(list.read()).toEqual([1, 2])
  })

  it('are taken when the clock was set back meanwhile', async () => {
    const { followDriver } = await import('./positions.ts')
    const stop = followDriver({ username: 'sipho', seconds: 60, maySend: () => true })
    vi.setSystemTime(Date.now() - 3 * 3_600_000)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls.length).toBeGreaterThan(0)
    stop()
  })
})

describe('visits on the phone', () => {
  const stop = {
    stop_id: 'delivery-1-2026-11-23',
    leg: 'delivery' as const,
    shipments: [{ shipment_id: 5 }, { shipment_id: 6 }] as never[],
    request: null,
  }

  it('[DRV-008] reports each stop as seen once, again after a call without an answer', async () => {
    const { noteSeen } = await import('./visits.ts')
    answer.mockRejectedValueOnce(new Error('no signal'))
    await noteSeen('sipho', stop)
    await noteSeen('sipho', stop)
    await noteSeen('sipho', stop)
    const seen = [5, 6].map((id) => ({ shipment_id: id, leg: 'delivery' }))
    expect(calls).toMatchObject([{ input: { actions: [], seen } }, { input: { actions: [], seen } }])
  })

  it('[DRV-008] stores an arrival for each shipment once, bound to the arrival before', async () => {
    const { noteArrival } = await import('./visits.ts')
    const stored: SideAction[] = []
    const queue = { add: async (content: SideAction) => (stored.push(content), never) }
    await noteArrival(queue, 'sipho', stop)
    await noteArrival(queue, 'sipho', stop)
    expect(stored).toMatchObject(
      [5, 6].map((id) => ({ type: 'arrive', shipment_id: id, stop_id: stop.stop_id })),
    )
    expect(stored[0]?.content_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(stored[1]?.former_hash).toBe(stored[0]?.content_hash)
  })

  it('[DRV-008] hands arrivals that an earlier version of the app stored to the queue, with their ids', async () => {
    const { moveStoredArrivals } = await import('./visits.ts')
    const old = { action_id: 'a-1', type: 'arrive', shipment_id: 5, occurred_at: '2026-03-11T08:00:00.000Z' }
    store.set('driver_arrivals', JSON.stringify({ username: 'sipho', entries: [old] }))
    const moved: [string | undefined, SideAction][] = []
    const queue = { add: async (content: SideAction, id?: string) => (moved.push([id, content]), never) }
    await moveStoredArrivals(queue, 'sipho')
    await moveStoredArrivals(queue, 'sipho')
    expect(moved).toEqual([
      ['a-1', { type: 'arrive', shipment_id: 5, occurred_at: new Date('2026-03-11T08:00:00.000Z') }],
    ])
  })
})

describe('the chain of hashes on the phone', () => {
  const made = (type: 'arrive' | 'panic', id: string) => newSideAction('sipho', id, { type, shipment_id: 5 })
  const ids = [1, 2, 3, 4].map((digit) => `6a1f0f0e-54a5-4f3c-9d53-0b7f0a8f6a1${digit}`)

  it('[DRV-008] binds an alarm to no action that can still be undone, so that an undo leaves no gap', async () => {
    const [first = '', second = '', third = '', fourth = ''] = ids
    const arrival = await made('arrive', first)
    noteSideAction('sipho', arrival)
    const held = await bindSideAction('sipho', second, { ...arrival, type: 'deliver' })
    noteLastAction('sipho', held, 10_000)
    const alarm = await made('panic', third)
    noteSideAction('sipho', alarm)
    expect([held.former_hash, alarm.former_hash]).toEqual([arrival.content_hash, arrival.content_hash])
    unbindEvidence('sipho', held)
    vi.setSystemTime(Date.now() + 20_000)
    expect((await made('arrive', fourth)).former_hash).toBe(arrival.content_hash)
  })

  it('[DRV-008] goes on after the time for the undo, also from an unreadable note', async () => {
    const [first = '', second = '', third = ''] = ids
    const held = await made('arrive', first)
    noteLastAction('sipho', held, 10_000)
    vi.setSystemTime(Date.now() + 20_000)
    const alarm = await made('panic', second)
    expect(alarm.former_hash).toBe(held.content_hash)
    noteSideAction('sipho', alarm)
    store.set('driver_held_actions_sipho', '{')
    expect((await made('arrive', third)).former_hash).toBe(alarm.content_hash)
  })
})
