import type { Context, ExternalContext } from '../../kit/handler.ts'
import { renderMail, type Mailing } from './send-mailing.ts'
import { rememberUnsent, sendEach, sendRemembered } from '../send-message.ts'

/** An e-mail to one address, stored under a unique key. */
export interface PlannedMailing {
  address: string
  once_key: string
  mailing: Mailing
}

/** Communication log data shared by e-mails about one subject. */
export interface MailingPlan {
  shipment_id: number
  account_id: number
  event: string
  /** Text shown in the log. */
  body: string
}

/** Writes e-mails to the communication log; returns those that have not been sent yet. */
export async function planMailings(
  ctx: Context,
  { body, ...about }: MailingPlan,
  planned: readonly PlannedMailing[],
): Promise<PlannedMailing[]> {
  const unsent = await rememberUnsent(
    ctx,
    planned.map(({ address, once_key, mailing }) => ({
      ...about,
      channel: 'email',
      recipient: address,
      subject: mailing.subject,
      body,
      once_key,
      status: 'queued',
      reason: null,
    })),
  )
  return planned.filter(({ once_key }) => unsent.has(once_key))
}

/** Sends planned e-mails, each once; throws an error if some of them need a retry. */
export function sendMailings(ctx: ExternalContext, planned: readonly PlannedMailing[]): Promise<void> {
  return sendEach(planned, ({ address, once_key, mailing }) =>
    sendRemembered(ctx, once_key, address, () => renderMail(ctx, address, mailing)),
  )
}
