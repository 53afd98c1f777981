import { stripSpace } from '../../kit/texts/format.ts'
import { invalid } from '../../kit/problem.ts'
import { referenceInUrl } from '../../kit/scanned-url.ts'
import { cleanText } from '../../kit/calls/wire.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/**
 * The letters and digits of short references: no vowels and no characters that are easily confused
 * (docs/domain/references-and-labels.md).
 */
export const reference_alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Minimum length of a custom or alternative reference, including the prefix (SHIP-042, SHIP-045). */
export const reference_min_length = 7

/** Maximum length of a scanned or typed text that is looked up (docs/domain/interface.md#recognising-a-scan). */
export const reference_max_length = 64

/**
 * Returns the prefix of references, upper-cased: that of the account, otherwise that of the provider. An account with
 * `override_tracking_prefixes` uses its own prefix even when it is blank (ACC-008,
 * docs/domain/references-and-labels.md).
 */
export function prefixFor(
  providerPrefix: string,
  account: { tracking_prefix?: string | null | undefined; override_tracking_prefixes: boolean },
): string {
  const own = account.tracking_prefix ?? ''
  return (own || account.override_tracking_prefixes ? own : providerPrefix).toUpperCase()
}

/**
 * Adds the prefix to a typed reference, unless it already starts with it, and converts it to upper case
 * (docs/domain/public-api.md#booking). `''` stays `''`.
 */
export function withPrefix(prefix: string, typed: string): string {
  const reference = typed.trim().toUpperCase()
  return reference === '' || reference.startsWith(prefix.toUpperCase())
    ? reference
    : prefix.toUpperCase() + reference
}

/**
 * Returns the custom reference of a booking: the prefix with the typed reference; without a typed reference, the
 * prefix with the short one; `null` without both (docs/domain/public-api.md#booking).
 */
export function customReference(prefix: string, typed: string, short: string): string | null {
  if (typed.trim() !== '') return withPrefix(prefix, typed)
  return prefix === '' ? null : prefix.toUpperCase() + short
}

/**
 * Checks whether a typed reference is long enough with its prefix and has only allowed characters. An empty reference
 * is valid (SHIP-043).
 */
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
 * Returns the custom reference of a return: the original reference with `-R`, numbered from the second return on
 * (docs/domain/public-api.md#returns).
 */
export function returnReference(original: string, earlierReturns: number): string {
  return `${original}-R${earlierReturns === 0 ? '' : earlierReturns + 1}`
}

/** Returns the reference of a parcel, for example `K7M2QX/2`. Numbers start at 1 and are never reused. */
export function parcelReference(reference: string, number: number): string {
  return `${reference}/${number}`
}

/** The characters that a scanner adds before and after a code, set per device. */
export interface ScannerFrame {
  prefix?: string
  suffix?: string
}

/**
 * Extracts the reference from a scanned or typed text: removes the scanner frame, AIM identifier and GS1 separators,
 * reduces a URL to its reference, removes spaces, converts to upper case and cuts at 64 characters. Returns `''` when
 * nothing usable is left (docs/domain/interface.md#recognising-a-scan, docs/domain/references-and-labels.md).
 */
export function cleanReference(raw: string, frame: ScannerFrame = {}): string {
  let text = raw.trim()
  if (frame.prefix && text.startsWith(frame.prefix)) text = text.slice(frame.prefix.length)
  if (frame.suffix && text.endsWith(frame.suffix)) text = text.slice(0, -frame.suffix.length)
  text = cleanText(text.replace(/^\][A-Za-z]\d/, ''), false).replaceAll(/[\u2010-\u2015\u2212]/g, '-')
  return stripSpace(referenceInUrl(text)).toUpperCase().slice(0, reference_max_length)
}

/**
 * Returns the references a typed text may mean, most likely first: the text itself, without the `#` that users and
 * shops write before numbers, and without grouping dashes. Empty when nothing usable is left.
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
 * What a cleaned text can identify: a numbered document, or a reference of a shipment or parcel
 * (docs/domain/references-and-labels.md).
 */
export type NamedThing =
  | { kind: (typeof document_prefixes)[keyof typeof document_prefixes]; number: number }
  | { kind: 'reference'; reference: string }

/** Recognises document ids such as `INV000123`; every other text is a reference. */
export function readReference(text: string): NamedThing {
  const reference = cleanReference(text)
  const match = /^#?(COL|PMT|INV|CR|QTE|CLM|IHM)-?(\d{6,10})$/.exec(reference)
  const prefix = match?.[1] as keyof typeof document_prefixes | undefined
  return prefix
    ? { kind: document_prefixes[prefix], number: Number(match?.[2]) }
    : { kind: 'reference', reference }
}
