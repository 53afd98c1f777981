import type { InboxText } from '../inbox-texts.ts'

/** How many replies of one number are answered in a day. */
export const max_answers_per_day = 10

/** Whether receivers can reply to messages from this sender: only where it is a number. */
export function takesReplies(sender: string): boolean {
  return /^\+?\d{3,15}$/.test(sender.replaceAll(' ', ''))
}

/**
 * Returns the sentence of an SMS that names the replies with which the receiver changes the delivery; `''` when nothing can
 * be changed.
 */
export function replyHint(may: { change: boolean; choose_point: boolean }): string {
  if (may.choose_point) return 'Reply CHANGE to change the delivery, LOCKER for a pickup point.'
  return may.change ? 'Reply CHANGE to change the delivery.' : ''
}

/** The texts that answer a reply of a receiver. Links and names are added by the caller. */
export const reply_answers = {
  no_delivery: 'we found no delivery to this number that is on its way.',
  change: (reference: string, link: string) => `change delivery ${reference} here: ${link}`,
  no_change: (reference: string, reach: string) =>
    `delivery ${reference} can no longer be changed here. Please ${reach}.`,
  ask_point: (reference: string, point: string) =>
    `the nearest pickup point for ${reference} is ${point}, at no extra cost. Reply LOCKER YES to collect it there.`,
  no_point: (reference: string, next: string) => `${reference} cannot go to a pickup point by reply. ${next}`,
  at_point: (reference: string, point: string) =>
    `${reference} goes to ${point}. We send you a PIN when it is there.`,
  nothing_asked: 'reply LOCKER first to see the nearest pickup point.',
} as const

/**
 * Returns the inbox message to service agents about a reply that a person must read. `is_of_other`: it comes from
 * another number than that of the receiver.
 */
export function replyInboxText(reply: {
  sender: string
  channel: 'sms' | 'whatsapp'
  body: string
  reference: string
  is_of_other: boolean
}): InboxText {
  const { sender, channel, body, reference, is_of_other } = reply
  const by = channel === 'sms' ? 'SMS' : 'WhatsApp'
  return {
    subject: `Reply from +${sender}${reference && ` about ${reference}`}`,
    text: `${body}\n\nReceived by ${by}${is_of_other ? ', not from the number of the receiver' : ''}. Answer by phone or e-mail: this message cannot be answered here.`,
  }
}
