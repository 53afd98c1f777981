import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listening } from '../../listening.ts'

/** A delivered mail. A mailbox shows mails with the same `message_id` as one (decision 0100). */
export interface DeliveredMail {
  message_id: string
  to: string
  subject: string
}

/** A mail server that records every delivered mail, including repeats with the same id. */
export interface Mailbox {
  url: string
  delivered: readonly DeliveredMail[]
  close(): Promise<void>
}

/** Starts a mailbox on a free port of this machine. It reads only the headers of a mail. */
export async function openMailbox(): Promise<Mailbox> {
  const delivered: DeliveredMail[] = []
  const take = async (
    raw: Buffer,
    receivers: readonly { address: string }[],
    answer: (problem?: Error) => void,
  ): Promise<void> => {
    const end = raw.indexOf('\r\n\r\n')
    const { messageId = '', subject = '' } = await PostalMime.parse(end < 0 ? raw : raw.subarray(0, end + 4))
    for (const { address } of receivers) delivered.push({ message_id: messageId, to: address, subject })
    answer()
  }
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        void take(Buffer.concat(pieces), session.envelope.rcptTo, done)
      })
    },
  })
  // A process that is killed leaves broken connections.
  smtp.on('error', () => undefined)
  const port = await listening(smtp.server, '127.0.0.1', 0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  }
}
