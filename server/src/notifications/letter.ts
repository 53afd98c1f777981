import { provider_title } from '@waybill/domain/identity/settings'
import { email_reply_to } from '@waybill/domain/notifications/settings'
import { MailRefused, type Mail } from '../kit/mail/index.ts'
import type { PartnerCtx, Reader } from '../kit/verb.ts'
import { sender } from './compose.ts'
import { mailFootText, mailPage } from './mail-page.ts'
import { sendMail } from './mail-server.ts'

/** What a message to one person says, such as one about their own sign-in. */
export interface Letter {
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
export async function sendLetter(ctx: PartnerCtx, to: string, letter: Letter): Promise<void> {
  try {
    await sendMail(ctx, dress(ctx, to, letter))
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ subject: letter.subject }, 'a letter was refused by the mail server')
  }
}

/** A letter as it is sent. */
export function dress(reader: Reader, to: string, letter: Letter): Mail {
  const title = reader.setting(provider_title)
  const reply_to = letter.reply_to ?? reader.setting(email_reply_to)
  const text = [
    letter.headline,
    ...letter.lines,
    letter.code ?? '',
    letter.button ? `${letter.button.label}: ${letter.button.link}` : '',
    mailFootText(reader),
  ]
  return {
    from: sender(reader, title),
    to: [to],
    ...(reply_to ? { reply_to } : {}),
    subject: letter.subject,
    text: text.filter(Boolean).join('\n\n'),
    html: mailPage(reader, letter),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
