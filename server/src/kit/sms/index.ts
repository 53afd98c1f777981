export {
  infobipCalls,
  infobipFromEnvironment,
  infobipSender,
  infobipWhatsApp,
  readReplies,
  readReports,
} from './infobip.ts'
export {
  callPort,
  smsPort,
  SmsRejectedError,
  whatsAppPort,
  type CallConnector,
  type Sms,
  type SmsGateway,
  type SmsSender,
  type WhatsApp,
  type WhatsAppSender,
} from './sms-port.ts'
