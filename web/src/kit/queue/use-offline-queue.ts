import { useEffect } from 'react'
import { actingUser } from '../api/session.ts'
import { useStore } from '../layers/store.ts'
import { registerServiceWorker } from '../offline/register-service-worker.ts'
import { countQueue } from './waiting.ts'
import { isQueueOf, OfflineQueue, type QueueHooks, type QueueState } from './offline-queue.ts'

const queues = new Map<string, OfflineQueue<unknown, unknown>>()

/**
 * Returns the queue `name` of this device: `add(content)` stores and sends an item, `state` holds the waiting items.
 * There is one queue per name and page, so that leaving a screen does not stop sending; the name ends with `:` and the
 * user, and nothing is sent while the page acts as another one. Pages with a queue can also be opened offline.
 */
export function useOfflineQueue<Content, Answer>(
  name: string,
  hooks: QueueHooks<Content, Answer>,
): { queue: OfflineQueue<Content, Answer>; state: QueueState<Content> } {
  const queue = queueOf(name, hooks)
  useEffect(() => queue.use(hooks))
  useEffect(() => void registerServiceWorker().catch(() => undefined), [])
  useEffect(() => {
    const drain = (): void => void queue.drain()
    drain()
    window.addEventListener('online', drain)
    window.addEventListener('focus', drain)
    return () => {
      window.removeEventListener('online', drain)
      window.removeEventListener('focus', drain)
    }
  }, [queue])
  return { queue, state: useStore(queue.state) }
}

function queueOf<Content, Answer>(
  name: string,
  hooks: QueueHooks<Content, Answer>,
): OfflineQueue<Content, Answer> {
  const known = queues.get(name) as OfflineQueue<Content, Answer> | undefined
  if (known) return known
  const queue = new OfflineQueue<Content, Answer>(name, hooks, undefined, () => {
    const username = actingUser()
    return username === null || isQueueOf(username, name)
  })
  queues.set(name, queue as OfflineQueue<unknown, unknown>)
  countQueue(() => queue.state.read().waiting.length)
  return queue
}
