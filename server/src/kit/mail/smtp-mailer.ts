import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import { MailRejectedError, type Mail } from './mail-port.ts'

/** The mail server to send through: a complete URL (`smtps://user:password@host:465`), or its parts. */
export type SmtpServer =
  | { url: string }
  | {
      host: string
      port: number
      user?: string
      password?: string
      /** The name on its certificate when `host` is an IP address. */
      known_as?: string
    }

/** Sends mail through one server. */
export interface SmtpMailer {
  send(mail: Mail): Promise<{ message_id: string }>
  close(): void
}

/**
 * Time limit for connecting and for the greeting, in ms; the socket timeout is twice as long. Well below the lease of
 * the sending job.
 */
const timeout_ms = 10_000

/** Creates a mailer for an SMTP server with a small connection pool; uses STARTTLS whenever the server offers it. */
export function smtpMailer(server: SmtpServer): SmtpMailer {
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: 2 * timeout_ms,
    ...('url' in server
      ? { url: server.url }
      : {
          host: server.host,
          port: server.port,
          secure: server.port === 465,
          ...(server.known_as ? { tls: { servername: server.known_as } } : {}),
          ...(server.user ? { auth: { user: server.user, pass: server.password ?? '' } } : {}),
        }),
  } satisfies SMTPPool.Options)
  return {
    async send({ from, to, bcc, reply_to, subject, text, html, attachments = [], headers }) {
      const { 'Message-ID': messageId, ...others } = headers ?? {}
      try {
        const sent = await transport.sendMail({
          from,
          to: [...to],
          ...(bcc?.length ? { bcc: [...bcc] } : {}),
          ...(reply_to ? { replyTo: reply_to } : {}),
          ...(messageId ? { messageId: messageId } : {}),
          subject,
          text,
          html,
          attachments: attachments.map(({ filename, content, content_type }) => ({
            filename,
            content,
            contentType: content_type,
          })),
          headers: others,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return { message_id: sent.messageId }
      } catch (error) {
        throw isFinal(error) ? new MailRejectedError((error as Error).message) : error
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Creates the mailer of an installation without a mail server: it rejects every mail permanently and states the
 * reason.
 */
export function noMailer(): SmtpMailer {
  return {
    async send() {
      throw new MailRejectedError(
        'This installation sends no mail (MAIL=off). Ask its operator to set SMTP_URL.',
      )
    },
    close: () => undefined,
  }
}

function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const isEnvelope = error instanceof Error && 'code' in error && error.code === 'EENVELOPE'
  return isEnvelope && (code === 0 || (code >= 500 && code < 600))
}

/**
 * Returns the SMTP server set in the environment: `SMTP_URL`, or `SMTP_HOST` with port, user and password; else
 * `null`.
 */
export function smtpFromEnvironment(env: Readonly<NodeJS.ProcessEnv>): SmtpServer | null {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD } = env
  if (SMTP_URL) return { url: SMTP_URL }
  if (!SMTP_HOST) return null
  return {
    host: SMTP_HOST,
    port: Number(SMTP_PORT ?? 587),
    ...(SMTP_USER ? { user: SMTP_USER, password: SMTP_PASSWORD ?? '' } : {}),
  }
}
