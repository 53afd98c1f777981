import type { Recipient } from './message-events.ts'
import { pin_carriers, type TextFacts, type TextKind } from './sms-texts.ts'

type Place = keyof TextFacts | 'link'

/**
 * What stands in the places of each template that a company registers with WhatsApp, in order; the template has the
 * name of the event (docs/domain/messages.md#events-and-switches, docs/domain/messages.md#texts).
 */
const places: Partial<Record<TextKind, readonly Place[]>> = {
  awaiting_dropoff: ['sender', 'reference', 'pickup_point', 'pin', 'link'],
  out_for_delivery: ['sender', 'reference', 'expected', 'pin', 'link'],
  delivery_failed_attempt: ['sender', 'reference', 'reason', 'link'],
  ready_for_pickup: ['sender', 'reference', 'pickup_point', 'pin', 'deadline', 'link'],
  delivered: ['sender', 'reference', 'link'],
}

/** The contact for whom the template of an event is written: whoever has something to do. */
const sideOf = (kind: TextKind): Recipient => (pin_carriers[kind] === 'dropoff' ? 'collection' : 'delivery')

/**
 * A template filled in; WhatsApp takes no empty place and no line break. The contact who only watches gets a template of
 * its own, named after event and contact, without PIN and deadline. `null` when there is none for a kind.
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
