import type { MessageEvent, Recipient } from './message-events.ts'
import { plainMarks, smsParts } from './sms-length.ts'

/** Subject of a message to a phone: an event, a PIN sent again, a reminder, or a rescheduled delivery. */
export type TextKind =
  | MessageEvent
  | 'pod_pin_again'
  | 'pickup_pin_again'
  | 'dropoff_pin_again'
  | 'pickup_reminder'
  | 'delivery_rescheduled'

/** Data used in a text; unknown values are `''`. */
export interface TextFacts {
  /** The name of the company at the start of the text. */
  sender: string
  reference: string
  account: string
  /** Name of the sender of the parcel, for its receiver. */
  from: string
  /** Destination suburb. */
  to: string
  hub: string
  /** The locker or counter for drop-off or pickup. */
  pickup_point: string
  /** Deadline for pickup there. */
  deadline: string
  /** The locker compartment: 'compartment B12'. */
  compartment: string
  /** The reason for a failed attempt or problem, as entered by staff or the driver. */
  reason: string
  /** The expected time, as a sentence. */
  expected: string
  pin: string
}

/**
 * The PIN that a message carries: `door` and `pickup` are the receiver’s at the door and at a locker, `dropoff` is
 * the sender’s at a locker.
 */
export const pin_carriers: Partial<Record<TextKind, 'door' | 'pickup' | 'dropoff'>> = {
  out_for_delivery: 'door',
  pod_pin_again: 'door',
  ready_for_pickup: 'pickup',
  pickup_pin_again: 'pickup',
  pickup_reminder: 'pickup',
  awaiting_dropoff: 'dropoff',
  dropoff_pin_again: 'dropoff',
}

/** The page that a text links to: tracking, rescheduling or rating. */
export type TextLink = 'track' | 'reschedule' | 'rate'

/** What the receiver can do with the link: choose another day, make other changes only, or rate the delivery. */
export type TextOffer = 'day' | 'other' | 'rate'

const max_reason_length = 60
const max_from_length = 30

/**
 * Returns the text of an SMS to one contact, without company and link, in two pieces: the main sentence, and an
 * optional sentence that is left out when there is no room (docs/domain/messages.md#texts). `offer`: what the receiver can
 * do with the link besides tracking; `null` for nothing.
 */
function wordsOf(
  kind: TextKind,
  recipient: Recipient,
  facts: TextFacts,
  offer: TextOffer | null,
): [string, string] {
  const { reference, account, hub, pickup_point, deadline, expected, pin } = facts
  const isReceiver = recipient === 'delivery'
  const why = facts.reason ? ` (${cut(facts.reason.replace(/\.$/, ''), max_reason_length)})` : ''
  const where = pickup_point || 'the pickup point'
  const parcel =
    isReceiver && facts.from ? `${reference} from ${cut(facts.from, max_from_length)}` : reference
  switch (kind) {
    case 'submitted':
      return isReceiver
        ? [`${account} has booked parcel ${reference} for you.`, expected]
        : [`we have received your booking ${reference}.`, expected]
    case 'awaiting_dropoff':
      return isReceiver
        ? [`${account} will drop ${reference} off for you at ${where}.`, expected]
        : [`drop ${reference} off at ${where}${pin && ` with PIN ${pin}`}.`, '']
    case 'collection_assigned':
      return isReceiver
        ? [`a driver has been assigned to collect ${reference} from ${account} for you.`, expected]
        : [`a driver has been assigned to collect ${reference}.`, '']
    case 'collection_failed_attempt':
      return [`we could not collect ${reference}${why}.`, 'We will try again.']
    case 'collection_exception':
      return [`the collection of ${reference} has a problem${why}.`, '']
    case 'collected':
      return isReceiver
        ? [`we have collected ${reference} from ${account} for you.`, expected]
        : [`we have collected ${reference}.`, expected]
    case 'in_transit':
      return [`${parcel} is on its way.`, expected]
    case 'at_destination_hub':
      return [`${parcel} has arrived at our ${hub && `${hub} `}hub.`, expected]
    case 'out_for_delivery':
      return isReceiver
        ? [`${parcel} is out for delivery.${pin && ` Give the driver PIN ${pin}.`}`, expected]
        : [`${reference} to ${facts.to} is out for delivery.`, expected]
    case 'delivery_failed_attempt':
      return [
        `we could not deliver ${parcel}${why}.${offer ? ` ${offer === 'day' ? 'Choose another day' : 'Change this delivery'}:` : ''}`,
        offer ? '' : 'We will try again.',
      ]
    case 'delivery_exception':
      return [`the delivery of ${parcel} has a problem${why}.`, '']
    case 'ready_for_pickup':
      return [
        isReceiver
          ? `${parcel} is at ${where}${facts.compartment && `, ${facts.compartment}`}.${pin && ` PIN ${pin}.`}${deadline && ` Collect before ${deadline}.`}`
          : `${reference} is at ${where}, ready for its receiver.`,
        '',
      ]
    case 'collect_and_return_to_hub':
      return [`${reference} was not collected in time and is going back to our hub.`, '']
    case 'delivered':
      return [`${parcel} was delivered.${offer ? ' How did we do?' : ''}`, '']
    case 'cancelled':
      return [`${reference} was cancelled.`, '']
    case 'delivery_rescheduled':
      return [`the delivery of ${reference} has been moved.`, expected]
    case 'pod_pin_again':
      return [`the PIN for your delivery ${reference} is ${pin}. Give it to the driver at the door.`, '']
    case 'pickup_pin_again':
      return [
        `the PIN to collect ${reference} at ${where} is ${pin}.`,
        deadline && `Collect before ${deadline}.`,
      ]
    case 'pickup_reminder':
      return [
        `${reference} still waits for you at ${where}.${pin && ` PIN ${pin}.`}`,
        deadline && `Collect before ${deadline}.`,
      ]
    case 'dropoff_pin_again':
      return [`the PIN to drop ${reference} off at ${where} is ${pin}.`, '']
  }
}

