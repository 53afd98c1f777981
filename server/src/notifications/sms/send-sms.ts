import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import {
  infobip_api_key,
  infobip_base_url,
  sms_provider,
  sms_sender_id,
  whatsapp_sender,
} from '@waybill/domain/notifications/settings'
import { reportUrl } from '../receive-reports.ts'
import { smsPort, whatsAppPort, type Sms, type SmsGateway, type WhatsApp } from '../../kit/sms/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'

/** Returns the company’s own SMS gateway, if configured. */
export function companyGateway(reader: BaseContext): SmsGateway | null {
  return reader.setting(sms_provider) === 'infobip'
    ? { base_url: reader.setting(infobip_base_url), api_key: reader.setting(infobip_api_key) }
    : null
}

/** Sends one SMS through the company’s own gateway or that of this installation; throws the errors of `smsPort`. */
export async function sendSms(
  ctx: ExternalContext,
  sms: Omit<Sms, 'from' | 'report_url'>,
): Promise<{ message_id: string }> {
  return ctx
    .adapter(smsPort)
    .send({ ...sms, from: ctx.setting(sms_sender_id), report_url: reportUrl(ctx) }, companyGateway(ctx))
}

/** Sends one WhatsApp message from the company’s number, through the same gateway as `sendSms`. */
export async function sendWhatsApp(
  ctx: ExternalContext,
  message: Omit<WhatsApp, 'from' | 'report_url'>,
): Promise<{ message_id: string }> {
  const from = (e164(ctx.setting(whatsapp_sender)) ?? '').slice(1)
  return ctx.adapter(whatsAppPort).send({ ...message, from, report_url: reportUrl(ctx) }, companyGateway(ctx))
}
