/**
 * The longest time for which this thread was busy at a stretch while something was done, in milliseconds of its own processor
 * time: for so long nobody else is answered.
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
