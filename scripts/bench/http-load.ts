import { Connection } from './connection.ts'
import type { Operation } from './operations.ts'

/** Result of one measurement; times in ms. */
export interface Figures {
  operations: number
  per_second: number
  p50: number
  p99: number
  errors: number
}

export const connections = 8

/**
 * Sends an operation over eight connections for so many seconds, or until nothing is left to send; each connection sends
 * its next request after the previous response.
 */
export function load(base: string, { next }: Operation, seconds: number): Promise<Figures> {
  return loadWith(
    base,
    async (connection) => {
      const request = next()
      return request && connection.send(request)
    },
    seconds,
  )
}
/**
 * Does the same with an operation of several requests: `once` sends them and returns the status of the last one, or
 * undefined when nothing is left to send.
 */
export async function loadWith(
  base: string,
  once: (connection: Connection) => Promise<number | undefined>,
  seconds: number,
): Promise<Figures> {
  const times: number[] = []
  let errors = 0
  const started = performance.now()
  const until = started + seconds * 1000
  const worker = async () => {
    const connection = new Connection(base)
    while (performance.now() < until) {
      const sent = performance.now()
      const status = await once(connection)
      if (status === undefined) break
      times.push(performance.now() - sent)
      if (status !== 200) errors += 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const taken = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    operations: times.length,
    per_second: times.length / taken,
    p50: at(0.5),
    p99: at(0.99),
    errors,
  }
}
