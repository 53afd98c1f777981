import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import {
  OfflineQueue,
  waitBefore,
  waitingOnDevice,
  type QueueItem,
  type QueueStorage,
} from './offline-queue.ts'

function memoryStorage(): QueueStorage & { items: Map<string, QueueItem> } {
  const items = new Map<string, QueueItem>()
  return {
    items,
    all: async (queue) => [...items.values()].filter((item) => item.queue === queue),
    put: async (item) => {
      items.set(item.id, item)
    },
    remove: async (id) => {
      items.delete(id)
    },
  }
}

const offline = (): never => {
  throw new ApiError(0, 'Failed to fetch')
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('OfflineQueue', () => {
  it('sends items in order, oldest first', async () => {
    const sent: unknown[] = []
    const queue = new OfflineQueue<string, void>(
      'scans',
      { send: async (item) => void sent.push(item.content) },
      memoryStorage(),
    )
    await queue.add('one')
    await queue.add('two')
    await queue.drain()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(['one', 'two'])
    expect(queue.state.read().waiting).toEqual([])
    queue.stop()
  })
  it('sends several items at once with several lanes and keeps failed items in order', async () => {
    const started: string[] = []
    let isUp = true
    const waits: (() => void)[] = []
    const send = async (item: QueueItem<string>): Promise<void> => {
      started.push(item.content)
      if (!isUp) offline()
      await new Promise<void>((resolve) => waits.push(resolve))
    }
    const queue = new OfflineQueue<string, void>('scans', { send, lanes: 2 }, memoryStorage())
    await Promise.all(['one', 'two', 'three'].map((text) => queue.add(text)))
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['one', 'two'])
    isUp = false
    waits[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['one', 'two', 'three'])
    expect(queue.state.read().waiting.map((item) => item.content)).toEqual(['one', 'three'])
    queue.stop()
  })

  it('sends an item that waits for another only after the response to that one', async () => {
    const started: string[] = []
    const waits: (() => void)[] = []
    const send = async (item: QueueItem<string>): Promise<void> => {
      started.push(item.content)
      await new Promise<void>((resolve) => waits.push(resolve))
    }
    const waitsFor = (content: string, older: string) => content === `undo ${older}`
    const queue = new OfflineQueue<string, void>('scans', { send, waitsFor, lanes: 4 }, memoryStorage())
    await queue.add('one', 'id-1')
    await queue.add('undo one')
    await queue.add('two')
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['one'])
    waits[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['one', 'undo one', 'two'].slice(0, started.length))
    expect(started).toContain('undo one')
    queue.stop()
  })

  it('sends items that must not overtake each other one after the other, also when the first fails', async () => {
    const answered: string[] = []
    let fails = true
    const send = async ({ content }: QueueItem<string>): Promise<void> => {
      if (content === 'A bay 1' && fails) {
        fails = false
        offline()
      }
      answered.push(content)
    }
    const waitsFor = (content: string, older: string) => content.charAt(0) === older.charAt(0)
    const queue = new OfflineQueue<string, void>('scans', { send, waitsFor, lanes: 4 }, memoryStorage())
    await Promise.all(['A bay 1', 'A bay 2', 'B bay 1'].map((text) => queue.add(text)))
    await vi.advanceTimersByTimeAsync(2000)
    expect(answered.filter((text) => text.startsWith('A'))).toEqual(['A bay 1', 'A bay 2'])
    expect(answered).toContain('B bay 1')
    queue.stop()
  })

  it('stores an item that could not be sent, retries it with the same id and does not send it again after success', async () => {
    const ids: string[] = []
    let isUp = false
    const storage = memoryStorage()
    const send = async (item: QueueItem<string>): Promise<void> => {
      ids.push(item.id)
      if (!isUp) offline()
    }
    const queue = new OfflineQueue<string, void>('scans', { send }, storage)
    await queue.add('one', 'id-1')
    await vi.advanceTimersByTimeAsync(10)
    expect(queue.state.read()).toMatchObject({ isOffline: true, waiting: [{ id: 'id-1', tries: 1 }] })
    expect(storage.items.size).toBe(1)
    isUp = true
    await vi.advanceTimersByTimeAsync(1100)
    expect(queue.state.read().waiting).toEqual([])
    await queue.drain()
    expect(ids).toEqual(['id-1', 'id-1'])
    queue.stop()
  })

  it('sends the remaining items after a reload', async () => {
    const storage = memoryStorage()
    const before = new OfflineQueue<string, void>('scans', { send: offline }, storage)
    await before.add('one', 'id-1')
    await vi.advanceTimersByTimeAsync(10)
    before.stop()
    const sent: string[] = []
    const after = new OfflineQueue<string, void>(
      'scans',
      { send: async (item) => void sent.push(item.id) },
      storage,
    )
    await after.drain()
    expect(sent).toEqual(['id-1'])
    expect(storage.items.size).toBe(0)
    after.stop()
  })

  it('sends nothing more once it was stopped, even when an attempt fails later', async () => {
    let end = (): void => undefined
    const ends = new Promise<void>((resolve) => {
      end = resolve
    })
    const send = vi.fn(async (): Promise<void> => {
      await ends
      offline()
    })
    const queue = new OfflineQueue<string, void>('scans', { send }, memoryStorage())
    await queue.add('one')
    await vi.advanceTimersByTimeAsync(10)
    queue.stop()
    end()
    await vi.advanceTimersByTimeAsync(120_000)
    await queue.drain()
    expect(send).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('repeats an item whose first call the server is still running, instead of setting it aside', async () => {
    let isRunning = true
    const send = async (): Promise<void> => {
      if (!isRunning) return
      isRunning = false
      throw new ApiError(409, 'The first call has not finished.', { may_repeat: true })
    }
    const queue = new OfflineQueue<string, void>('scans', { send }, memoryStorage())
    await queue.add('one')
    await vi.advanceTimersByTimeAsync(2000)
    expect(queue.state.read()).toMatchObject({ waiting: [], refused: [] })
    queue.stop()
  })

  it('sets a rejected item aside and continues with the next', async () => {
    const send = async (item: QueueItem<string>): Promise<void> => {
      if (item.content === 'bad') throw new ApiError(400, 'Wrong manifest')
    }
    const queue = new OfflineQueue<string, void>('scans', { send }, memoryStorage())
    await queue.add('bad')
    await queue.add('good')
    await vi.advanceTimersByTimeAsync(10)
    expect(queue.state.read()).toMatchObject({
      waiting: [],
      refused: [{ content: 'bad', refusal: 'Wrong manifest' }],
    })
    const [refused] = queue.state.read().refused
    await queue.forget(refused?.id ?? '')
    expect(queue.state.read().refused).toEqual([])
    queue.stop()
  })

  it('resolves to sent, rejected, or waiting after a failed attempt or at the time limit', async () => {
    const send = async ({ content }: QueueItem<string>): Promise<void> => {
      if (content === 'bad') throw new ApiError(409, 'This PIN is incorrect.')
      if (content === 'slow') await new Promise(() => undefined)
      if (content === 'cut') offline()
    }
    const fate = async (content: string) => {
      const queue = new OfflineQueue<string, void>('scans', { send }, memoryStorage())
      const { id } = await queue.add(content)
      const settled = queue.settled(id, 2000)
      await vi.advanceTimersByTimeAsync(content === 'slow' ? 2000 : 10)
      queue.stop()
      return settled
    }
    expect(await fate('good')).toBe('sent')
    expect(await fate('bad')).toEqual({ rejection: 'This PIN is incorrect.' })
    expect(await fate('cut')).toBe('waiting')
    expect(await fate('slow')).toBe('waiting')
  })

  describe('on a device whose store fails', () => {
    const broken = async (): Promise<never> => {
      throw new Error('The quota has been exceeded.')
    }

    it('sends every item and retries, although no result can be stored', async () => {
      const storage = memoryStorage()
      const outcomes = ['cut', 'bad', 'good']
      const sent: string[] = []
      const send = async ({ content }: QueueItem<string>): Promise<void> => {
        if (content === 'cut' && outcomes.shift() === 'cut') offline()
        if (content === 'bad') throw new ApiError(409, 'This PIN is incorrect.')
        sent.push(content)
      }
      const queue = new OfflineQueue<string, void>('scans', { send }, storage)
      await queue.drain()
      for (const content of ['cut', 'bad', 'good']) await queue.add(content, content, 100)
      storage.put = broken
      storage.remove = broken
      await vi.advanceTimersByTimeAsync(5_000)
      expect(sent).toEqual(['cut', 'good'])
      expect(queue.state.read()).toMatchObject({ waiting: [], refused: [{ content: 'bad' }] })
      queue.stop()
    })

    it('rejects an item that cannot be stored, and sends the stored ones once they can be read', async () => {
      const storage = memoryStorage()
      const before = new OfflineQueue<string, void>('scans', { send: offline }, storage)
      await before.add('one', 'id-1')
      before.stop()
      const { all } = storage
      storage.all = broken
      const sent: string[] = []
      const queue = new OfflineQueue<string, void>(
        'scans',
        { send: async (item) => void sent.push(item.content) },
        storage,
      )
      await queue.drain()
      await expect(queue.add('two')).rejects.toThrow('quota')
      storage.all = all
      await vi.advanceTimersByTimeAsync(31_000)
      expect(sent).toEqual(['one'])
      queue.stop()
    })
  })

  it('sends nothing while the page acts as another user', async () => {
    const sent: string[] = []
    let isOwn = false
    const queue = new OfflineQueue<string, void>(
      'scans',
      { send: async (item) => void sent.push(item.content) },
      memoryStorage(),
      () => isOwn,
    )
    await queue.add('one')
    await queue.drain()
    expect(sent).toEqual([])
    isOwn = true
    await vi.advanceTimersByTimeAsync(31_000)
    expect(sent).toEqual(['one'])
    queue.stop()
  })

  it('returns the waiting item when it is added again, and changes nothing of it', async () => {
    const storage = memoryStorage()
    const queue = new OfflineQueue<string, void>('scans', { send: async () => offline() }, storage)
    await queue.add('one', 'id-1')
    expect((await queue.add('two', 'id-1')).content).toBe('one')
    expect([...storage.items.values()].map(({ content }) => content)).toEqual(['one'])
    queue.stop()
  })

  it('counts the items of a user in all queues of the device, without rejected ones', async () => {
    vi.useRealTimers()
    const pause = (): Promise<void> => Promise.reject(new ApiError(0, ''))
    const reject = (): Promise<void> => Promise.reject(new ApiError(400, 'No'))
    const queues = [
      new OfflineQueue<string, void>('photos:sipho', { send: pause }),
      new OfflineQueue<string, void>('actions:sipho', { send: pause }),
      new OfflineQueue<string, void>('scans:sipho', { send: reject }),
      new OfflineQueue<string, void>('actions:pieter', { send: pause }),
    ]
    const ids = await Promise.all(queues.map(async (queue) => (await queue.add('one')).id))
    await Promise.all(queues.map((queue, at) => queue.settled(ids[at] ?? '', 1000)))
    for (const queue of queues) queue.stop()
    expect([await waitingOnDevice('sipho'), await waitingOnDevice('pieter')]).toEqual([2, 1])
  })

  it('sends what another tab has added, once it is closed', async () => {
    const storage = memoryStorage()
    const sent: string[] = []
    const here = new OfflineQueue<string, void>(
      'scans',
      { send: async (item) => void sent.push(item.content) },
      storage,
    )
    await here.add('one')
    const there = new OfflineQueue<string, void>('scans', { send: offline }, storage)
    await there.add('two')
    there.stop()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(sent).toEqual(['one', 'two'])
    here.stop()
  })

  describe('held items', () => {
    const open = (storage = memoryStorage()) => {
      const sent: string[] = []
      const queue = new OfflineQueue<string, void>(
        'scans',
        { send: async (item) => void sent.push(item.content) },
        storage,
      )
      return { queue, sent, storage }
    }

    it('sends a held item once when its time is over, followed by the later items', async () => {
      const { queue, sent } = open()
      await queue.add('one', 'id-1', 10_000)
      await queue.add('two')
      await vi.advanceTimersByTimeAsync(9_900)
      expect(sent).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      expect(sent).toEqual(['one', 'two'])
      expect(await queue.takeBack('id-1')).toBe(false)
      queue.stop()
    })

    it('never sends an item that was taken back, and sends the later item without it', async () => {
      const { queue, sent, storage } = open()
      await queue.add('one', 'id-1', 10_000)
      await queue.add('two')
      expect(await queue.takeBack('id-1')).toBe(true)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toEqual(['two'])
      expect(storage.items.size).toBe(0)
      queue.stop()
    })

    it('is no longer offline when another window has taken back the waiting item', async () => {
      const storage = memoryStorage()
      const queue = new OfflineQueue<string, void>('scans', { send: async () => offline() }, storage)
      await queue.add('one', 'id-1', 1000)
      await vi.advanceTimersByTimeAsync(1100)
      expect(queue.state.read().isOffline).toBe(true)
      storage.items.clear()
      await queue.drain()
      expect(queue.state.read()).toMatchObject({ waiting: [], isOffline: false })
      queue.stop()
    })

    it('keeps a held item after a reload and sends it when its time is over', async () => {
      const before = open()
      await before.queue.add('one', 'id-1', 10_000)
      await vi.advanceTimersByTimeAsync(0)
      before.queue.stop()
      const after = open(before.storage)
      await vi.advanceTimersByTimeAsync(0)
      await after.queue.drain()
      expect(after.sent).toEqual([])
      await vi.advanceTimersByTimeAsync(10_100)
      expect(after.sent).toEqual(['one'])
      after.queue.stop()
    })

    it('does not send an item that another window has taken back', async () => {
      const here = open()
      await here.queue.add('one', 'id-1', 10_000)
      const there = open(here.storage)
      await there.queue.drain()
      expect(await here.queue.takeBack('id-1')).toBe(true)
      await vi.advanceTimersByTimeAsync(20_000)
      expect([...here.sent, ...there.sent]).toEqual([])
      expect(there.queue.state.read().waiting).toEqual([])
      here.queue.stop()
      there.queue.stop()
    })

    it('sends a held item at once when it is released or the clock was set back', async () => {
      const { queue, sent } = open()
      await queue.add('one', 'id-1', 10_000)
      await queue.release()
      expect(sent).toEqual(['one'])
      await queue.add('two', 'id-2', 10_000)
      vi.setSystemTime(Date.now() - 3_600_000)
      await queue.drain()
      expect(sent).toEqual(['one', 'two'])
      queue.stop()
    })

    it('retries a held item that could not be sent after its time was over', async () => {
      const storage = memoryStorage()
      let isUp = false
      const sent: string[] = []
      const send = async (item: QueueItem<string>): Promise<void> => {
        if (!isUp) offline()
        sent.push(item.id)
      }
      const queue = new OfflineQueue<string, void>('scans', { send }, storage)
      await queue.add('one', 'id-1', 10_000)
      await vi.advanceTimersByTimeAsync(15_000)
      expect([sent, await queue.takeBack('id-1'), storage.items.size]).toEqual([[], false, 1])
      isUp = true
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toEqual(['id-1'])
      queue.stop()
    })
  })

  it('doubles the wait after each failure, up to 30 s', () => {
    expect([1, 2, 3, 10].map(waitBefore)).toEqual([1000, 2000, 4000, 30_000])
  })
})
