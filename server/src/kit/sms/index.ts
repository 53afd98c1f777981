export { infobipFromEnvironment, infobipSender, infobipWhatsApp, isOfInfobip } from './infobip.ts'
export { smsCatcher, type CaughtSms, type SmsCatcher } from './sms-catcher.ts'
export {
  smsPort,
  SmsRefused,
  whatsAppPort,
  type Sms,
  type SmsGateway,
  type SmsSender,
  type WhatsApp,
  type WhatsAppSender,
} from './sms-port.ts'
