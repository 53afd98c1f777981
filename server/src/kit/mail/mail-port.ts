import { port } from '../handler.ts'

/** A message to send. Addresses are plain; `from` may carry a name: `Fynbos Couriers <no-reply@fynbos.example>`. */
export interface Mail {
  from: string
  to: readonly string[]
  bcc?: readonly string[]
  reply_to?: string
  subject: string
  text: string
  html: string
  /** Further headers; a `Message-ID` given here stays the same when the mail is sent again. */
  headers?: Readonly<Record<string, string>>
}

/** Sends e-mail. Throws `MailRejectedError` when trying again is pointless, any other error when it is not. */
export interface Mailer {
  /** `own`: the mail server of the company; `null` for that of the installation. */
  send(mail: Mail, own: CompanyMailServer | null): Promise<{ message_id: string }>
}

/** The SMTP server of a company; TLS from the start on port 465, else as soon as the server offers it. */
export interface CompanyMailServer {
  host: string
  port: number
  /** `''`: it asks for none. */
  user: string
  password: string
}

export const mailPort = port<Mailer>('mail')

/** The receiving server said no for good (SMTP 5xx). */
export class MailRejectedError extends Error {}
