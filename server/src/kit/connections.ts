import type { Workload } from '@waybill/domain/kit/calls/workload'
import { workloads } from '@waybill/domain/kit/calls/workload'
import type pg from 'pg'
import { isEventLoopFull } from './load/event-loop.ts'
import { Turns } from './load/turns.ts'

/** Provides the connections of a database by workload, so that one workload does not block another. */
export interface Connections {
  /** Returns a connection for one transaction of a company (0: of the product itself); the caller releases it. */
  connect(workload: Workload, company: number): Promise<pg.PoolClient>
  /** Returns the number of requests currently waiting for a connection. */
  waiting(workload: Workload): number
  /**
   * Statements that a transaction starts with, beginning with `; `. Behind a pooler they set what a direct connection
   * sets once when it is opened: time zone and time limits. Empty on direct connections.
   */
  opening(workload: Workload): string
}

/** Divides the connections that this process may open among the workloads. */
export function shareConnections(total: number): Record<Workload, number> {
  const share = Math.max(2, Math.floor(total / 4))
  return { field: share, heavy: share, interactive: Math.max(2, total - 2 * share) }
}

/** How long a transaction waits for a connection of a pool, in ms. */
export const pool_wait_ms = 10_000

/** Uses a separate pool for each workload, which companies share fairly. */
export function pooledConnections(
  pools: Readonly<Record<Workload, pg.Pool>>,
  opening: Connections['opening'] = () => '',
  isFull = isEventLoopFull,
): Connections {
  const turns = new Map(
    Object.values(pools).map((pool) => [
      pool,
      new Turns(
        { running: pool.options.max, waiting: Number.POSITIVE_INFINITY, wait_ms: pool_wait_ms },
        late,
        isFull,
      ),
    ]),
  )
  const turnsOf = (workload: Workload) => turns.get(pools[workload])
  return {
    async connect(workload, company) {
      const giveBackTurn = await turnsOf(workload)?.take({ company, name: '' })
      try {
        return whenReleased(await pools[workload].connect(), () => giveBackTurn?.())
      } catch (error) {
        giveBackTurn?.()
        throw error
      }
    },
    waiting: (workload) => turnsOf(workload)?.count().waiting ?? 0,
    opening,
  }
}

/** The error of a pool for one that waited too long. */
function late(): Error {
  return new Error('timeout exceeded when trying to connect')
}

/** Calls `then` once when the connection is released. */
function whenReleased(client: pg.PoolClient, then: () => void): pg.PoolClient {
  const release = client.release.bind(client)
  client.release = (error) => {
    release(error)
    then()
  }
  return client
}

interface Waiter {
  company: number
  /** Timer that rejects a wait that takes too long. */
  limit: NodeJS.Timeout | undefined
  resolve(client: pg.PoolClient): void
  reject(error: unknown): void
}

/** How long field work and pages wait for the single connection, in ms; heavy work waits without a limit. */
const default_wait_ms = 60_000

/** When a workload has been passed over this many times, its longest-waiting request is served next. */
const max_queue_jump = 20

/**
 * The single connection of an embedded database. Field work comes first, then pages, then heavy work; a workload that
 * was passed over twenty times is next. Within a workload, companies take turns. A field or page request that waits longer than `wait_ms` (default one minute)
 * is rejected with the same error as in a pool, so that one blocked connection cannot hang every request.
 */
export function singleConnection(
  pool: Pick<pg.Pool, 'connect'>,
  { wait_ms = default_wait_ms }: { wait_ms?: number } = {},
): Connections {
  const queues = new Map<Workload, Waiter[]>(workloads.map((workload) => [workload, []]))
  const passedOver = new Map<Workload, number>()
  /** When each company was served last, as a count of connections given. */
  const lastServed = new Map<number, number>()
  let isTaken = false
  let given = 0

  const next = (): Waiter | undefined => {
    const filled = workloads.filter((workload) => (queues.get(workload)?.length ?? 0) > 0)
    const [first] = filled
    const overdue = filled.findLast((workload) => (passedOver.get(workload) ?? 0) >= max_queue_jump)
    const chosen = overdue ?? first
    if (!chosen) return undefined
    for (const workload of filled)
      passedOver.set(workload, workload === chosen ? 0 : (passedOver.get(workload) ?? 0) + 1)
    const queue = queues.get(chosen) ?? []
    const served = ({ company }: Waiter) => lastServed.get(company) ?? 0
    const waiter = queue.reduce<Waiter | undefined>(
      (best, one) => (best && served(best) <= served(one) ? best : one),
      undefined,
    )
    if (!waiter) return undefined
    queue.splice(queue.indexOf(waiter), 1)
    lastServed.set(waiter.company, (given += 1))
    return waiter
  }

  const serve = (): void => {
    if (isTaken) return
    const waiter = next()
    if (!waiter) return
    clearTimeout(waiter.limit)
    isTaken = true
    pool.connect().then(
      (client) => {
        const served = whenReleased(client, () => {
          isTaken = false
          serve()
        })
        waiter.resolve(served)
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
    waiter.reject(late())
  }

  return {
    connect: (workload, company) =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = { company, limit: undefined, resolve, reject }
        if (workload !== 'heavy') waiter.limit = setTimeout(() => giveUp(workload, waiter), wait_ms)
        queues.get(workload)?.push(waiter)
        serve()
      }),
    waiting: (workload) => queues.get(workload)?.length ?? 0,
    opening: () => '',
  }
}
