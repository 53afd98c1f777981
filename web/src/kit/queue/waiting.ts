/**
 * Functions that return the number of waiting items of each queue on this page. In a separate module, so that
 * counting does not load the queue code.
 */
const queues = new Set<() => number>()

/** Includes a queue in the count from now on. */
export function countQueue(waiting: () => number): void {
  queues.add(waiting)
}

/**
 * Returns the number of items waiting in all queues of this page: signing out is rejected with this number if there
 * are any.
 */
export function waitingInQueues(): number {
  let sum = 0
  for (const waiting of queues) sum += waiting()
  return sum
}
