import type { approvalDecided, approvalRequested } from '../controls/events.ts'
import type { PayloadOf } from '../kit/event.ts'
import type { InboxText } from './inbox-texts.ts'

/** Returns the message to staff about a call that waits for approval. */
export function approvalText({
  number,
  description,
  account,
  requested_by,
}: Omit<PayloadOf<typeof approvalRequested>, 'kind'>): InboxText {
  return {
    subject: `${number} waits for approval`,
    text: `${requested_by} asks: ${description}${account ? `\n\nAccount: ${account}` : ''}\n\nOpen Billing > Controls to approve or reject it.`,
  }
}

/** Returns the message to the person who asked for approval. */
export function decisionText({
  number,
  description,
  decision,
  decided_by,
  reason,
}: PayloadOf<typeof approvalDecided>): InboxText {
  const word = decision === 'applied' ? 'approved' : 'rejected'
  return {
    subject: `${number} was ${word}`,
    text: `${decided_by} ${word} it: ${description}${reason ? `\n\nReason: ${reason}` : ''}`,
  }
}
