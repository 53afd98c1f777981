import type { Recipient } from './message-events.ts'
import { pin_carriers, type TextFacts, type TextKind } from './sms-texts.ts'

type Place = keyof TextFacts | 'link'

/**
 * The placeholders of each WhatsApp template that a company registers, in order. The template has the name of the
 * event (docs/domain/messages.md#events-and-switches, docs/domain/messages.md#texts).
 */
const places: Partial<Record<TextKind, readonly Place[]>> = {
  awaiting_dropoff: ['sender', 'reference', 'pickup_point', 'pin', 'link'],
  out_for_delivery: ['sender', 'reference', 'expected', 'pin', 'link'],
  delivery_failed_attempt: ['sender', 'reference', 'reason', 'link'],
  ready_for_pickup: ['sender', 'reference', 'pickup_point', 'pin', 'deadline', 'link'],
  delivered: ['sender', 'reference', 'link'],
}

/** Returns the contact that the template of an event is written for: the one who must act. */
const sideOf = (kind: TextKind): Recipient => (pin_carriers[kind] === 'dropoff' ? 'collection' : 'delivery')

/**
 * Fills in a WhatsApp template. Empty placeholders become `-` and line breaks become spaces, because WhatsApp accepts
 * neither. The contact who does not need to act gets a separate template, named after event and contact, without PIN
 * and deadline. Returns `null` when the kind has no template.
 */
export function filledTemplate(
  kind: TextKind,
  recipient: Recipient,
  facts: TextFacts,
  link: string,
): { template: string; placeholders: string[] } | null {
  const all = places[kind]
  if (!all) return null
  const watches = recipient !== sideOf(kind)
  const wanted = watches ? all.filter((place) => place !== 'pin' && place !== 'deadline') : all
  const given: Readonly<Record<Place, string>> = { ...facts, link }
  return {
    template: watches ? `${kind}_${recipient}` : kind,
    placeholders: wanted.map((place) => given[place].replaceAll(/\s+/g, ' ').trim() || '-'),
  }
}
