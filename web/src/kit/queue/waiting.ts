import { actingUser } from '../api/session.ts'

/**
 * Functions that return the number of waiting items of each queue on this page. In a separate module, so that
 * counting does not load the queue code.
 */
const queues = new Set<() => number>()

/** Includes a queue in the count from now on. */
export function countQueue(waiting: () => number): void {
  queues.add(waiting)
}

/** Returns the number of items waiting in all queues of this page. */
export function waitingInQueues(): number {
  let sum = 0
  for (const waiting of queues) sum += waiting()
  return sum
}

/**
 * Returns the number of items of this user that wait on this device, also in queues that this page has not opened:
 * logging out is rejected with this number if there are any. When the device cannot read them, those of this page count.
 */
export async function waitingBeforeLogOut(): Promise<number> {
  const username = actingUser()
  const stored =
    username === null
      ? Promise.resolve(0)
      : import('./offline-queue.ts').then(({ waitingOnDevice }) => waitingOnDevice(username))
  return Math.max(waitingInQueues(), await stored.catch(() => 0))
}
