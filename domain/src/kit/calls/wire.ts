import { z } from 'zod'
import { decodeEntities } from '../texts/html-entities.ts'
import { fromRand, parseRand, toRand, type Cents } from '../money.ts'

/**
 * Codecs between the values in API requests and responses and the values in code. Format and parse these values only
 * here. The codecs accept lenient input, as the public API conventions require (numbers as text, `Y`/`1` as true,
 * lists as JSON, commas, repetition or PHP-style objects), and write one strict form.
 */

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A number that may arrive as numeric text; NaN, infinities, exponent forms and other words are rejected. */
export const num = z.codec(z.union([z.number(), z.string()]), z.number(), {
  decode: (value, issue) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : z.NEVER
    const text = value.trim()
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return Number(text) + 0
    issue.issues.push({ code: 'custom', input: value, message: 'must be a number' })
    return z.NEVER
  },
  encode: (value) => value,
})

/** A number of 0 or more: sizes, weights, distances. */
export function atLeastZero(max: number) {
  return num.pipe(z.number().min(0).max(max))
}

/** An id or a whole number of things: a safe integer (−2^53 to 2^53), as a number or as digits. */
export const count = z.codec(z.union([z.number(), z.string()]), z.int(), {
  decode: (value, issue) => {
    const number =
      typeof value === 'number' ? value : /^[+-]?\d{1,15}$/.test(value.trim()) ? Number(value) : NaN
    if (Number.isSafeInteger(number)) return number + 0
    issue.issues.push({ code: 'custom', input: value, message: 'must be a whole number' })
    return z.NEVER
  },
  encode: (value) => value,
})

/** Money: a number of Rand or typed text in requests, integer cents in code. */
export const rand = z.codec(z.union([z.number(), z.string()]), z.int(), {
  decode: (value, issue): Cents => {
    const cents =
      typeof value === 'string' ? parseRand(value) : Math.abs(value) < 1e13 ? fromRand(value) : null
    if (cents !== null && Number.isSafeInteger(cents)) return cents
    issue.issues.push({ code: 'custom', input: value, message: 'must be an amount in Rand' })
    return z.NEVER
  },
  encode: (cents: Cents) => toRand(cents),
})

/** Money of 0 or more. */
export const randAtLeastZero = rand.pipe(z.int().min(0))

const truths = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['y', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['n', false],
  ['no', false],
])

/** true or false, also as `"true"`, `1`, `"Y"` and their opposites. */
export const flag = z.codec(z.union([z.boolean(), z.number(), z.string()]), z.boolean(), {
  decode: (value, issue) => {
    if (typeof value === 'boolean') return value
    const truth = truths.get(String(value).trim().toLowerCase())
    if (truth !== undefined) return truth
    issue.issues.push({ code: 'custom', input: value, message: 'must be true or false' })
    return z.NEVER
  },
  encode: (value) => value,
})

/** The offset of South African standard time from UTC in minutes; there is no daylight saving. */
export const sast_offset_minutes = 120

/** Returns the first moment of a calendar day `YYYY-MM-DD` in South Africa. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+02:00`)
}

/** Returns the last moment (to the millisecond) of a calendar day `YYYY-MM-DD` in South Africa. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999+02:00`)
}

/** Returns the calendar day `YYYY-MM-DD` in South Africa at a moment. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString().slice(0, 10)
}

/** Returns the clock time `HH:mm` in South Africa at a moment. */
export function clockOf(moment: Date): string {
  return new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString().slice(11, 16)
}

/**
 * Parses every date form that the public API accepts (`YYYY-MM-DD HH:mm:ss+02:00`, ISO 8601, without a zone, a bare
 * day, an unescaped `+` that arrived as a space). A form without a zone is South African time. Returns `null` when it
 * is not a date, or not after the year 0001 (FMT-026).
 */
export function parseInstant(text: string): Date | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|[+\- ]?\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    )
  if (!match) return null
  const [, year = '', month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = '+02:00'] =
    match
  if (Number(year) <= 1) return null
  const offset =
    zone.toUpperCase() === 'Z'
      ? 'Z'
      : zone
          .trim()
          .replace(/^(\d)/, '+$1')
          .replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const moment = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`,
  )
  if (Number.isNaN(moment.getTime())) return null
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(day) > daysInMonth ? null : moment
}

/**
 * Formats a moment as `YYYY-MM-DD HH:mm:ssZ` with the South African offset, the form in which datetimes are sent
 * (API-018).
 */
export function formatSent(moment: Date): string {
  const local = new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}+02:00`
}

/** Returns the error message for a text that is not an accepted date: not a date at all, or too early (FMT-026). */
export function dateProblem(text: string): string {
  return /^\s*000[01]-/.test(text)
    ? 'must be a date after the year 0001'
    : 'must be a date such as 2026-03-02 or 2026-03-02T08:30:00+02:00'
}

/** A moment: a `Date` in code; any accepted text as input; RFC 3339 UTC as output. */
export const instant = z.codec(z.union([z.string(), z.date()]), z.date(), {
  decode: (value, issue) => {
    const moment = typeof value === 'string' ? parseInstant(value) : value
    if (moment) return moment
    issue.issues.push({ code: 'custom', input: value, message: dateProblem(String(value)) })
    return z.NEVER
  },
  encode: (moment) => moment.toISOString(),
})

