import type { ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'

/** Data about a requested file for its recipient. */
export interface PromisedFile {
  email: string
  title: string
  rows: number
  /** `''` if it could not be generated. */
  url: string
  problem: string
}

/** Sends the link of a requested file, or the reason why it could not be generated. After-commit subscriber. */
export async function notifyFileReady(
  ctx: ExternalContext,
  { email, title, rows, url, problem }: PromisedFile,
): Promise<void> {
  if (url === '') {
    await sendMailing(ctx, email, {
      subject: `${title} could not be made`,
      headline: `${title} could not be made`,
      lines: [problem, 'Open your reports to change it, or to try again.'],
      button: { label: 'Open reports', link: `${portalOf(ctx)}/reports` },
    })
    return
  }
  await sendMailing(ctx, email, {
    subject: `Your file: ${title}`,
    headline: title,
    lines: [
      rows === 0
        ? 'There was no data for these days. The file is empty.'
        : `${rows.toLocaleString('en-GB')} rows are ready.`,
      'The link works for 7 days for anyone who has it.',
    ],
    button: { label: 'Download the file', link: url },
  })
}
