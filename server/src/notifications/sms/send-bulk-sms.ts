import type { notificationsApi } from '@waybill/domain/notifications/api'
import { bulkSmsProblem, readBulkSms } from '@waybill/domain/notifications/bulk-sms'
import { sms_max_segments } from '@waybill/domain/notifications/settings'
import { textDue } from '@waybill/domain/notifications/text-events'
import type { Handler } from '../../kit/handler.ts'
import { insertMessages } from '../store.ts'

/**
 * Sends one SMS text to many numbers, one message per number, after the commit. Quiet hours and the blocked list
 * apply as for other messages (NOTE-015…NOTE-017).
 */
export const sendBulkSms: Handler<typeof notificationsApi.bulkSms> = async (
  ctx,
  { phone_numbers, message },
) => {
  const bulk = readBulkSms(phone_numbers ?? [], message ?? '')
  const problem = bulkSmsProblem(bulk, ctx.setting(sms_max_segments))
  if (problem) throw problem
  const jobId = ctx.random('23456789abcdefghjkmnpqrstuvwxyz', 12)
  const onceKeys = await insertMessages(
    ctx,
    bulk.numbers.map((recipient) => ({
      shipment_id: null,
      account_id: null,
      channel: 'sms' as const,
      event: 'bulk',
      recipient,
      subject: '',
      body: bulk.text,
      once_key: `sms:bulk:${jobId}:${recipient}`,
      status: 'queued' as const,
      reason: null,
    })),
  )
  for (const onceKey of onceKeys)
    await ctx.emit(textDue, { once_key: onceKey, shipment_id: null, pin_of: null })
  return { job_id: jobId, accepted: onceKeys.length, rejected: bulk.rejected, segments: bulk.segments }
}
