import { provider_title } from '@waybill/domain/identity/settings'
import { email_reply_to } from '@waybill/domain/notifications/settings'
import { MailRejectedError, type Mail } from '../../kit/mail/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import { sender } from '../about-shipments/compose-message.ts'
import { mailFootText, mailPage } from './mail-page.ts'
import { mailId, sendingIdOfJob } from '../sending-id.ts'
import { sendMail } from './mail-server.ts'

/** Content of an e-mail to one person, such as one about their own sign-in. */
export interface Mailing {
  subject: string
  headline: string
  lines: readonly string[]
  /** A code, shown in large type. */
  code?: string
  /** Label and link target of the button. */
  button?: { label: string; link: string }
  /** Address for replies, if it is not the company’s. */
  reply_to?: string
}

/**
 * Sends an e-mail to one address. Logs and drops one that the mail server rejects permanently; any other error is
 * thrown. A job that runs again after it was interrupted sends under the same id (decision 0100).
 */
export async function sendMailing(ctx: ExternalContext, to: string, mailing: Mailing): Promise<void> {
  try {
    const { headers, ...mail } = renderMail(ctx, to, mailing)
    const id = sendingIdOfJob(ctx, `${to} ${mailing.subject}`)
    await sendMail(ctx, { ...mail, headers: { ...headers, 'Message-ID': mailId(ctx, id) } })
  } catch (error) {
    if (!(error instanceof MailRejectedError)) throw error
    ctx.log.warn({ subject: mailing.subject }, 'an email was refused by the mail server')
  }
}

/** Renders an e-mail as it is sent. */
export function renderMail(reader: BaseContext, to: string, mailing: Mailing): Mail {
  const title = reader.setting(provider_title)
  const replyTo = mailing.reply_to ?? reader.setting(email_reply_to)
  const text = [
    mailing.headline,
    ...mailing.lines,
    mailing.code ?? '',
    mailing.button ? `${mailing.button.label}: ${mailing.button.link}` : '',
    mailFootText(reader),
  ]
  return {
    from: sender(reader, title),
    to: [to],
    ...(replyTo ? { reply_to: replyTo } : {}),
    subject: mailing.subject,
    text: text.filter(Boolean).join('\n\n'),
    html: mailPage(reader, mailing),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
