/** The channels that reach a phone. */
export const phone_channels = ['sms', 'whatsapp'] as const
export type PhoneChannel = (typeof phone_channels)[number]

/**
 * What a reply asks for: the link to change the delivery, the nearest pickup point, that point after it was named, no
 * more messages, messages again, or something that a person must read.
 */
export const reply_keywords = ['change', 'locker', 'yes', 'stop', 'start', 'other'] as const
export type ReplyKeyword = (typeof reply_keywords)[number]

const words: Readonly<Record<string, ReplyKeyword>> = {
  change: 'change',
  locker: 'locker',
  lockers: 'locker',
  'locker yes': 'yes',
  stop: 'stop',
  unsubscribe: 'stop',
  start: 'start',
}

/** Returns what a reply asks for. Only a reply that is nothing but a keyword counts as one; spaces and marks around it do not matter. */
export function keywordOf(text: string): ReplyKeyword {
  const typed = wordsIn(text)
  return Object.hasOwn(words, typed) ? (words[typed] ?? 'other') : 'other'
}

/** Whether a reply is a plain yes, which answers whatever the last message asked. */
export function isPlainYes(text: string): boolean {
  return wordsIn(text) === 'yes'
}

function wordsIn(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
