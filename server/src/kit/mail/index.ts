export { mailPort, MailRefused, type Mail, type Mailer, type OwnMailServer } from './mail-port.ts'
export { withOwnServers } from './own-servers.ts'
export { noMailer, smtpFromEnvironment, smtpMailer, type SmtpMailer } from './smtp-mailer.ts'
