import { z } from 'zod'
import { decodeEntities } from '../texts/html-entities.ts'
import { fromRand, parseRand, toRand, type Cents } from '../money.ts'

/**
 * The codecs between what travels and what code works with. Nobody formats or parses these anywhere else.
 * They read leniently, as the public call conventions require (numbers as text, `Y`/`1` as true, lists as JSON,
 * commas, repetition or PHP-style objects) and write one strict form.
 */

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A number that may arrive as numeric text; NaN, infinities, exponent forms and other words are refused. */
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

/** An id or a whole number of things: an integer from −2^53 to 2^53, as number or digits. */
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

/** Money: a number of Rand on the wire (or typed text), integer cents in code. */
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

/** Minutes by which South African standard time is ahead of UTC; there is no daylight saving. */
export const sast_offset_minutes = 120

/** The first moment of a calendar day `YYYY-MM-DD` in South Africa. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+02:00`)
}

/** The last moment (to the millisecond) of a calendar day `YYYY-MM-DD` in South Africa. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999+02:00`)
}

/** The calendar day `YYYY-MM-DD` in South Africa that holds a moment. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString().slice(0, 10)
}

/** `HH:mm` in South Africa. */
export function clockOf(moment: Date): string {
  return new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString().slice(11, 16)
}

/**
 * Reads every date form the public calls accept (`YYYY-MM-DD HH:mm:ss+02:00`, ISO 8601, without zone, a bare day,
 * an unescaped `+` that arrived as a space); a form without zone is South African time. `null` when it is no
 * date, or not after the year 0001 (FMT-026).
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

/** `YYYY-MM-DD HH:mm:ssZ` with the South African offset, the form datetimes are sent in (API-018). */
export function formatSent(moment: Date): string {
  const local = new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}+02:00`
}

/** What is wrong with a text that no date was read from: it is none, or before all dates that count (FMT-026). */
export function dateProblem(text: string): string {
  return /^\s*000[01]-/.test(text)
    ? 'must be a date after the year 0001'
    : 'must be a date such as 2026-03-02 or 2026-03-02T08:30:00+02:00'
}

/** A moment: a `Date` in code; any accepted text in; RFC 3339 UTC out. */
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
 * A calendar day: `YYYY-MM-DD` in code, local midnight written in UTC on the wire
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

/** A clock time `HH:mm`, South African. */
export const clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30')

/** How a text is read. */
export interface TextOptions {
  /** Several lines: line breaks stay. */
  lines?: boolean
  /** Comes from shops, which escape for HTML what they send: `&amp;` is an ampersand. */
  from_shop?: boolean
}

/** Text of at most `max` characters, cleaned (`cleanText`); only texts and numbers are read. */
export function text(max: number, options: TextOptions = {}) {
  return z.codec(z.union([z.string(), z.number()]), z.string(), {
    decode: (value, issue) => {
      const sent = String(value)
      // Cleaning takes its time with every character; what is far too long is refused as it came.
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

/** What nobody sees: zero-width characters, directions of writing, soft hyphens, variants of other characters. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Variation_Selector}/gu
/** Control characters part words as much as spaces do; one space takes their place. */
// oxlint-disable-next-line no-control-regex
const parting = /[ ]*[\u0000-\u001f\u007f-\u009f\u2028\u2029][\u0000-\u0020\u007f-\u009f\u2028\u2029]*/g
/** The same within a text whose line breaks stay. */
// oxlint-disable-next-line no-control-regex
const parting_in_lines = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g

/**
 * Trimmed, NFC, without what nobody sees; control characters, in one line also line breaks, become a space
 * (docs/domain/reliability.md#input-limits).
 */
export function cleanText(value: string, lines: boolean): string {
  const seen = value.normalize('NFC').replaceAll(invisible, '')
  if (!lines) return seen.replaceAll(parting, ' ').trim()
  return seen
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(parting_in_lines, ' ')
    .trim()
}

/** How many items a list may have where nothing else is said. */
const max_items = 1_000
/** A list in one text comes from addresses and old plug-ins; taking a longer one apart would hold up everybody else. */
const max_list_text_length = 32_000

/**
 * A list that may arrive as an array, a JSON text, comma-separated text, one bare value, or an object with integer
 * keys (docs/domain/public-api.md#requests, docs/domain/public-api.md#queries). It has at most `max` items.
 */
export function list<Item extends z.ZodType>(item: Item, max = max_items) {
  return z.codec(z.unknown(), z.array(item), {
    decode: (value, issue) => {
      const refuse = (message: string) => {
        issue.issues.push({ code: 'custom', input: value, message })
        return z.NEVER
      }
      if (typeof value === 'string' && value.length > max_list_text_length)
        return refuse('is too long for a list in one text. Send a JSON array')
      const items = asList(value)
      // Separators alone are no list: whoever limits something to them would have limited nothing.
      if (items.length === 0 && typeof value === 'string' && !/^(\s*\[\s*\]\s*)?$/.test(value))
        return refuse('has separators and nothing between them')
      if (items.length > max) return refuse(`must have at most ${max} items, it has ${items.length}`)
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

/** Optional on the public calls: absent, `null` and `""` all mean absent (docs/domain/public-api.md#requests). */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return z
    .codec(z.unknown(), schema.optional(), {
      decode: (value) => (isBlank(value) ? undefined : value) as z.input<Schema> | undefined,
      encode: (value) => value,
    })
    .optional()
}
