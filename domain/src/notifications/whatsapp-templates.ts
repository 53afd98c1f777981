import type { TextFacts, TextKind } from './sms-texts.ts'

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

/** A template filled in; WhatsApp takes no empty place and no line break. `null` when there is none for a kind. */
export function filledTemplate(
  kind: TextKind,
  facts: TextFacts,
  link: string,
): { template: string; placeholders: string[] } | null {
  const wanted = places[kind]
  if (!wanted) return null
  const given: Readonly<Record<Place, string>> = { ...facts, link }
  return {
    template: kind,
    placeholders: wanted.map((place) => given[place].replaceAll(/\s+/g, ' ').trim() || '-'),
  }
}
