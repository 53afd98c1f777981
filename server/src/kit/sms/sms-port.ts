import { port } from '../handler.ts'

/** One SMS to one number. */
export interface Sms {
  /** The name or number that stands above the message, as the gateway knows it; empty: what the gateway uses. */
  from: string
  /** Digits with the country code, no `+`: `27821234567`. */
  to: string
  text: string
  /** The same for every attempt at the same message. */
  id: string
  /** Where the gateway tells what became of it. */
  report_url: string
}

/** An account with Infobip. */
export interface SmsGateway {
  base_url: string
  api_key: string
}

/** Sends SMS. Throws `SmsRejectedError` when trying again is pointless, any other error when it is not. */
export interface SmsSender {
  /** `own`: the company's gateway; `null` for that of the installation. */
  send(sms: Sms, own: SmsGateway | null): Promise<{ message_id: string }>
}

export const smsPort = port<SmsSender>('sms')

/** One WhatsApp message: a template that WhatsApp has approved, filled in. */
export interface WhatsApp {
  /** The number of the company that WhatsApp knows, digits with the country code. */
  from: string
  /** Digits with the country code, no `+`. */
  to: string
  template: string
  /** What stands in the template's places, in order; none may be empty. */
  placeholders: readonly string[]
  /** The same for every attempt at the same message. */
  id: string
  /** Where the gateway tells what became of it. */
  report_url: string
}

/** Sends WhatsApp messages; throws as `SmsSender` does. */
export interface WhatsAppSender {
  /** `own`: the company's gateway; `null` for that of the installation. */
  send(message: WhatsApp, own: SmsGateway | null): Promise<{ message_id: string }>
}

export const whatsAppPort = port<WhatsAppSender>('whatsapp')

/** The gateway said no for good. */
export class SmsRejectedError extends Error {}
