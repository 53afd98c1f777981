import { z } from 'zod'
import type { FieldProblem } from '../kit/problem.ts'
import { isOffered, message_event_keys, type MessageEvent, type Recipient } from './message-events.ts'
import { filledText, templateProblem } from './message-template.ts'
import { plainMarks, smsParts } from './sms-length.ts'
import { pin_carriers, smsStart, type TextKind } from './sms-texts.ts'

/** The channels for which companies can write texts; WhatsApp accepts only approved templates. */
const text_channels = ['email', 'sms'] as const

const recipients = ['collection', 'delivery'] as const satisfies readonly Recipient[]

/** Messages without a message event, and the contact that receives each. */
const others = {
  delivery_rescheduled: 'delivery',
  pod_pin_again: 'delivery',
  pickup_pin_again: 'delivery',
  pickup_reminder: 'delivery',
  dropoff_pin_again: 'collection',
} as const satisfies Record<Exclude<TextKind, MessageEvent>, Recipient>

const kinds = [...message_event_keys, ...Object.keys(others)] as [TextKind, ...TextKind[]]

/** A custom text of a company that replaces the standard text. `subject` is used for e-mails only. */
export const MessageText = z.object({
  event: z.enum(kinds),
  recipient: z.enum(recipients),
  channel: z.enum(text_channels),
  subject: z.string().max(200),
  text: z.string().max(5000),
})
export type MessageText = z.output<typeof MessageText>

/** Identifies the message that a text belongs to. */
export type MessagePlace = Pick<MessageText, 'event' | 'recipient' | 'channel'>

/** Every message whose text can be customised, in the order of events. */
export const message_places: readonly MessagePlace[] = kinds.flatMap((event) =>
  recipients.flatMap((recipient) =>
    text_channels.flatMap((channel) => {
      const isSent =
        event in others
          ? others[event as keyof typeof others] === recipient
          : isOffered(event as MessageEvent, channel)
      return isSent ? [{ event, recipient, channel }] : []
    }),
  ),
)

/** Whether a text belongs to a message. */
export function isTextOf(text: MessagePlace, place: MessagePlace): boolean {
  return text.event === place.event && text.recipient === place.recipient && text.channel === place.channel
}

/** A field that templates may use: its content and its sample value in previews. */
export interface TextField {
  name: string
  about: string
  sample: string
}

const common: readonly TextField[] = [
  { name: 'company', about: 'Name of the company', sample: 'Fynbos Couriers' },
  { name: 'reference', about: 'Tracking reference', sample: 'GH7K2M' },
  { name: 'account', about: 'Sending account', sample: 'Overberg Books' },
  { name: 'receiver', about: 'Name of the receiver', sample: 'Naledi Mokoena' },
  { name: 'sender', about: 'Collection contact name', sample: 'Riaan Jooste' },
  { name: 'suburb', about: 'Delivery suburb', sample: 'Rosebank' },
  { name: 'hub', about: 'Current hub', sample: 'Johannesburg' },
  { name: 'pickup_point', about: 'Locker or counter', sample: 'Locker Rosebank Mall' },
  { name: 'deadline', about: 'Collection deadline', sample: '6 Mar 2026 17:00' },
  { name: 'reason', about: 'Reason for a failure', sample: 'Gate was locked' },
  { name: 'expected', about: 'Expected date, as a sentence', sample: 'Expected on Thursday 5 March.' },
]
const of_email: readonly TextField[] = [
  { name: 'status', about: 'Status in a few words', sample: 'out for delivery' },
  {
    name: 'sentence',
    about: 'What happened, in the standard words',
    sample: 'Your parcel is on its way to you.',
  },
]
const link: TextField = {
  name: 'link',
  about: 'Short link to the tracking page',
  sample: 'https://fynbos.co.za/s/k3Xw9Qa',
}
const pin: TextField = { name: 'pin', about: 'The PIN', sample: '4821' }

/** Whether the SMS to this contact carries a PIN. */
function carriesPin({ event, recipient }: MessagePlace): boolean {
  const carries = pin_carriers[event]
  return carries !== undefined && recipient === (carries === 'dropoff' ? 'collection' : 'delivery')
}

/** Returns the fields that the text of a message may use. E-mails add PIN and buttons below the text themselves. */
export function textFields(place: MessagePlace): readonly TextField[] {
  if (place.channel === 'email') return [...common, ...of_email]
  return [...common, link, ...(carriesPin(place) ? [pin] : [])]
}

/** Returns the sample values used in previews. */
export function sampleValues(place: MessagePlace): Readonly<Record<string, string>> {
  return Object.fromEntries(textFields(place).map(({ name, sample }) => [name, sample]))
}

/** Replaces a PIN in the communication log; custom texts must not contain it. */
export const covered_pin = '••••'

/**
 * Returns the problems of a text by form field. `maxParts`: maximum number of SMS parts, measured with the sample
 * values.
 */
export function messageTextProblems(text: MessageText, maxParts: number): FieldProblem[] {
  if (!message_places.some((place) => isTextOf(text, place)))
    return [{ field: 'text', message: 'This message does not exist.' }]
  const names = textFields(text).map(({ name }) => name)
  const missingPlaceholders = (field: 'subject' | 'text', needed: readonly string[]): FieldProblem[] => {
    const message =
      text[field].trim() === ''
        ? `Write ${field === 'subject' ? 'a subject' : 'a text'}, or go back to the standard one.`
        : text[field].includes(covered_pin)
          ? `Remove ${covered_pin}: it stands for PINs in the communication log.`
          : templateProblem(text[field], names, needed)
    return message === null ? [] : [{ field, message }]
  }
  if (text.channel === 'email')
    return [...missingPlaceholders('subject', []), ...missingPlaceholders('text', [])]
  const problems = missingPlaceholders('text', ['link', ...(carriesPin(text) ? ['pin'] : [])])
  if (problems.length > 0) return problems
  const parts = smsParts(filledSms(text.text, sampleValues(text)))
  return parts > maxParts
    ? [
        {
          field: 'text',
          message: `The SMS takes ${parts} parts. At most ${maxParts} are allowed. Shorten it.`,
        },
      ]
    : []
}

/**
 * Returns the SMS as sent: the company name and the filled-in text, with typographic marks replaced by GSM
 * characters.
 */
export function filledSms(text: string, values: Readonly<Record<string, string>>): string {
  return plainMarks(`${values['company'] ?? ''}: ${filledText(text, values)}`)
}

/** Returns the e-mail as sent: subject, heading and paragraphs. */
export function filledEmail(
  { subject, text }: Pick<MessageText, 'subject' | 'text'>,
  values: Readonly<Record<string, string>>,
): { subject: string; headline: string; lines: string[] } {
  const [headline = '', ...lines] = filledText(text, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter(Boolean)
  return { subject: filledText(subject, values).replaceAll('\n', ' '), headline, lines }
}

/** Returns the text that the editor starts with while the standard text is in use. */
export function standardStart(place: MessagePlace): Pick<MessageText, 'subject' | 'text'> {
  return place.channel === 'sms'
    ? { subject: '', text: smsStart(place.event, place.recipient, carriesPin(place)) }
    : {
        subject: '{{reference}}: {{status}}',
        text: '{{sentence}}\n\n{{#if expected}}{{expected}}{{/if}}',
      }
}
