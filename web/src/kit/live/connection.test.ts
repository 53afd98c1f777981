import { heartbeat_ms, live_endings } from '@waybill/domain/kit/live'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveConnection, polling_ms, waitBefore } from './connection.ts'

/** A fake WebSocket that the test controls. */
class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = []
  readonly sent: string[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.opened.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(code = 1005): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  /** Opens the socket and lets the ticket promise resolve. */
  async opens(): Promise<void> {
    this.dispatchEvent(new Event('open'))
    await vi.advanceTimersByTimeAsync(0)
  }
  receives(message: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }))
  }
}

const newest = (): FakeSocket => {
  const socket = FakeSocket.opened.at(-1)
  if (!socket) throw new Error('No socket was opened.')
  return socket
}

let token: string | null
let acting_as: string | null
let tickets: number
let known_at: Date | null
let connection: LiveConnection | undefined
const needs = () => ({ receive: vi.fn(), back: vi.fn(), poll: vi.fn(), over: vi.fn() })
const connect = (clientNeeds = needs()) => {
  connection = new LiveConnection({
    address: 'ws://here/api/live',
    token: () => token,
    ticket: async () => {
      tickets += 1
      return `ticket ${tickets}`
    },
    acting_as: () => acting_as,
    since: () => known_at,
    ...clientNeeds,
  })
  return clientNeeds
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.opened = []
  token = 'secret'
  acting_as = null
  tickets = 0
  known_at = null
  const events = new EventTarget()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
})
afterEach(() => {
  connection?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('live connection', () => {
  it('sends a ticket when it opens, and no token in the message or the URL', async () => {
    connect()
    expect(newest().url).toBe('ws://here/api/live')
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 1"}'])
  })

  it('sends the since time until the first connection is established', async () => {
    known_at = new Date('2026-03-02T08:00:00Z')
    connect()
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 1","since":"2026-03-02T08:00:00.000Z"}'])
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    newest().close(1012)
    vi.advanceTimersByTime(1000)
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 2"}'])
  })

  it('opens no socket while no user is signed in', () => {
    token = null
    connect()
    expect(FakeSocket.opened).toEqual([])
  })

  it('passes on messages and ignores unknown ones', () => {
    const clientNeeds = connect()
    newest().receives({ kind: 'settings-changed' })
    newest().receives({ kind: 'something from the future' })
    expect(clientNeeds.receive.mock.calls).toEqual([[{ kind: 'settings-changed' }]])
  })

  it('waits longer and for a random time before each retry, at most one minute', () => {
    expect([0, 1, 2, 3, 9].map((tries) => waitBefore(tries, 1))).toEqual([1000, 2000, 4000, 8000, 60_000])
    expect(waitBefore(2, 0)).toBe(2000)
    connect()
    for (let tries = 1; tries <= 5; tries += 1) {
      newest().close(1006)
      vi.advanceTimersByTime(waitBefore(tries - 1, 0) - 1)
      expect(FakeSocket.opened.length).toBe(tries)
      vi.advanceTimersByTime(waitBefore(tries - 1, 1))
      expect(FakeSocket.opened.length).toBe(tries + 1)
    }
  })

  it('reports a reconnection only after a gap, and resets the wait', () => {
    const clientNeeds = connect()
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    expect(clientNeeds.back).not.toHaveBeenCalled()
    newest().close(1012)
    vi.advanceTimersByTime(1000)
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    expect(clientNeeds.back).toHaveBeenCalledOnce()
    newest().close(1006)
    vi.advanceTimersByTime(1000)
    expect(FakeSocket.opened.length).toBe(3)
  })

  describe('when no connection can be established', () => {
    const failConnections = (times: number) => {
      for (let tries = 0; tries < times; tries += 1) {
        newest().close(1006)
        vi.advanceTimersByTime(waitBefore(tries, 1))
      }
    }

    it('polls every polling_ms after three failures, and keeps trying to connect', () => {
      const clientNeeds = connect()
      failConnections(2)
      vi.advanceTimersByTime(polling_ms)
      expect(clientNeeds.poll).not.toHaveBeenCalled()
      newest().close(1006)
      vi.advanceTimersByTime(polling_ms - 1)
      expect(clientNeeds.poll).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(clientNeeds.poll).toHaveBeenCalledOnce()
      const opened = FakeSocket.opened.length
      newest().close(1006)
      vi.advanceTimersByTime(waitBefore(9, 1))
      expect(FakeSocket.opened.length).toBeGreaterThan(opened)
      clientNeeds.poll.mockClear()
      vi.advanceTimersByTime(10 * polling_ms)
      expect(clientNeeds.poll).toHaveBeenCalledTimes(10)
    })

    it('stops polling once connected and reports the reconnection', () => {
      const clientNeeds = connect()
      failConnections(3)
      newest().receives({ kind: 'welcome', version: '1.0.0' })
      expect(clientNeeds.back).toHaveBeenCalledOnce()
      clientNeeds.poll.mockClear()
      for (let beats = 0; beats < 10; beats += 1) {
        vi.advanceTimersByTime(heartbeat_ms)
        newest().receives({ kind: 'beat' })
      }
      expect(clientNeeds.poll).not.toHaveBeenCalled()
    })

    it('does not poll while offline, after sign-out or after stop', () => {
      const clientNeeds = connect()
      failConnections(3)
      clientNeeds.poll.mockClear()
      vi.stubGlobal('navigator', { onLine: false })
      vi.advanceTimersByTime(2 * polling_ms)
      vi.stubGlobal('navigator', { onLine: true })
      token = null
      vi.advanceTimersByTime(2 * polling_ms)
      token = 'secret'
      connection?.stop()
      vi.advanceTimersByTime(2 * polling_ms)
      expect(clientNeeds.poll).not.toHaveBeenCalled()
    })

    it('polls after the first failure when the browser has too many connections', () => {
      const clientNeeds = connect()
      newest().close(live_endings.too_many)
      vi.advanceTimersByTime(polling_ms)
      expect(clientNeeds.poll).toHaveBeenCalledOnce()
    })
  })

  it('reconnects when no message arrives for more than two heartbeats', () => {
    connect()
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    vi.advanceTimersByTime(2 * heartbeat_ms)
    newest().receives({ kind: 'beat' })
    vi.advanceTimersByTime(2 * heartbeat_ms)
    expect(FakeSocket.opened.length).toBe(1)
    vi.advanceTimersByTime(heartbeat_ms)
    expect(FakeSocket.opened.length).toBe(2)
  })

  it('waits for the network and then connects at once', () => {
    vi.stubGlobal('navigator', { onLine: false })
    connect()
    expect(FakeSocket.opened).toEqual([])
    vi.stubGlobal('navigator', { onLine: true })
    dispatchEvent(new Event('online'))
    expect(FakeSocket.opened.length).toBe(1)
  })

  it('reports an ended session and a closed account, and does not reconnect', () => {
    const clientNeeds = connect()
    newest().close(4401)
    expect(clientNeeds.over.mock.calls).toEqual([['signed-out']])
    const other = connect()
    newest().close(4423)
    expect(other.over.mock.calls).toEqual([['account-closed']])
    vi.advanceTimersByTime(3_600_000)
    expect(FakeSocket.opened.length).toBe(2)
  })

  it('stays signed in and sends a new ticket when the first one arrived too late', async () => {
    const clientNeeds = connect()
    await newest().opens()
    newest().close(4408)
    expect(clientNeeds.over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 2"}'])
  })

  it('sends the impersonated username and reconnects when it changes', async () => {
    const clientNeeds = connect()
    await newest().opens()
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    const former = newest()
    acting_as = 'riaan'
    connection?.renew()
    expect(FakeSocket.opened.length).toBe(2)
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 2","request_username":"riaan"}'])
    former.receives({ kind: 'settings-changed' })
    former.close(1000)
    newest().receives({ kind: 'welcome', version: '1.0.0' })
    expect(clientNeeds.receive.mock.calls.map(([{ kind }]) => kind as string)).toEqual(['welcome', 'welcome'])
    expect(clientNeeds.back).toHaveBeenCalledOnce()
    acting_as = null
    connection?.renew()
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 3"}'])
    vi.advanceTimersByTime(5_000)
    expect(FakeSocket.opened.length).toBe(3)
  })

  it('does not report an ended session when the token has been replaced', async () => {
    const clientNeeds = connect()
    token = 'a newer one'
    newest().close(4401)
    expect(clientNeeds.over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    await newest().opens()
    expect(newest().sent).toEqual(['{"ticket":"ticket 1"}'])
  })
})
