import type { DriverAction } from '@waybill/domain/drivers/api'

/** When an action happened by the server's clock: the phone's time less its offset, between booking and now. */
export function happenedAt(action: DriverAction, booked: Date, now: Date): Date {
  const at = action.occurred_at.getTime() - (action.clock_offset_seconds ?? 0) * 1000
  return new Date(Math.min(now.getTime(), Math.max(booked.getTime(), at)))
}
