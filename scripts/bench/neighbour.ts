import { Connection } from './connection.ts'
import type { Bench, Request } from './http-load.ts'

/** How other users are affected while one customer sends as many requests as the product allows. */
export interface NeighbourFigures {
  /** 99th percentile of a hub scan in ms, without and with the customer's load. */
  quiet_p99: number
  loud_p99: number
  /** Slowest response of the liveness check in ms, without and with the customer's load. */
  quiet_liveness: number
  loud_liveness: number
  /** 99th percentile of the delay of the event loop in ms, without and with the customer's load. */
  quiet_loop: number
  loud_loop: number
  /** Number of the customer's responses by HTTP status. */
  customer: Record<string, number>
}

interface Measured {
  p99: number
  liveness: number
  loop: number
}

/** The token with which the product under test gives its metrics. */
export const metrics_token = 'metrics of the bench'

/**
 * Measures two scanners and a liveness check, first alone, then beside one account owner who requests 20 batches of
 * 100 labels, 20 exports and 10 of the longest lists, all in parallel and repeatedly.
 */
export async function measureNeighbour(
  base: string,
  bench: Bench,
  customer: { token: string; seconds: number },
): Promise<NeighbourFigures> {
  const { token, seconds } = customer
  const listed = await fetch(`${base}/shipments?limit=100`, { headers: { authorization: `Bearer ${token}` } })
  const { shipments } = (await listed.json()) as { shipments: { id: number }[] }
  const ids = shipments.map(({ id }) => id).join(',')
  await watch(base, bench, 1)
  const quiet = await watch(base, bench, seconds)
  const load = customerLoad(base, [
    ...repeated(20, {
      method: 'GET',
      path: `/shipments/batch-label?format=pdf&kind=waybill&ids=${ids}`,
      token,
    }),
    ...repeated(20, { method: 'GET', path: '/shipments/download?format=xlsx', token }),
    ...repeated(10, { method: 'GET', path: '/shipments?limit=500', token }),
  ])
  const loud = await watch(base, bench, seconds)
  return {
    quiet_p99: quiet.p99,
    loud_p99: loud.p99,
    quiet_liveness: quiet.liveness,
    loud_liveness: loud.liveness,
    quiet_loop: quiet.loop,
    loud_loop: loud.loop,
    customer: await load.stop(),
  }
}

function repeated(times: number, request: Request): Request[] {
  return Array.from({ length: times }, () => request)
}

function customerLoad(base: string, requests: readonly Request[]) {
  const statuses: Record<string, number> = {}
  const over = new AbortController()
  const clients = requests.map(async (request) => {
    const connection = new Connection(base)
    while (!over.signal.aborted) {
      const status = await connection.send(request)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    connection.close()
  })
  return {
    async stop() {
      over.abort()
      await Promise.all(clients)
      return statuses
    },
  }
}

async function watch(base: string, bench: Bench, seconds: number): Promise<Measured> {
  await loopDelay(base)
  const scans: number[] = []
  const checks: number[] = []
  const until = performance.now() + seconds * 1000
  const repeat = async (times: number[], next: () => Request) => {
    const connection = new Connection(base)
    while (performance.now() < until) {
      const sent = performance.now()
      const status = await connection.send(next())
      if (status !== 200) throw new Error(`A neighbour was answered ${status}.`)
      times.push(performance.now() - sent)
      // Simulates the pace of a person with a scanner; without the pause, the quiet run would saturate the CPU by
      // itself.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    connection.close()
  }
  await Promise.all([
    repeat(scans, () => bench.scan()),
    repeat(scans, () => bench.scan()),
    repeat(checks, () => ({ method: 'GET', path: '/livez', token: '' })),
  ])
  scans.sort((a, b) => a - b)
  return {
    p99: scans[Math.floor(scans.length * 0.99)] ?? 0,
    liveness: Math.max(...checks),
    loop: await loopDelay(base),
  }
}

/** Returns the 99th percentile of the delay of the event loop since the last call, in ms. */
async function loopDelay(base: string): Promise<number> {
  const answer = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${metrics_token}` } })
  const delay = /^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)$/m.exec(await answer.text())?.[1]
  return Number(delay) * 1000
}
