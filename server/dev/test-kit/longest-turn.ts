/**
 * Returns the longest time for which `job` blocks this thread, in ms of the thread’s CPU time. No other request is
 * served during that time.
 */
export async function longestTurn(job: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const done = job().finally(() => over.abort())
  let longestMs = 0
  while (!over.signal.aborted) {
    const before = process.threadCpuUsage()
    await new Promise((resolve) => setImmediate(resolve))
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
  }
  await done
  return longestMs
}
