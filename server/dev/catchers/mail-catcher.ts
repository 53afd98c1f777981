import http from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listening } from '../listening.ts'
import type { CaughtMail } from './caught-mail.ts'
import { answerCatcher } from './mail-pages.ts'
import { smtpMailer, type SmtpMailer } from '../../src/kit/mail/smtp-mailer.ts'

/** A fake mail server with an inbox page. It receives messages over real SMTP, delivers none and shows them all. */
export interface MailCatcher {
  smtp_port: number
  /** URL of the inbox page. */
  url: string
  /** Newest first, at most 500 messages. */
  messages(): readonly CaughtMail[]
  /** A mailer that sends to this catcher. */
  mailer: SmtpMailer
  close(): Promise<void>
}

const max_stored = 500
const largest_bytes = 25 * 1024 * 1024

/**
 * Starts a mail catcher. Port 0 chooses a free port. When the given inbox port is in use, a free port is used
 * instead, so that a second copy of the application can start.
 */
export async function mailCatcher(about: {
  host: string
  smtp_port: number
  http_port: number
}): Promise<MailCatcher> {
  const stored: CaughtMail[] = []
  let count = 0
  const storeMail = async (
    raw: Buffer,
    receivers: readonly { address: string }[],
    answer: (problem?: Error) => void,
  ): Promise<void> => {
    try {
      const mail = await read(
        raw,
        receivers.map(({ address }) => address),
      )
      if (stored.some((known) => isSame(known, mail))) return answer()
      count += 1
      stored.unshift({ id: count, received_at: new Date(), ...mail })
      stored.length = Math.min(stored.length, max_stored)
      answer()
    } catch (error) {
      answer(error instanceof Error ? error : new Error('The message could not be read.'))
    }
  }
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    size: largest_bytes,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        void storeMail(Buffer.concat(pieces), session.envelope.rcptTo, done)
      })
    },
  })
  smtp.on('error', () => undefined)
  const smtpPort = await listening(smtp.server, about.host, about.smtp_port)
  const inbox = http.createServer((request, response) => answerCatcher(request, response, stored))
  const httpPort = await listening(inbox, about.host, about.http_port)
  const mailer = smtpMailer({ host: about.host, port: smtpPort })
  return {
    smtp_port: smtpPort,
    url: `http://${about.host}:${httpPort}`,
    messages: () => stored,
    mailer,
    async close() {
      mailer.close()
      inbox.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => inbox.close(() => resolve())),
      ])
    },
  }
}

/** Checks whether two messages have the same id and the same receivers. A mailbox shows them as one message. */
function isSame(known: CaughtMail, mail: Pick<CaughtMail, 'to' | 'headers'>): boolean {
  const id = mail.headers['message-id']
  return id !== undefined && known.headers['message-id'] === id && known.to.join() === mail.to.join()
}

async function read(raw: Buffer, envelope: readonly string[]) {
  const mail = await PostalMime.parse(raw)
  return {
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? ''}>` : (mail.from?.address ?? ''),
    to: [...envelope],
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      content_type: mimeType,
      content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    })),
    size: raw.length,
  }
}
