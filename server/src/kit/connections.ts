import type { Workload } from '@waybill/domain/kit/calls/workload'
import { workloads } from '@waybill/domain/kit/calls/workload'
import type pg from 'pg'

/** Hands out the connections of a database, so that one kind of load never waits for another. */
export interface Connections {
  /** A connection for one transaction; the caller releases it. */
  connect(workload: Workload): Promise<pg.PoolClient>
  /** How many wait for a connection now. */
  waiting(workload: Workload): number
}

/** How many connections a server gives to each kind of load, out of all that this process may open. */
export function shareConnections(total: number): Record<Workload, number> {
  const share = Math.max(2, Math.floor(total / 4))
  return { field: share, heavy: share, interactive: Math.max(2, total - 2 * share) }
}

/** A pool for each kind of load. */
export function pooledConnections(pools: Readonly<Record<Workload, pg.Pool>>): Connections {
  return {
    connect: (workload) => pools[workload].connect(),
    waiting: (workload) => pools[workload].waitingCount,
  }
}

interface Waiter {
  /** Ends the wait that is too long. */
  limit: NodeJS.Timeout | undefined
  resolve(client: pg.PoolClient): void
  reject(error: unknown): void
}

/** How long field work and pages wait for the single connection, in milliseconds; heavy work waits as long as it takes. */
const default_wait_ms = 60_000

/** After this many turns of others, the one that has waited longest in a later queue has its turn. */
const max_queue_jump = 20

/**
 * The single connection of an embedded database, given to field work first, then to pages, then to heavy work; whoever
 * was passed over twenty times is next. Who waits for over a minute is refused in the words of a pool, so that whatever
 * keeps the connection cannot hang every request.
 */
export function singleConnection(
  pool: Pick<pg.Pool, 'connect'>,
  { wait_ms = default_wait_ms }: { wait_ms?: number } = {},
): Connections {
  const queues = new Map<Workload, Waiter[]>(workloads.map((workload) => [workload, []]))
  const passedOver = new Map<Workload, number>()
  let isTaken = false

  const next = (): Waiter | undefined => {
    const filled = workloads.filter((workload) => (queues.get(workload)?.length ?? 0) > 0)
    const [first] = filled
    const overdue = filled.findLast((workload) => (passedOver.get(workload) ?? 0) >= max_queue_jump)
    const chosen = overdue ?? first
    if (!chosen) return undefined
    for (const workload of filled)
      passedOver.set(workload, workload === chosen ? 0 : (passedOver.get(workload) ?? 0) + 1)
    return queues.get(chosen)?.shift()
  }

  const serve = (): void => {
    if (isTaken) return
    const waiter = next()
    if (!waiter) return
    clearTimeout(waiter.limit)
    isTaken = true
    pool.connect().then(
      (client) => {
        const giveBack = client.release.bind(client)
        client.release = (error?: Error | boolean) => {
          giveBack(error)
          isTaken = false
          serve()
        }
        waiter.resolve(client)
      },
      (error: unknown) => {
        isTaken = false
        waiter.reject(error)
        serve()
      },
    )
  }

  const giveUp = (workload: Workload, waiter: Waiter): void => {
    queues.set(
      workload,
      (queues.get(workload) ?? []).filter((one) => one !== waiter),
    )
    waiter.reject(new Error('timeout exceeded when trying to connect'))
  }

  return {
    connect: (workload) =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = { limit: undefined, resolve, reject }
        if (workload !== 'heavy') waiter.limit = setTimeout(() => giveUp(workload, waiter), wait_ms)
        queues.get(workload)?.push(waiter)
        serve()
      }),
    waiting: (workload) => queues.get(workload)?.length ?? 0,
  }
}
