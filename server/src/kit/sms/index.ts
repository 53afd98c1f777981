export {
  infobipFromEnvironment,
  infobipSender,
  infobipWhatsApp,
  readReplies,
  readReports,
} from './infobip.ts'
export {
  smsPort,
  SmsRejectedError,
  whatsAppPort,
  type Sms,
  type SmsGateway,
  type SmsSender,
  type WhatsApp,
  type WhatsAppSender,
} from './sms-port.ts'
