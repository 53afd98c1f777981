import { stripSpace } from '../../kit/texts/format.ts'
import { invalid } from '../../kit/problem.ts'
import { referenceInUrl } from '../../kit/scanned-url.ts'
import { cleanText } from '../../kit/calls/wire.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/**
 * Letters and digits of short references: no vowels, nothing easily confused (docs/domain/references-and-labels.md).
 */
export const reference_alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Fewest characters of a custom or alternative reference, the prefix counted (SHIP-042, SHIP-045). */
export const reference_min_length = 7

/** Most characters of a scanned or typed text that is looked up (docs/domain/interface.md#recognising-a-scan). */
export const reference_max_length = 64

/**
 * The prefix put before references: the account's own, else the provider's; an account that overrides uses its own
 * even when that is blank (ACC-008, docs/domain/references-and-labels.md).
 */
export function prefixFor(
  providerPrefix: string,
  account: { tracking_prefix?: string | null | undefined; override_tracking_prefixes: boolean },
): string {
  const own = account.tracking_prefix ?? ''
  return (own || account.override_tracking_prefixes ? own : providerPrefix).toUpperCase()
}

/**
 * A typed reference behind its prefix, upper-cased; the prefix is not repeated (docs/domain/public-api.md#booking).
 * `''` stays `''`.
 */
export function withPrefix(prefix: string, typed: string): string {
  const reference = typed.trim().toUpperCase()
  return reference === '' || reference.startsWith(prefix.toUpperCase())
    ? reference
    : prefix.toUpperCase() + reference
}

/**
 * The custom reference of a booking: prefix and typed one, prefix and short one, or none
 * (docs/domain/public-api.md#booking).
 */
export function customReference(prefix: string, typed: string, short: string): string | null {
  if (typed.trim() !== '') return withPrefix(prefix, typed)
  return prefix === '' ? null : prefix.toUpperCase() + short
}

/** Whether a typed reference is long enough with its prefix and made of allowed characters. Empty passes (SHIP-043). */
export function checkCustomReference(prefix: string, typed: string): RuleResult {
  const reference = withPrefix(prefix, typed)
  if (reference === '') return true
  const field = 'custom_tracking_reference'
  if (reference.length < reference_min_length) {
    const message = `Custom tracking reference needs to be a minimum of ${reference_min_length} characters.`
    return invalid(message, [{ field, message }])
  }
  if (/^[A-Z0-9-]+$/.test(reference)) return true
  const message = 'Custom tracking reference may contain only letters, digits and hyphens.'
  return invalid(message, [{ field, message }])
}

/**
 * The custom reference of a return: the original's with `-R`, numbered from the second return on
 * (docs/domain/public-api.md#returns).
 */
export function returnReference(original: string, earlierReturns: number): string {
  return `${original}-R${earlierReturns === 0 ? '' : earlierReturns + 1}`
}

/** The reference of a parcel: `K7M2QX/2`; numbers start at 1 and are never used again. */
export function parcelReference(reference: string, number: number): string {
  return `${reference}/${number}`
}

/** A scanner's own additions, set per device. */
export interface ScannerFrame {
  prefix?: string
  suffix?: string
}

/**
 * What a scan or a typed text refers to: frame, AIM identifier and GS1 separators removed, a URL cut to its reference,
 * spaces removed, upper-cased, cut at 64 characters. `''` when nothing usable is left
 * (docs/domain/interface.md#recognising-a-scan, docs/domain/references-and-labels.md).
 */
export function cleanReference(raw: string, frame: ScannerFrame = {}): string {
  let text = raw.trim()
  if (frame.prefix && text.startsWith(frame.prefix)) text = text.slice(frame.prefix.length)
  if (frame.suffix && text.endsWith(frame.suffix)) text = text.slice(0, -frame.suffix.length)
  text = cleanText(text.replace(/^\][A-Za-z]\d/, ''), false).replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  return stripSpace(referenceInUrl(text)).toUpperCase().slice(0, reference_max_length)
}

/**
 * The references a typed text may mean, likeliest first: as it is, without the `#` that people and shops put before
 * numbers, and without the dashes by which they group them. None when nothing usable is left.
 */
export function meantReferences(typed: string): string[] {
  const reference = cleanReference(typed)
  const bare = reference.replace(/^#+/, '')
  return [...new Set([reference, bare, bare.replaceAll('-', '')])].filter((one) => one !== '')
}

const document_prefixes = {
  COL: 'collection-request',
  PMT: 'payment',
  INV: 'invoice',
  CR: 'credit-note',
  QTE: 'quote',
  CLM: 'claim',
  IHM: 'interhub-transfer',
} as const

/**
 * What a cleaned text may name: a numbered document, or any reference of a shipment or parcel
 * (docs/domain/references-and-labels.md).
 */
export type NamedThing =
  | { kind: (typeof document_prefixes)[keyof typeof document_prefixes]; number: number }
  | { kind: 'reference'; reference: string }

/** Reads document ids such as `INV000123`; every other text is a reference. */
export function readReference(text: string): NamedThing {
  const reference = cleanReference(text)
  const match = /^#?(COL|PMT|INV|CR|QTE|CLM|IHM)-?(\d{6,10})$/.exec(reference)
  const prefix = match?.[1] as keyof typeof document_prefixes | undefined
  return prefix
    ? { kind: document_prefixes[prefix], number: Number(match?.[2]) }
    : { kind: 'reference', reference }
}
