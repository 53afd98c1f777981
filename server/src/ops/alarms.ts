import { Gauge, type Registry } from 'prom-client'
import { sql } from 'kysely'
import { oldestUnsealed } from '../audit/index.ts'
import type { Db } from '../kit/db.ts'
import type { Runtime } from '../kit/runtime.ts'
import { invariants } from './invariants/index.ts'
import { diskOf } from '../db/disk-space.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Health of the installation according to the database; times are `null` when nothing is waiting. */
interface QueueState {
  broken: ReadonlyMap<number, number>
  /** The oldest of the latest check results; `null` while a company has never been checked. */
  invariants_checked: Date | null
  held: number
  held_since: Date | null
  unsealed_since: Date | null
  outbox_since: Date | null
  integrations_since: Date | null
  integrations_failed: number
  /** Start of the newest backup; `null` while there is none. */
  backed_up: Date | null
}

async function readQueueState(db: Db, now: Date): Promise<QueueState> {
  const broken = await sql<{ number: number; rows: number }>`
    SELECT number, sum(rows_broken)::int AS rows FROM invariant_result GROUP BY number`.execute(db)
  const { rows } = await sql<Omit<QueueState, 'broken' | 'unsealed_since'>>`
    SELECT (SELECT CASE WHEN bool_and(checked IS NOT NULL) THEN min(checked) END FROM (
        SELECT (SELECT min(time_run) FROM invariant_result r WHERE r.provider_id = p.id) AS checked
        FROM provider p WHERE p.status <> 'closed') c) AS invariants_checked,
      (SELECT count(*)::int FROM payment WHERE status = 'held') AS held,
      (SELECT min(time_modified) FROM payment WHERE status = 'held') AS held_since,
      (SELECT min(next_attempt_at) FROM outbox WHERE dead_at IS NULL AND next_attempt_at <= ${now}) AS outbox_since,
      (SELECT min(run_after) FROM integration_task WHERE status = 'waiting' AND run_after <= ${now}) AS integrations_since,
      (SELECT count(*)::int FROM integration_task
        WHERE status = 'failed' AND time_ended > ${new Date(now.getTime() - day_ms)}) AS integrations_failed,
      (SELECT max(time_started) FROM backup_run) AS backed_up`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not report its state.')
  return {
    ...row,
    broken: new Map(broken.rows.map((one) => [one.number, one.rows])),
    unsealed_since: await oldestUnsealed(db),
  }
}

/**
 * Registers the gauges for alarms. They are read together each time the metrics are requested, the database values in
 * one transaction. When they cannot be read, `waybill_alarms_read` is 0 and the others keep their values.
 */
export function registerAlarms(registry: Registry, runtime: Runtime): void {
  let query: Promise<void> | null = null
  const fresh = (): Promise<void> => (query ??= readAll().finally(() => (query = null)))
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({
      name: `waybill_${name}`,
      help,
      labelNames,
      registers: [registry],
      // Each of several processes reads the same values.
      aggregator: name === 'alarms_read' ? 'min' : 'max',
      collect: fresh,
    })
  const isRead = gauge('alarms_read', '1 if the data for the alarms was read, 0 if not')
  const broken = gauge(
    'invariant_broken_rows',
    'Number of rows that violate an invariant, by invariant number',
    ['invariant'],
  )
  const checked = gauge(
    'invariants_age_seconds',
    'Seconds since the invariants of every company were checked; -1 if never',
  )
  const held = gauge('held_payments', 'Number of payments received but not confirmed by their gateway')
  const heldAge = gauge('held_payment_oldest_seconds', 'Age of the oldest unconfirmed payment in seconds')
  const unsealed = gauge('audit_seal_lag_seconds', 'Age of the oldest unsealed audit entry in seconds')
  const outbox = gauge('outbox_oldest_seconds', 'Seconds that the oldest outbox message is overdue')
  const tasks = gauge(
    'integration_oldest_seconds',
    'Seconds that the oldest message to a third party is overdue',
  )
  const failed = gauge(
    'integration_failed_last_day',
    'Number of messages to third parties that failed permanently in the last 24 hours',
  )
  const backup = gauge(
    'backup_age_seconds',
    'Seconds since the start of the latest backup; -1 if there is none',
  )
  const clock = gauge(
    'clock_offset_seconds',
    'Clock difference between this machine and the database in seconds',
  )
  const diskFree = gauge('disk_free_bytes', 'Free space on the disk of the data directory in bytes')
  const diskSize = gauge('disk_size_bytes', 'Size of the disk of the data directory in bytes')

  const read = async (): Promise<void> => {
    const now = runtime.clock()
    const standing = await inPlatformTransaction(runtime, (db) => readQueueState(db, now))
    const age = (since: Date | null): number =>
      since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000)
    for (const { number } of invariants)
      broken.set({ invariant: String(number) }, standing.broken.get(number) ?? 0)
    checked.set(standing.invariants_checked === null ? -1 : age(standing.invariants_checked))
    held.set(standing.held)
    heldAge.set(age(standing.held_since))
    unsealed.set(age(standing.unsealed_since))
    outbox.set(age(standing.outbox_since))
    tasks.set(age(standing.integrations_since))
    failed.set(standing.integrations_failed)
    backup.set(standing.backed_up === null ? -1 : age(standing.backed_up))
    clock.set(runtime.clock_offset() / 1000)
    const { free, size } = await diskOf(runtime.data_dir)
    diskFree.set(free)
    diskSize.set(size)
  }
  async function readAll(): Promise<void> {
    try {
      await read()
      isRead.set(1)
    } catch (error) {
      runtime.log.warn(
        { error: error instanceof Error ? error.message : String(error) },
        'alarms could not be read',
      )
      isRead.set(0)
    }
  }
}
