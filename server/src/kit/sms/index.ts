export { infobipFromEnvironment, infobipSender, isOfInfobip } from './infobip.ts'
export { smsCatcher, type CaughtSms, type SmsCatcher } from './sms-catcher.ts'
export { smsPort, SmsRefused, type Sms, type SmsGateway, type SmsSender } from './sms-port.ts'
