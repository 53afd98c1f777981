import { describe, expect, it } from 'vitest'
import { NewestGet } from './newest-get.ts'

/** A request that can be answered by hand and fails when it is aborted, as `fetch` does. */
function request() {
  const sent: { signal: AbortSignal; answer: (text: string) => void; fail: (thrown: Error) => void }[] = []
  const send = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      sent.push({ signal, answer: resolve, fail: reject })
    })
  return { sent, send }
}

describe('identical reads in flight', () => {
  it('[API-015] aborts the older one in favour of the newest', async () => {
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

  it('[API-016] gives the aborted one no error but the newest answer', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const first = newest.run('/a', send)
    const second = newest.run('/a', send)
    const third = newest.run('/a', send)
    sent[2]?.answer('fresh')
    expect(await Promise.all([first, second, third])).toEqual(['fresh', 'fresh', 'fresh'])
  })

  it('leaves different reads alone', async () => {
    const { sent, send } = request()
    const newest = new NewestGet()
    const one = newest.run('/a?limit=1', send)
    const two = newest.run('/a?limit=2', send)
    sent[0]?.answer('1')
    sent[1]?.answer('2')
    expect(await Promise.all([one, two])).toEqual(['1', '2'])
  })

  it('lets a caller give up by itself', async () => {
    const { send } = request()
    const stop = new AbortController()
    const gone = new NewestGet().run('/a', send, stop.signal)
    stop.abort()
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes a real failure on', async () => {
    const { sent, send } = request()
    const failing = new NewestGet().run('/a', send)
    sent[0]?.fail(new Error('down'))
    await expect(failing).rejects.toThrow('down')
  })
})
