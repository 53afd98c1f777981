export { mailCatcher, type CaughtMail, type MailCatcher } from './mail-catcher.ts'
export { mailPort, MailRefused, type Mail, type Mailer } from './mail-port.ts'
export { smtpFromEnvironment, smtpMailer, type SmtpServer } from './smtp-mailer.ts'
