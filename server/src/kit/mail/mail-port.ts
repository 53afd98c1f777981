import { port } from '../handler.ts'

/** A file that is sent with an e-mail. */
export interface MailAttachment {
  filename: string
  content: Buffer
  content_type: string
}

/** An e-mail to send. Addresses are plain; `from` may include a name: `Fynbos Couriers <no-reply@fynbos.example>`. */
export interface Mail {
  from: string
  to: readonly string[]
  bcc?: readonly string[]
  reply_to?: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
  /** Additional headers; a `Message-ID` given here stays the same when the mail is sent again. */
  headers?: Readonly<Record<string, string>>
}

/** Sends e-mail. Throws `MailRejectedError` when a retry is pointless, any other error when it is not. */
export interface Mailer {
  /** `own`: the mail server of the company; `null` for the server of the installation. */
  send(mail: Mail, own: CompanyMailServer | null): Promise<{ message_id: string }>
}

/** The SMTP server of a company; TLS from the start on port 465, otherwise STARTTLS if the server offers it. */
export interface CompanyMailServer {
  host: string
  port: number
  /** `''` for a server without authentication. */
  user: string
  password: string
}

export const mailPort = port<Mailer>('mail')

/** The mail is permanently rejected, for example by the receiving server (SMTP 5xx). */
export class MailRejectedError extends Error {}
