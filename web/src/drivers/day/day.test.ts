import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoredList } from './stored-list.ts'

const { calls } = vi.hoisted(() => ({ calls: [] as { path: string; input: object }[] }))
const answer = vi.fn<() => Promise<object>>()
vi.mock('../../kit/api/index.ts', () => ({
  call: ({ path }: { path: string }, input: object) => {
    calls.push({ path, input })
    return answer()
  },
}))

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  calls.length = 0
  answer.mockResolvedValue({})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
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

  it('are removed when another user signs in, and the oldest are dropped when there are too many', () => {
    const list = new StoredList<number>('list', 'sipho', 3)
    list.add(1, 2, 3, 4)
    expect(list.read()).toEqual([2, 3, 4])
    expect(new StoredList<number>('list', 'thandi', 3).read()).toEqual([])
  })
})

describe('visits on the phone', () => {
  const stop = {
    stop_id: 'delivery-1-2026-11-23',
    leg: 'delivery' as const,
    shipments: [{ shipment_id: 5 }, { shipment_id: 6 }] as never[],
    request: null,
  }

  it('[DRV-008] reports each stop as seen and arrived at once, again after a call without an answer', async () => {
    const { noteArrival, noteSeen } = await import('./visits.ts')
    answer.mockRejectedValueOnce(new Error('no signal'))
    await noteSeen('sipho', stop)
    await noteSeen('sipho', stop)
    await noteSeen('sipho', stop)
    const seen = [5, 6].map((id) => ({ shipment_id: id, leg: 'delivery' }))
    expect(calls).toMatchObject([{ input: { actions: [], seen } }, { input: { actions: [], seen } }])
    await noteArrival('sipho', stop)
    await noteArrival('sipho', stop)
    expect(calls).toHaveLength(3)
    expect(calls[2]?.input).toMatchObject({
      actions: [5, 6].map((id) => ({ type: 'arrive', shipment_id: id, stop_id: stop.stop_id })),
    })
  })
})
