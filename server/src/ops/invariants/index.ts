import { day_ms } from '@waybill/domain/kit/dates/durations'
import { listEstablished } from '../../identity/index.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { checkInvariants } from './check.ts'

export { checkInvariants, readChecks } from './check.ts'
export { invariants } from './table.ts'

/**
 * Runs nightly at 02:00 South African time. A company starts with its first night: before, it may still be filled with
 * what happened earlier, in portions that do not add up one by one.
 */
export const invariantSchedule: Schedule = {
  name: 'invariants',
  every_ms: day_ms,
  providers: (db, now) => listEstablished(db, new Date(Math.floor(now.getTime() / day_ms) * day_ms)),
  run: async (ctx) => {
    await checkInvariants(ctx)
  },
}
