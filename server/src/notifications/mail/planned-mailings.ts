import type { Context, ExternalContext } from '../../kit/handler.ts'
import { renderMail, type Mailing } from './send-mailing.ts'
import { rememberUnsent, sendEach, sendRemembered } from '../send-message.ts'

/** A letter to one address, remembered under a key of its own. */
export interface PlannedMailing {
  address: string
  once_key: string
  mailing: Mailing
}

/** What the communication log says of letters about one thing. */
export interface MailingPlan {
  shipment_id: number
  account_id: number
  event: string
  /** As the log shows them. */
  body: string
}

/** Writes letters to the communication log; answers those that have not been sent yet. */
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

/** Sends planned letters, each once; throws while some of them should be tried again. */
export function sendMailings(ctx: ExternalContext, planned: readonly PlannedMailing[]): Promise<void> {
  return sendEach(planned, ({ address, once_key, mailing }) =>
    sendRemembered(ctx, once_key, address, () => renderMail(ctx, address, mailing)),
  )
}
