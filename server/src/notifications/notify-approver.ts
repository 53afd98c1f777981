import type { approverNeeded } from '@waybill/domain/controls/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { approvalText } from '@waybill/domain/notifications/approval-texts'
import type { ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'

/** Sends an e-mail to a person who can approve a call that waits. After-commit subscriber. */
export async function mailApprover(
  ctx: ExternalContext,
  { email, ...asked }: PayloadOf<typeof approverNeeded>,
): Promise<void> {
  const { subject, text } = approvalText(asked)
  await sendMailing(ctx, email, {
    subject,
    headline: subject,
    lines: text.split('\n\n'),
    button: { label: 'Open the request', link: `${portalOf(ctx)}/billing/controls` },
  })
}
