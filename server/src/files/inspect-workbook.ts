import { inflateRawSync } from 'node:zlib'

/** The problem with an uploaded workbook: it is no .xlsx file, it runs or loads something, or it cannot be read. */
export type WorkbookFault = 'another kind' | 'active' | 'unreadable'

/** Maximum unpacked size of all parts in bytes, and number of parts, as the directory of the archive states them. */
const max_unpacked = 64 * 1024 * 1024
const max_parts = 2_000
/** Maximum unpacked size of the list of content types in bytes. */
const max_types = 1024 * 1024

/** Content types of parts with macros, embedded programs, and data or formulas of other files. */
const active_types =
  /vbaProject|macroEnabled|macrosheet|activeX|oleObject|externalLink|connections\+xml|package"/i

interface ArchivePart {
  name: string
  method: number
  packed: number
  unpacked: number
  offset: number
}

/**
 * Checks an .xlsx file by the directory of its archive and the content types of its parts, without unpacking any
 * sheet. Returns `null` when it contains only sheets and pictures.
 */
export function inspectWorkbook(bytes: Uint8Array): WorkbookFault | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts = partsOf(whole)
  if (!parts) return 'unreadable'
  const list = parts.find(({ name }) => name === '[Content_Types].xml')
  if (!list || !parts.some(({ name }) => name === 'xl/workbook.xml')) return 'another kind'
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > max_unpacked) return 'unreadable'
  const types = textOf(whole, list)
  if (types === null || !types.includes('<')) return 'unreadable'
  return active_types.test(types) || parts.some(({ name }) => /vbaProject|\/embeddings\//i.test(name))
    ? 'active'
    : null
}

/** Reads the directory at the end of an archive; `null` when it is damaged, split, or lists too many parts. */
function partsOf(whole: Buffer): ArchivePart[] | null {
  const end = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > whole.length) return null
  const count = whole.readUInt16LE(end + 10)
  if (count > max_parts) return null
  const parts: ArchivePart[] = []
  let at = whole.readUInt32LE(end + 16)
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > whole.length || whole.readUInt32LE(at) !== 0x02014b50) return null
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      whole.readUInt16LE(at + field),
    )
    const nameEnd = at + 46 + (nameLength ?? 0)
    parts.push({
      name: whole.toString('utf8', at + 46, nameEnd),
      method: whole.readUInt16LE(at + 10),
      packed: whole.readUInt32LE(at + 20),
      unpacked: whole.readUInt32LE(at + 24),
      offset: whole.readUInt32LE(at + 42),
    })
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return parts
}

/** Returns the text of a part; `null` when it is damaged, too large or not UTF-8. */
function textOf(whole: Buffer, { method, packed, offset }: ArchivePart): string | null {
  if (offset + 30 > whole.length) return null
  const start = offset + 30 + whole.readUInt16LE(offset + 26) + whole.readUInt16LE(offset + 28)
  const content = whole.subarray(start, start + packed)
  try {
    const bytes = method === 0 ? content : inflateRawSync(content, { maxOutputLength: max_types })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