/**
 * A calendar day: `YYYY-MM-DD` in code, local midnight in UTC in API responses
 * (docs/domain/public-api.md#dates-money-and-units).
 */
export const day = z.codec(z.string(), z.string(), {
  decode: (value, issue) => {
    const moment = parseInstant(value)
    if (moment) return dayOf(moment)
    issue.issues.push({ code: 'custom', input: value, message: dateProblem(value) })
    return z.NEVER
  },
  encode: (value) => startOfDay(value).toISOString(),
})

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256_hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 as 64 hexadecimal digits')

/** A clock time `HH:mm` in South Africa. */
export const clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30')

/** Options for decoding a text. */
export interface TextOptions {
  /** Multi-line text: line breaks are kept. */
  lines?: boolean
  /** The text comes from a shop. Shops escape texts for HTML: `&amp;` is decoded to an ampersand. */
  from_shop?: boolean
}

/** A text of at most `max` characters, cleaned with `cleanText`. Accepts only strings and numbers. */
export function text(max: number, options: TextOptions = {}) {
  return z.codec(z.union([z.string(), z.number()]), z.string(), {
    decode: (value, issue) => {
      const sent = String(value)
      // Cleaning processes every character, so a text that is far too long is rejected without cleaning.
      const isTooLong = sent.length > (options.from_shop ? 8 : 4) * max + 1_000
      const read = options.from_shop && !isTooLong ? decodeEntities(sent) : sent
      const clean = isTooLong ? sent : cleanText(read, options.lines ?? false)
      if (clean.length <= max) return clean
      issue.issues.push({
        code: 'custom',
        input: value,
        message: `must be ${max} characters or fewer, it has ${clean.length}`,
      })
      return z.NEVER
    },
    encode: (value) => value,
  })
}

/** Invisible characters: zero-width characters, writing direction marks, soft hyphens, variation selectors. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}/gu
/** Control characters separate words like spaces do; each run is replaced with one space. */
// oxlint-disable-next-line no-control-regex
const parting = /[ ]*[\u0000-\u001f\u007f-\u009f\u2028\u2029][\u0000-\u0020\u007f-\u009f\u2028\u2029]*/g
/** The same for multi-line text, whose line breaks are kept. */
// oxlint-disable-next-line no-control-regex
const parting_in_lines = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g

/**
 * Cleans a text: trims it, normalises it to NFC and removes invisible characters. Control characters, and line breaks
 * in single-line text, become a space (docs/domain/reliability.md#input-limits).
 */
export function cleanText(value: string, lines: boolean): string {
  const seen = value.normalize('NFC').replaceAll(invisible, '')
  if (!lines) return seen.replaceAll(parting, ' ').trim()
  return seen
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(parting_in_lines, ' ')
    .trim()
}

/** The default maximum number of items in a list. */
const max_items = 1_000
/**
 * Maximum length of a list in one text, in characters. Such lists come from URLs and old plug-ins; splitting a longer
 * one would delay other requests.
 */
const max_list_text_length = 32_000

/**
 * A list that may arrive as an array, a JSON text, comma-separated text, one bare value, or an object with integer
 * keys (docs/domain/public-api.md#requests, docs/domain/public-api.md#queries). At most `max` items.
 */
export function list<Item extends z.ZodType>(item: Item, max = max_items) {
  return z.codec(z.unknown(), z.array(item), {
    decode: (value, issue) => {
      const reject = (message: string) => {
        issue.issues.push({ code: 'custom', input: value, message })
        return z.NEVER
      }
      if (typeof value === 'string' && value.length > max_list_text_length)
        return reject('is too long for a list in one text. Send a JSON array')
      const items = asList(value)
      // A text with only separators is rejected: as a filter, an empty list would not limit anything.
      if (items.length === 0 && typeof value === 'string' && !/^(\s*\[\s*\]\s*)?$/.test(value))
        return reject('has separators with nothing between them')
      if (items.length > max) return reject(`must have at most ${max} items, it has ${items.length}`)
      return items as z.input<Item>[]
    },
    encode: (items) => items,
  })
}

function asList(value: unknown): unknown[] {
  if (isBlank(value)) return []
  if (Array.isArray(value)) return value
  if (typeof value === 'string') {
    const trimmed = value.trim()
    if (trimmed.startsWith('[')) {
      try {
        const parsed: unknown = JSON.parse(trimmed)
        if (Array.isArray(parsed)) return parsed
      } catch {
        return [value]
      }
    }
    return trimmed
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    if (keys.every((key) => /^\d+$/.test(key)))
      return keys.sort((a, b) => Number(a) - Number(b)).map((key) => (value as Record<string, unknown>)[key])
  }
  return [value]
}

/** An optional field of the public API: absent, `null` and `""` all mean absent (docs/domain/public-api.md#requests). */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return z
    .codec(z.unknown(), schema.optional(), {
      decode: (value) => (isBlank(value) ? undefined : value) as z.input<Schema> | undefined,
      encode: (value) => value,
    })
    .optional()
}
