import { provider_title, provider_url, theme_primary } from '@waybill/domain/identity/settings'
import { deriveTheme } from '@waybill/domain/kit/theme'
import { email_reply_to, notification_footer } from '@waybill/domain/notifications/settings'
import { html } from '../kit/html.ts'
import { MailRefused, type Mail } from '../kit/mail/index.ts'
import type { PartnerCtx, Reader } from '../kit/verb.ts'
import { contactLine, mailHead, sender } from './compose.ts'
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
  const foot = [contactLine(reader), reader.setting(notification_footer), title].filter(Boolean)
  const reply_to = letter.reply_to ?? reader.setting(email_reply_to)
  const text = [
    letter.headline,
    ...letter.lines,
    letter.code ?? '',
    letter.button ? `${letter.button.label}: ${letter.button.link}` : '',
    foot.join('\n'),
  ]
  return {
    from: sender(reader, title),
    to: [to],
    ...(reply_to ? { reply_to } : {}),
    subject: letter.subject,
    text: text.filter(Boolean).join('\n\n'),
    html: page(reader, title, letter, foot),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Where people of this company sign in: its own address, else the one this installation gives it. */
export function portal(reader: Reader): string {
  return (reader.setting(provider_url) || reader.request.web_url).replace(/\/+$/, '')
}

/** As mail programs show it: styles beside their elements, nothing fetched but the logo. */
function page(reader: Reader, title: string, letter: Letter, foot: readonly string[]): string {
  const theme = deriveTheme({ theme_primary: reader.setting(theme_primary) }, 'light')
  return html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${letter.subject}</title>
      </head>
      <body
        style="margin:0;padding:24px 12px;background:#F6F7F9;color:#16191D;font:16px/24px Arial,sans-serif"
      >
        <div
          style="max-width:512px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #DDE1E7;border-top:4px solid ${theme['brand-edge']};border-radius:8px"
        >
          <div style="margin:0 0 16px;font-weight:700">${mailHead(reader, title)}</div>
          <h1 style="margin:0 0 12px;font-size:22px;line-height:28px">${letter.headline}</h1>
          ${letter.lines.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
          ${
            letter.code &&
            html`<p style="margin:0 0 16px;font:700 32px/40px monospace;letter-spacing:4px">
              ${letter.code}
            </p>`
          }
          ${
            letter.button &&
            html`<p style="margin:16px 0">
              <a
                href="${letter.button.link}"
                style="display:inline-block;padding:12px 20px;background:${theme.brand};color:${theme['on-brand']};border-radius:6px;text-decoration:none;font-weight:600"
                >${letter.button.label}</a
              >
            </p>`
          }
          <p style="margin:24px 0 0;font-size:14px;line-height:20px;color:#4B5563">
            ${foot.map((line) => html`${line}<br />`)}
          </p>
        </div>
      </body>
    </html>`.text
}
