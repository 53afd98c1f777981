import {
  email_footer_text,
  email_header_image_url,
  provider_title,
  support_address,
  support_email,
  support_phone,
  support_whatsapp,
  theme_primary,
} from '@waybill/domain/identity/settings'
import { readMarkdown, type Inline } from '@waybill/domain/kit/texts/markdown'
import { deriveTheme } from '@waybill/domain/kit/theme'
import { notification_footer } from '@waybill/domain/notifications/settings'
import { logoLink } from '../../identity/index.ts'
import { qrModules } from '../../kit/documents/barcode.ts'
import { html, type Html } from '../../kit/html.ts'
import type { BaseContext } from '../../kit/handler.ts'

/** Content of a company’s e-mail; omitted parts take no space. */
export interface MailText {
  subject: string
  headline: string
  lines: readonly string[]
  /** A code or PIN, shown in large type. */
  code?: string | undefined
  /** Text of a QR code below it. */
  qr?: string | undefined
  /** Label and link target of the button. */
  button?: { label: string; link: string } | undefined
  /** Alternative action, as a link below the button. */
  offer?: { label: string; link: string } | null
  /** Small line about the shipment at the end. */
  about?: string | undefined
}

const body = 'margin:0 0 12px;font-size:16px;line-height:24px'
const quiet = 'margin:0;font-size:14px;line-height:20px;color:#4B5563'
const font = 'font-family:-apple-system,Segoe UI,Roboto,Arial,sans-serif'

/** Renders an e-mail for mail programs: tables, inline styles, no external resources except the logo. */
export function mailPage(reader: BaseContext, words: MailText): string {
  const theme = deriveTheme({ theme_primary: reader.setting(theme_primary) }, 'light')
  const { code, qr, button, offer, about } = words
  return html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words.subject}</title>
      </head>
      <body style="margin:0;background:#F6F7F9;${font};color:#16191D">
        <table role="presentation" width="100%" cellspacing="0" cellpadding="0">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellspacing="0"
                cellpadding="0"
                style="max-width:560px;background:#FFFFFF;border:1px solid #DDE1E7;border-radius:8px"
              >
                <tr>
                  <td
                    style="padding:16px 24px;border-bottom:3px solid ${theme['brand-edge']};font-size:18px;font-weight:700"
                  >
                    ${mailHead(reader)}
                  </td>
                </tr>
                <tr>
                  <td style="padding:24px">
                    <h1 style="margin:0 0 12px;font-size:22px;line-height:28px">${words.headline}</h1>
                    ${words.lines.filter(Boolean).map((line) => html`<p style="${body}">${line}</p>`)}
                    ${
                      code &&
                      html`<p
                        style="margin:0 0 16px;padding:12px;background:${theme['brand-soft']};border-radius:8px;text-align:center;font:700 32px/40px ui-monospace,Menlo,monospace"
                      >
                        ${code}
                      </p>`
                    }
                    ${qr && qrTable(qr)}
                    ${
                      button &&
                      html`<p style="margin:16px 0">
                        <a
                          href="${button.link}"
                          style="display:inline-block;padding:12px 20px;background:${theme.brand};color:${theme['on-brand']};border-radius:6px;text-decoration:none;font-weight:600"
                          >${button.label}</a
                        >
                      </p>`
                    }
                    ${
                      offer &&
                      html`<p style="margin:0 0 16px;font-size:16px;line-height:24px">
                        <a href="${offer.link}" style="color:${theme['brand-text']};font-weight:600"
                          >${offer.label}</a
                        >
                      </p>`
                    }
                    ${about && html`<p style="${quiet}">${about}</p>`}
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 24px;border-top:1px solid #DDE1E7">
                    <p style="${quiet}">${footLines(reader).map((line) => html`${line}<br />`)}</p>
                    ${writtenFoot(reader).map((line) => html`<p style="${quiet};padding-top:8px">${line.map(inlineOf)}</p>`)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text
}

/** Width of a module of a QR code, in pixels. */
const module_px = 6

/** Draws a QR code as a table, because mail programs show neither SVG nor pictures that they did not ask for. */
function qrTable(text: string): Html {
  const { size, dark } = qrModules(text)
  const rows = Array.from({ length: size }, (_, row) => runsOf(dark.slice(row * size, (row + 1) * size)))
  return html`<table
    role="img"
    aria-label="QR code with the reference and the PIN"
    cellspacing="0"
    cellpadding="0"
    align="center"
    style="margin:0 auto 16px;border:${4 * module_px}px solid #FFFFFF;background:#FFFFFF"
  >
    ${rows.map(
      (runs) =>
        html`<tr height="${module_px}">
          ${runs.map(
            ({ isDark, length }) =>
              html`<td
                colspan="${length}"
                width="${length * module_px}"
                bgcolor="${isDark ? '#000000' : '#FFFFFF'}"
                style="font-size:0;line-height:0"
              ></td>`,
          )}
        </tr>`,
    )}
  </table>`
}

/** Returns the runs of equal modules of a row. */
function runsOf(modules: readonly boolean[]): { isDark: boolean; length: number }[] {
  const runs: { isDark: boolean; length: number }[] = []
  for (const isDark of modules) {
    const last = runs.at(-1)
    if (last?.isDark === isDark) last.length += 1
    else runs.push({ isDark, length: 1 })
  }
  return runs
}

/** Returns the end of an e-mail as text: contact details, company name and address, and the company’s footer. */
export function mailFootText(reader: BaseContext): string {
  const written = writtenFoot(reader).map((line) => line.map(inlineText).join(''))
  return [...footLines(reader), ...written].join('\n')
}

/** Returns the company’s contact details in one sentence; `''` if it has none. */
export function contactLine(reader: BaseContext): string {
  const whatsapp = reader.setting(support_whatsapp)
  const contacts = [
    reader.setting(support_phone),
    whatsapp && `WhatsApp ${whatsapp}`,
    reader.setting(support_email),
  ].filter(Boolean)
  return contacts.length > 0 ? `Questions? ${contacts.join(' or ')}` : ''
}

/** Returns the header of an e-mail: the company’s logo, with its title as alternative text, or else the title. */
function mailHead(reader: BaseContext): Html {
  const title = reader.setting(provider_title)
  const logo = logoLink(reader, email_header_image_url)
  return logo
    ? html`<img src="${logo}" alt="${title}" height="40" style="display:block;height:40px;max-width:280px" />`
    : html`${title}`
}

function footLines(reader: BaseContext): string[] {
  const address = reader
    .setting(support_address)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
  return [
    contactLine(reader),
    reader.setting(notification_footer),
    [reader.setting(provider_title), address].filter(Boolean).join(', '),
  ].filter(Boolean)
}

/** Returns the lines of the company’s footer text. */
function writtenFoot(reader: BaseContext): (readonly Inline[])[] {
  return readMarkdown(reader.setting(email_footer_text)).flatMap((block) =>
    'items' in block ? [...block.items] : [block.line],
  )
}

function inlineOf(one: Inline): Html {
  if (one.kind === 'link' && /^(https|mailto):/.test(one.to)) return html`<a href="${one.to}">${one.text}</a>`
  return one.kind === 'strong' ? html`<b>${one.text}</b>` : html`${one.text}`
}

const inlineText = (one: Inline): string =>
  one.kind === 'link' && /^(https|mailto):/.test(one.to) ? `${one.text} (${one.to})` : one.text