/** Returns the page that the text to one contact links to. */
export function textLinkOf(kind: TextKind, offer: TextOffer | null): TextLink {
  if (kind === 'delivery_failed_attempt' && offer) return 'reschedule'
  return kind === 'delivered' && offer ? 'rate' : 'track'
}

/**
 * Messages that may become longer by one part to name replies: the first one that receivers get by default, and the one
 * after a failed attempt (decision 0174).
 */
const worth_another_part: readonly TextKind[] = ['collected', 'delivery_failed_attempt']

/**
 * Returns the complete SMS: company name, text, link, and `hint`, which names possible replies (`''` for none) where it
 * costs no more or is worth it. To stay within `max_parts`, it first leaves out the hint, then the sender, then the optional
 * sentence, and then shortens the main one. Link and company name are never shortened.
 */
export function smsText(
  kind: TextKind,
  recipient: Recipient,
  facts: TextFacts,
  about: { link: string; offer: TextOffer | null; hint: string; max_parts: number },
): string {
  const named = wordsOf(kind, recipient, facts, about.offer).map(plainMarks)
  const plain = wordsOf(kind, recipient, { ...facts, from: '' }, about.offer).map(plainMarks)
  const whole = (words: string): string => `${plainMarks(facts.sender)}: ${words} ${about.link}`
  const isShort = (text: string): boolean => smsParts(text) <= about.max_parts
  const fits = (words: string): boolean => isShort(whole(words))
  const [what = ''] = plain
  const full = [named, plain].map((sentences) => sentences.filter(Boolean).join(' '))
  const unhinted = whole(full[0] ?? '')
  const hinted = `${unhinted} ${about.hint}`
  const isWorthIt = worth_another_part.includes(kind) || smsParts(hinted) === smsParts(unhinted)
  if (about.hint && isWorthIt && isShort(hinted)) return hinted
  const fitting = [...full, named[0] ?? ''].find(fits)
  if (fitting !== undefined) return whole(fitting)
  let words = what
  while (!fits(words) && words.length > 20) words = cut(words, words.length - 4)
  return whole(words)
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 3).trimEnd()}...`
}

const optional =
  / \(\{\{(reason)\}\}\)| Give the driver PIN \{\{(pin)\}\}\.| with PIN \{\{(pin)\}\}| PIN \{\{(pin)\}\}\.| ?Collect before \{\{(deadline)\}\}\.|\{\{(expected)\}\}|\{\{(hub)\}\} /g

/** Returns the standard text of an SMS with fields in place of the values, as the starting point for a custom text. */
export function smsStart(kind: TextKind, recipient: Recipient, hasPin: boolean): string {
  const facts: TextFacts = {
    sender: '',
    reference: '{{reference}}',
    account: '{{account}}',
    from: '',
    to: '{{suburb}}',
    hub: '{{hub}}',
    pickup_point: '{{pickup_point}}',
    deadline: '{{deadline}}',
    compartment: '',
    reason: '{{reason}}',
    expected: '{{expected}}',
    pin: hasPin ? '{{pin}}' : '',
  }
  const words = wordsOf(kind, recipient, facts, null).filter(Boolean).join(' ')
  const marked = words.replaceAll(optional, (found, ...fields: unknown[]) => {
    const field = fields.find((one) => typeof one === 'string') as string
    return `{{#if ${field}}}${found}{{/if}}`
  })
  return `${marked} {{link}}`
}
