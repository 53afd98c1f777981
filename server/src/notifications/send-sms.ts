import {
  infobip_api_key,
  infobip_base_url,
  sms_provider,
  sms_sender_id,
} from '@waybill/domain/notifications/settings'
import { smsPort, type Sms } from '../kit/sms/index.ts'
import type { PartnerCtx } from '../kit/verb.ts'

/** Sends one SMS through the company's own gateway or that of this installation; throws as the port says. */
export async function sendSms(ctx: PartnerCtx, sms: Omit<Sms, 'from'>): Promise<{ message_id: string }> {
  const own =
    ctx.setting(sms_provider) === 'infobip'
      ? { base_url: ctx.setting(infobip_base_url), api_key: ctx.setting(infobip_api_key) }
      : null
  return ctx.partner(smsPort).send({ ...sms, from: ctx.setting(sms_sender_id) }, own)
}
