import type { driverAlarmed, vehicleCheckFailed } from '@waybill/domain/drivers/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { alarmText, vehicleCheckText } from '@waybill/domain/notifications/driver-texts'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import type { InboxText } from '@waybill/domain/notifications/inbox-texts'
import type { Context } from '../../kit/handler.ts'
import { postToInbox } from './post-to-inbox.ts'

/** Notifies staff who assign drivers that a driver pressed the panic button. */
export async function inboxAlarm(ctx: Context, alarm: PayloadOf<typeof driverAlarmed>): Promise<void> {
  await postAboutDriver(ctx, alarm, alarmText(alarm))
}

/** Notifies staff who assign drivers that a vehicle is not in order. */
export async function inboxVehicleCheck(
  ctx: Context,
  check: PayloadOf<typeof vehicleCheckFailed>,
): Promise<void> {
  await postAboutDriver(ctx, check, vehicleCheckText(check))
}

async function postAboutDriver(
  ctx: Context,
  { username, branch_id }: { username: string; branch_id: number | null },
  message: InboxText,
): Promise<void> {
  const link = `/ops-dashboard?mode=driver-tripsheet&driver=${encodeURIComponent(username)}`
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.operations, branch_id },
    { kind: 'shipment', message, link },
  )
}
