import cluster from 'node:cluster'
import { workloads } from '@waybill/domain/kit/calls/workload'
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { counters } from '../kit/counters.ts'
import { registerAlarms } from './alarms.ts'
import type { Live } from '../realtime/live.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import type { Runtime } from '../kit/runtime.ts'

/**
 * Creates the metrics of `/metrics`: request times by route and status, API errors by kind, pool waits, the outbox,
 * the live channel, counters and the values that alarms use. Several processes (`WORKERS`) add their values up, except
 * those that are read from the database, which are the same in each.
 */
export function makeMetrics(runtime: Runtime, live: Live) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'waybill_request_seconds',
    help: 'Response time in seconds, by route and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const problems = new Counter({
    name: 'waybill_problems_total',
    help: 'Number of error responses, by kind',
    labelNames: ['kind'],
    registers: [registry],
  })
  const waiting: Gauge<'workload'> = new Gauge({
    name: 'waybill_pool_waiting',
    help: 'Number of transactions that wait for a database connection, by workload',
    labelNames: ['workload'],
    registers: [registry],
    collect(): void {
      for (const workload of workloads) waiting.set({ workload }, runtime.connections.waiting(workload))
    },
  })
  const connections: Gauge = new Gauge({
    name: 'waybill_live_connections',
    help: 'Number of open connections of the live channel',
    registers: [registry],
    collect(): void {
      connections.set(live.count)
    },
  })
  const depth: Gauge<'state'> = new Gauge({
    name: 'waybill_outbox_depth',
    help: 'Number of waiting and dead messages in the outbox',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    async collect(): Promise<void> {
      const rows = await inPlatformTransaction(runtime, (db) =>
        db
          .selectFrom('outbox')
          .select(({ fn, eb }) => [
            fn.countAll<number>().filterWhere('dead_at', 'is', null).as('waiting'),
            fn.count<number>(eb.ref('dead_at')).as('dead'),
          ])
          .execute(),
      )
      depth.set({ state: 'waiting' }, Number(rows[0]?.waiting ?? 0))
      depth.set({ state: 'dead' }, Number(rows[0]?.dead ?? 0))
    },
  })
  registerAlarms(registry, runtime)
  for (const counter of counters) registry.registerMetric(counter)
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // Its constructor makes this process answer the one that started it.
    void new AggregatorRegistry()
  }
  return { registry, requests, refusals: problems }
}

export type Metrics = ReturnType<typeof makeMetrics>
