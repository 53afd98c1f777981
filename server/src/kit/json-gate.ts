import type { BodySize } from '@waybill/domain/kit/calls/body-size'

/** Properties of a JSON text, found before parsing. */
export interface JsonShape {
  /** Whether it contains comments or trailing commas, which `JSON.parse` rejects. */
  has_extras: boolean
  /** Whether it contains `\u…` escapes, some of which may be characters that the database cannot store. */
  has_escapes: boolean
}

export type JsonExcess = 'depth' | 'items' | 'values' | 'comments'

/** Maximum number of comments: the settings of a shop may contain some, but a body must not consist of comments only. */
const max_comments = 500

const quote = 0x22
const backslash = 0x5c
const slash = 0x2f
const star = 0x2a
const comma = 0x2c
const new_line = 0x0a
const letter_u = 0x75
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Scans the bytes of a JSON text and returns its shape, or the limit that it exceeds. Parsing, checking and rejecting
 * every item of a list that is far too long would block all other callers for too long. Does not check whether the
 * text is valid JSON; the parser does that.
 */
export function inspectJson(bytes: Uint8Array, max: BodySize, deepest: number): JsonShape | JsonExcess {
  const shape = { has_extras: false, has_escapes: false }
  const items: number[] = []
  let values = 1
  let comments = 0
  let isAfterComma = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte <= 0x20) continue
    if (byte === slash) {
      shape.has_extras = true
      comments += 1
      if (comments > max_comments) return 'comments'
      at = endOfComment(bytes, at)
      continue
    }
    if (closers.has(byte)) {
      shape.has_extras ||= isAfterComma
      items.pop()
      isAfterComma = false
      continue
    }
    isAfterComma = byte === comma
    if (isAfterComma) {
      values += 1
      const here = (items[items.length - 1] ?? 0) + 1
      items[items.length - 1] = here
      if (here >= max.items) return 'items'
      if (values > max.values) return 'values'
    } else if (openers.has(byte)) {
      items.push(0)
      values += 1
      if (items.length > deepest) return 'depth'
      if (values > max.values) return 'values'
    } else if (byte === quote) {
      const end = endOfString(bytes, at, shape)
      at = end
    }
  }
  return shape
}

function endOfComment(bytes: Uint8Array, from: number): number {
  const kind = bytes[from + 1]
  if (kind === slash) {
    const end = bytes.indexOf(new_line, from)
    return end < 0 ? bytes.length : end
  }
  if (kind !== star) return from
  for (let end = bytes.indexOf(star, from + 2); end >= 0; end = bytes.indexOf(star, end + 1))
    if (bytes[end + 1] === slash) return end + 1
  return bytes.length
}

function endOfString(bytes: Uint8Array, from: number, shape: JsonShape): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) return at
    if (byte !== backslash) continue
    at += 1
    shape.has_escapes ||= bytes[at] === letter_u
  }
  return bytes.length
}
