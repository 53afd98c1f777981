import { describe, expect, it } from 'vitest'
import { NewestGet } from './newest-get.ts'

/** A fake request that the test resolves or rejects itself; it rejects when it is aborted, as `fetch` does. */
function request() {
  const sent: { signal: AbortSignal; answer: (text: string) => void; fail: (thrown: Error) => void }[] = []
  const send = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      sent.push({ signal, answer: resolve, fail: reject })
    })
  return { sent, send }
}

describe('identical GET requests in flight', () => {
  it('[API-015] aborts the older request when a newer one starts', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const older = newest.run('/a', send)
    const newer = newest.run('/a', send)
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(sent[1]?.signal.aborted).toBe(false)
    sent[1]?.answer('fresh')
    expect(await newer).toBe('fresh')
    await older
  })

  it('[API-016] resolves the aborted requests with the newest response', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const first = newest.run('/a', send)
    const second = newest.run('/a', send)
    const third = newest.run('/a', send)
    sent[2]?.answer('fresh')
    expect(await Promise.all([first, second, third])).toEqual(['fresh', 'fresh', 'fresh'])
  })

  it('[API-016] resolves a request whose replacement was replaced later', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const first = newest.run('/a', send)
    const second = newest.run('/a', send)
    await Promise.resolve()
    const third = newest.run('/a', send)
    sent[2]?.answer('fresh')
    expect(await Promise.all([first, second, third])).toEqual(['fresh', 'fresh', 'fresh'])
  })

  it('[API-016] sends a request again whose replacement was aborted by its caller', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const stop = new AbortController()
    const first = newest.run('/a', send)
    const second = newest.run('/a', send, stop.signal)
    stop.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => sent.length).toBe(3)
    sent[2]?.answer('fresh')
    expect(await first).toBe('fresh')
  })

  it('does not abort different requests', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const one = newest.run('/a?limit=1', send)
    const two = newest.run('/a?limit=2', send)
    sent[0]?.answer('1')
    sent[1]?.answer('2')
    expect(await Promise.all([one, two])).toEqual(['1', '2'])
  })

  it('rejects with an AbortError when the caller aborts', async () => {
    const { send } = request()
    const stop = new AbortController()
    const gone = new NewestGet().run('/a', send, stop.signal)
    stop.abort()
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('rethrows the error of a failed request', async () => {
    const { sent, send } = request()
    const failing = new NewestGet().run('/a', send)
    sent[0]?.fail(new Error('down'))
    await expect(failing).rejects.toThrow('down')
  })
})
