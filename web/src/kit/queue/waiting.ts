/** The queues of this page and how many items wait in each; kept apart so that asking does not load the queue itself. */
const queues = new Set<() => number>()

/** Counts a queue's waiting items from now on. */
export function countQueue(waiting: () => number): void {
  queues.add(waiting)
}

/** How many items wait in all queues of this page: logging out with some is refused with the count. */
export function waitingInQueues(): number {
  let sum = 0
  for (const waiting of queues) sum += waiting()
  return sum
}
