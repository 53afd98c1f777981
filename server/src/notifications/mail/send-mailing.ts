import { provider_title } from '@waybill/domain/identity/settings'
import { email_reply_to } from '@waybill/domain/notifications/settings'
import { MailRejectedError, type Mail } from '../../kit/mail/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'
import { sender } from '../about-shipments/compose-message.ts'
import { mailFootText, mailPage } from './mail-page.ts'
import { sendMail } from './mail-server.ts'

/** What a message to one person says, such as one about their own sign-in. */
export interface Mailing {
  subject: string
  headline: string
  lines: readonly string[]
  /** A code shown large. */
  code?: string
  /** Where its button leads. */
  button?: { label: string; link: string }
  /** Where answers go, other than to the company. */
  reply_to?: string
}

/** Sends a letter to one address; what a mail server refuses for good is given up, anything else throws. */
export async function sendMailing(ctx: ExternalContext, to: string, mailing: Mailing): Promise<void> {
  try {
    await sendMail(ctx, renderMail(ctx, to, mailing))
  } catch (error) {
    if (!(error instanceof MailRejectedError)) throw error
    ctx.log.warn({ subject: mailing.subject }, 'a letter was refused by the mail server')
  }
}

/** A letter as it is sent. */
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
