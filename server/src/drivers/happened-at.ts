import type { DriverAction } from '@waybill/domain/drivers/api'

/**
 * Returns the time of an action on the server clock: the phone time minus its clock offset, limited to the period
 * between booking and now.
 */
export function happenedAt(
  action: Pick<DriverAction, 'occurred_at' | 'clock_offset_seconds'>,
  booked: Date,
  now: Date,
): Date {
  const at = action.occurred_at.getTime() - (action.clock_offset_seconds ?? 0) * 1000
  return new Date(Math.min(now.getTime(), Math.max(booked.getTime(), at)))
}
