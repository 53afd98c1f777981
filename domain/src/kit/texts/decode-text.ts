/** Browsers and Node.js both have `TextDecoder`, but it is not part of the language, so it is declared here. */
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM: boolean })
  decode(bytes: Uint8Array): string
}

/** The decoded text, or a sentence that says why the bytes are not text. */
export type DecodedText = { text: string } | { problem: string }

const byte_order_marks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** First bytes of binary file formats, and the name of the format for users. */
const binary_beginnings = [
  ['a compressed file or an Excel workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['a compressed file', [0x1f, 0x8b]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['an old Excel or Word document', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture', [0xff, 0xd8, 0xff]],
  ['a picture', [0x47, 0x49, 0x46, 0x38]],
] as const

const beginsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, at) => bytes[at] === byte)

/** Number of bytes or characters that are examined or decoded at a time. */
const sample_length = 4_096

/**
 * Decodes a file. The charset is the one of its byte order mark or XML declaration, UTF-16 when every other byte is
 * zero, UTF-8 when valid, otherwise Windows-1252, in which Excel saves CSV. Rejects files that are not text.
 */
export function decodeFile(bytes: Uint8Array): DecodedText {
  const binary = binary_beginnings.find(([, beginning]) => beginsWith(bytes, beginning))
  if (binary) return { problem: `The file is ${binary[0]}, not text. Save its content as text, such as CSV.` }
  const declared = declaredInXml(bytes)
  const charset = markedCharset(bytes) ?? declared ?? utf16Of(bytes) ?? 'utf-8'
  const text =
    decoded(bytes, charset) ??
    (charset === 'utf-8' && declared === null && !markedCharset(bytes) ? decodedWindows1252(bytes) : null)
  if (text === null)
    return {
      problem:
        declared === null
          ? 'The file cannot be read as text. Save it again as UTF-8 and choose it again.'
          : `The file is marked as ${declared} but is not valid in that encoding. Save it again as UTF-8.`,
    }
  return isBinary(text)
    ? { problem: 'The file is not text. Save its content as text, such as CSV.' }
    : { text }
}

/**
 * Decodes a request body by its byte order mark, the charset of its content type, or as UTF-8. An unknown charset is
 * ignored. Rejects a body that is not valid in its charset, because replacement characters would otherwise be stored.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType = '',
): { text: string; charset: string } | { problem: string } {
  const named = /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(contentType)?.[1]?.toLowerCase()
  const charset = markedCharset(bytes) ?? (named !== undefined && isKnown(named) ? named : 'utf-8')
  const text = decoded(bytes, charset)
  if (text !== null) return { text, charset }
  return {
    problem: `The body is not valid ${charset.toUpperCase()}. Send UTF-8, or name its charset in the content type.`,
  }
}

function markedCharset(bytes: Uint8Array): string | null {
  return byte_order_marks.find(([, mark]) => beginsWith(bytes, mark))?.[0] ?? null
}

function declaredInXml(bytes: Uint8Array): string | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, 200).filter((byte) => byte < 128))
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:+-]+)["']/i.exec(beginning)?.[1]?.toLowerCase() ?? null
}

/** Detects UTF-16 without a byte order mark: in Latin text nearly every other byte is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sample_length)
  const noughts = [0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) noughts[at % 2] = (noughts[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = noughts
  const many = sample.length * 0.35
  if (odd > many && even < odd / 10) return 'utf-16le'
  return even > many && odd < even / 10 ? 'utf-16be' : null
}

const latin = /^(?:iso-?8859-1|iso_8859-1|latin-?1|l1|us-ascii|ascii|(?:windows-|cp|x-cp)1252)$/

function isKnown(charset: string): boolean {
  try {
    return latin.test(charset) || Boolean(decoderOf(charset))
  } catch {
    return false
  }
}

const decoderOf = (charset: string) => new TextDecoder(charset, { fatal: true, ignoreBOM: false })

/** Decodes bytes in a charset; `null` when the charset is unknown or the bytes are not valid in it. */
function decoded(bytes: Uint8Array, charset: string): string | null {
  if (latin.test(charset)) return decodedWindows1252(bytes)
  try {
    return decoderOf(charset).decode(bytes)
  } catch {
    return null
  }
}

/** The characters of Windows-1252 from 0x80 to 0x9F; a space where none is defined. */
const windows_1252_signs = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * Decodes Windows-1252, which includes the printable characters of Latin-1; `null` when a byte has no character.
 * Implemented by hand, because some runtimes decode it as Latin-1.
 */
function decodedWindows1252(bytes: Uint8Array): string | null {
  const portions: string[] = []
  for (let from = 0; from < bytes.length; from += sample_length) {
    const codes: number[] = []
    for (const byte of bytes.subarray(from, from + sample_length)) {
      const code = byte >= 0x80 && byte < 0xa0 ? windows_1252_signs.charCodeAt(byte - 0x80) : byte
      if (code === 0x20 && byte !== 0x20) return null
      codes.push(code)
    }
    portions.push(String.fromCharCode(...codes))
  }
  return portions.join('')
}

/** Control characters that are normal in text: tabs, line and page breaks, and the old end-of-file mark. */
const usual_controls: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26])

/**
 * Whether a text is binary data. Text has almost no control characters; a few null characters are accepted because
 * files of some banks contain them.
 */
function isBinary(text: string): boolean {
  const sample = text.slice(0, sample_length)
  let [controls, noughts] = [0, 0]
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at)
    if (code === 0) noughts += 1
    else if (code < 0x20 && !usual_controls.has(code)) controls += 1
  }
  return controls > sample.length / 100 || noughts > sample.length / 4
}
