import { performance, type EventLoopUtilization } from 'node:perf_hooks'

/** How long the use of the event loop is measured at a time, in ms. */
const window_ms = 200
/** From this share on, the loop has no time left: what is ready to run waits. */
const full_share = 0.9

let last: EventLoopUtilization = performance.eventLoopUtilization()
let measuredAt = performance.now()
let isFull = false

/** Whether the event loop of this process had no time left in the last fifth of a second. */
export function isEventLoopFull(): boolean {
  const now = performance.now()
  if (now - measuredAt < window_ms) return isFull
  const current = performance.eventLoopUtilization()
  isFull = performance.eventLoopUtilization(current, last).utilization >= full_share
  last = current
  measuredAt = now
  return isFull
}
