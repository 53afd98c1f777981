export {
  mailPort,
  MailRejectedError,
  type Mail,
  type MailAttachment,
  type Mailer,
  type CompanyMailServer,
} from './mail-port.ts'
export { withCompanyMailServers } from './company-mail-servers.ts'
export { noMailer, smtpFromEnvironment, smtpMailer, type SmtpMailer } from './smtp-mailer.ts'
