import { port } from '../verb.ts'

/** One SMS to one number. */
export interface Sms {
  /** The name or number that stands above the message, as the gateway knows it; empty: what the gateway uses. */
  from: string
  /** Digits with the country code, no `+`: `27821234567`. */
  to: string
  text: string
  /** The same for every attempt at the same message. */
  id: string
}

/** An account with Infobip. */
export interface SmsGateway {
  base_url: string
  api_key: string
}

/** Sends SMS. Throws `SmsRefused` when trying again is pointless, any other error when it is not. */
export interface SmsSender {
  /** `own`: the company's gateway; `null` for that of the installation. */
  send(sms: Sms, own: SmsGateway | null): Promise<{ message_id: string }>
}

export const smsPort = port<SmsSender>('sms')

/** The gateway said no for good. */
export class SmsRefused extends Error {}
