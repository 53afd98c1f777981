import { port } from '../handler.ts'

/** One SMS to one phone number. */
export interface Sms {
  /** Sender name or number as registered with the gateway; if empty, the gateway uses its default. */
  from: string
  /** Digits with the country code, no `+`: `27821234567`. */
  to: string
  text: string
  /** Message id, the same for every attempt. */
  id: string
  /** URL to which the gateway sends delivery reports. */
  report_url: string
}

/** An Infobip account. */
export interface SmsGateway {
  base_url: string
  api_key: string
}

/** Sends SMS. Throws `SmsRejectedError` when a retry is pointless, any other error when it is not. */
export interface SmsSender {
  /** `own`: the company’s gateway; `null` for the gateway of the installation. */
  send(sms: Sms, own: SmsGateway | null): Promise<{ message_id: string }>
}

export const smsPort = port<SmsSender>('sms')

/** One WhatsApp message: an approved template with its placeholder values. */
export interface WhatsApp {
  /** The company’s number registered with WhatsApp, digits with the country code. */
  from: string
  /** Digits with the country code, no `+`. */
  to: string
  template: string
  /** Values of the template’s placeholders, in order; none may be empty. */
  placeholders: readonly string[]
  /** Message id, the same for every attempt. */
  id: string
  /** URL to which the gateway sends delivery reports. */
  report_url: string
}

/** Sends WhatsApp messages; throws the same errors as `SmsSender`. */
export interface WhatsAppSender {
  /** `own`: the company’s gateway; `null` for the gateway of the installation. */
  send(message: WhatsApp, own: SmsGateway | null): Promise<{ message_id: string }>
}

export const whatsAppPort = port<WhatsAppSender>('whatsapp')

/** A call between two phones, of which neither sees the number of the other. */
export interface MaskedCall {
  /** The number that both phones see, digits with the country code. */
  from: string
  /** The phone that rings first, digits with the country code. */
  first: string
  /** The phone that rings once the first one answered, digits with the country code. */
  second: string
  /** What the first phone hears while the second one rings. */
  text: string
  /** Call id, the same for every attempt. */
  id: string
}

/** Connects two phones; throws the same errors as `SmsSender`. */
export interface CallConnector {
  /** Why no call can be connected through this gateway; `''` when it can. */
  problem(own: SmsGateway | null): string
  /** `own`: the company’s gateway; `null` for the gateway of the installation. */
  connect(call: MaskedCall, own: SmsGateway | null): Promise<void>
}

export const callPort = port<CallConnector>('calls')

/** The message is permanently rejected, or no gateway can send it. */
export class SmsRejectedError extends Error {}
