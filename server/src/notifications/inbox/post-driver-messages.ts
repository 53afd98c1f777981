import type {
  driverAlarmed,
  driverWrote,
  evidenceDiffers,
  exceptionGiven,
  exceptionTakenAway,
  vehicleCheckFailed,
} from '@waybill/domain/drivers/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  alarmText,
  driverMessageText,
  evidenceText,
  exceptionGivenText,
  exceptionTakenAwayText,
  vehicleCheckText,
} from '@waybill/domain/notifications/driver-texts'
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

/** Passes what a driver wrote on to who wrote last, or to staff who assign drivers. */
export async function inboxDriverMessage(ctx: Context, wrote: PayloadOf<typeof driverWrote>): Promise<void> {
  await postAboutDriver(ctx, wrote, driverMessageText(wrote), { userId: wrote.to })
}

/** Notifies a colleague to whom an exception was given. */
export async function inboxExceptionGiven(
  ctx: Context,
  given: PayloadOf<typeof exceptionGiven>,
): Promise<void> {
  await postToInbox(
    ctx,
    { user_id: given.to_user_id },
    {
      kind: 'shipment',
      message: exceptionGivenText(given),
      link: '/ops-dashboard?mode=pending&kind=mine',
    },
  )
}

/** Notifies a colleague whose exception an administrator passed on. */
export async function inboxExceptionTakenAway(
  ctx: Context,
  taken: PayloadOf<typeof exceptionTakenAway>,
): Promise<void> {
  await postToInbox(
    ctx,
    { user_id: taken.from_user_id },
    { kind: 'shipment', message: exceptionTakenAwayText(taken), link: `/shipments/${taken.shipment_id}` },
  )
}

/** Notifies staff who assign drivers that evidence of a driver is not what the phone recorded. */
export async function inboxEvidence(ctx: Context, about: PayloadOf<typeof evidenceDiffers>): Promise<void> {
  const { shipment_id: shipmentId, collection_request_id: requestId } = about
  const ofRequest = requestId === null ? undefined : `/collection-requests/${requestId}`
  const link = shipmentId === null ? ofRequest : `/shipments/${shipmentId}`
  await postAboutDriver(ctx, about, evidenceText(about), { link })
}

async function postAboutDriver(
  ctx: Context,
  { username, branch_id }: { username: string; branch_id: number | null },
  message: InboxText,
  more: { userId?: number | null; link?: string | undefined } = {},
): Promise<void> {
  const { userId = null } = more
  const link = more.link ?? `/ops-dashboard?mode=driver-tripsheet&driver=${encodeURIComponent(username)}`
  await postToInbox(
    ctx,
    userId === null ? { staff_with: inbox_needs.operations, branch_id } : { user_id: userId },
    { kind: 'shipment', message, link },
  )
}
