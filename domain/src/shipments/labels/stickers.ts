import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { paging } from '../../kit/lists/paging.ts'
import type { FieldProblem } from '../../kit/problem.ts'
import { count, instant, maybe, text } from '../../kit/calls/wire.ts'
import { cleanReference, reference_min_length } from './references.ts'

/** Maximum number of stickers assigned at once. */
export const max_stickers = 10_000

/** Pre-printed numbers `from`–`to` after a prefix, padded with leading zeros to `digits`. */
export interface StickerRange {
  prefix: string
  from: number
  to: number
  digits: number
}

/** Formats the sticker of a number, for example `FYN0001042`. */
export function stickerOf(
  { prefix, digits }: Pick<StickerRange, 'prefix' | 'digits'>,
  number: number,
): string {
  return prefix.toUpperCase() + String(number).padStart(digits, '0')
}

/** Returns the number of stickers in a range. */
export function stickerCount({ from, to }: Pick<StickerRange, 'from' | 'to'>): number {
  return Math.max(0, to - from + 1)
}

/**
 * Returns the range between two scanned or typed stickers; the text before the last digits is the prefix. Returns a
 * message in `problem` when the two are not of the same series.
 */
export function rangeBetween(firstTyped: string, lastTyped: string): StickerRange | { problem: string } {
  const [first, last] = [cleanReference(firstTyped), cleanReference(lastTyped)]
  const split = (sticker: string) => /^(.*?)(\d{1,12})$/.exec(sticker)
  const [a, b] = [split(first), split(last)]
  if (!a) return { problem: `${first || 'The first sticker'} does not end in a number.` }
  if (!b) return { problem: `${last || 'The last sticker'} does not end in a number.` }
  const [, prefix = '', from = ''] = a
  const [, other = '', to = ''] = b
  if (prefix !== other || from.length !== to.length)
    return {
      problem: `${first} and ${last} are not in the same series. Only the number at the end may differ.`,
    }
  return { prefix, from: Number(from), to: Number(to), digits: from.length }
}

/**
 * Checks stickers that are to be assigned to an account. They are used as custom references, so they need the length
 * and characters of one, and must start with the account's tracking prefix.
 */
export function checkStickers(range: StickerRange, accountPrefix: string): FieldProblem[] {
  const { from, to, digits } = range
  if (!Number.isSafeInteger(from) || from < 0)
    return [{ field: 'from', message: 'Enter a whole number from 0.' }]
  if (!Number.isSafeInteger(to) || to < from)
    return [{ field: 'to', message: 'The last number is before the first. Swap them.' }]
  if (!Number.isInteger(digits) || digits < 0 || digits > 12)
    return [{ field: 'to', message: 'Choose 0 to 12 digits.' }]
  if (digits > 0 && String(to).length > digits)
    return [{ field: 'to', message: `${to} has ${String(to).length} digits. Choose that many or more.` }]
  const stickers = stickerCount(range)
  if (stickers > max_stickers) {
    const message = `At most ${max_stickers.toLocaleString('en-US')} stickers at once; these are ${stickers.toLocaleString('en-US')}. Give them out in parts.`
    return [{ field: 'to', message }]
  }
  const first = stickerOf(range, from)
  if (!/^[A-Z0-9-]+$/.test(first))
    return [{ field: 'from', message: 'A sticker may contain only letters, digits and hyphens.' }]
  if (first.length < reference_min_length)
    return [
      {
        field: 'from',
        message: `${first} is too short: a sticker has at least ${reference_min_length} characters.`,
      },
    ]
  if (!first.startsWith(accountPrefix.toUpperCase()))
    return [
      {
        field: 'from',
        message: `Stickers of this account must begin with ${accountPrefix.toUpperCase()}. ${first} does not.`,
      },
    ]
  return []
}

/** A range of stickers that was assigned to an account. */
export const GivenStickers = z.object({
  id: z.int(),
  account_id: z.int(),
  account_name: z.string(),
  account_code: z.string(),
  prefix: z.string(),
  first: z.string(),
  last: z.string(),
  /** Number of stickers assigned. */
  count: z.int(),
  used: z.int(),
  /** Number of stickers assigned to the account and not used yet. */
  unused: z.int(),
  /** Number of unused stickers that the company has revoked. */
  handed_back: z.int(),
  remark: z.string(),
  created_by: z.string(),
  time_created: instant,
})
export type GivenStickers = z.output<typeof GivenStickers>

/** API of pre-printed tracking stickers and the accounts they are assigned to (TOOL-003). */
export const stickersApi = {
  list: endpoint('GET /tracking-stickers', {
    input: z.object({ account_id: maybe(count), search: maybe(text(100)), ...paging }),
    output: z.object({ ranges: z.array(GivenStickers), count: z.int() }),
    summary: 'Lists ranges of pre-printed tracking stickers, newest first.',
    published: false,
  }),
  numbers: endpoint('GET /tracking-stickers/numbers', {
    input: z.object({
      id: count,
      state: maybe(z.enum(['used', 'unused'])),
      search: maybe(text(64)),
      ...paging,
    }),
    output: z.object({
      range: GivenStickers,
      stickers: z.array(
        z.object({
          reference: z.string(),
          time_used: instant.nullable(),
          /** Id of the shipment that currently has the sticker as a reference; `null` when there is none. */
          shipment_id: z.int().nullable(),
        }),
      ),
      count: z.int(),
    }),
    permission: 'API_/tracking-stickers:GET',
    summary: 'Lists the stickers of a range, used and unused.',
    published: false,
  }),
  assign: endpoint('POST /tracking-stickers', {
    body: 'many',
    input: z.object({
      account_id: count,
      prefix: text(40),
      from: count,
      to: count,
      digits: count,
      remark: maybe(text(200)),
    }),
    output: GivenStickers,
    summary: 'Assigns a range of pre-printed tracking stickers to an account.',
    published: false,
  }),
  handBack: endpoint('POST /tracking-stickers/hand-back', {
    input: z.object({ id: count }),
    output: GivenStickers,
    permission: 'API_/tracking-stickers:POST',
    summary: 'Returns the unused stickers of a range to the company.',
    published: false,
  }),
  holder: endpoint('GET /tracking-stickers/holder', {
    input: z.object({ reference: text(64) }),
    output: z.object({ account_id: z.int().nullable(), account_name: z.string() }),
    permission: 'API_/shipments:POST',
    summary: 'Returns the account that a sticker is assigned to, for booking.',
    published: false,
  }),
}
