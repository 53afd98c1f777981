import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib'

/** Names by which a document does something, carries something, or asks something by itself. */
const active_names: ReadonlySet<string> = new Set([
  'AA',
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
])
/** Bytes the compressed parts of a document's structure may have when they are unpacked. */
const max_unpacked = 64 * 1024 * 1024

/** What is wrong with a document that somebody sent. */
export type PdfFault = 'active' | 'locked' | 'unreadable'

/**
 * Looks through every object of a PDF, those in compressed object streams and of earlier versions of the document too, for
 * what runs, opens or carries anything; `null` when it only shows pages. What is locked cannot be looked through.
 */
export async function inspectUpload(bytes: Uint8Array): Promise<PdfFault | null> {
  const outside = outsideStreams(bytes)
  if (namesIn(outside.text).some((name) => active_names.has(name))) return 'active'
  if (outside.unpacked > max_unpacked) return 'unreadable'
  const document = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    updateMetadata: false,
    throwOnInvalidObject: false,
  }).catch(() => null)
  if (!document) return 'unreadable'
  if (document.isEncrypted) return 'locked'
  return document.context.enumerateIndirectObjects().some(([, object]) => isActive(object)) ? 'active' : null
}

function isActive(object: PDFObject | undefined, depth = 0): boolean {
  if (depth > 50) return true
  if (object instanceof PDFStream) return isActive(object.dict, depth + 1)
  if (object instanceof PDFArray) return object.asArray().some((one) => isActive(one, depth + 1))
  if (object instanceof PDFName) return active_names.has(object.decodeText())
  if (!(object instanceof PDFDict)) return false
  return object.entries().some(([name, value]) => {
    const key = name.decodeText()
    if (key === 'OpenAction') return opensMore(object, value)
    return active_names.has(key) || isActive(value, depth + 1)
  })
}

/** Whether opening a document does more than go to one of its pages, as most programs that write documents have it do. */
function opensMore(holder: PDFDict, value: PDFObject): boolean {
  const action = holder.context.lookup(value)
  if (!(action instanceof PDFDict)) return isActive(action)
  const kind = action.lookup(PDFName.of('S'))
  return !(kind instanceof PDFName && kind.decodeText() === 'GoTo') || action.has(PDFName.of('Next'))
}

/** The text of a document outside its streams, and how large its compressed structure is when it is unpacked. */
function outsideStreams(bytes: Uint8Array): { text: string; unpacked: number } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts: string[] = []
  let [from, unpacked] = [0, 0]
  for (;;) {
    const begin = whole.indexOf('stream', from)
    const end = begin < 0 ? -1 : whole.indexOf('endstream', begin)
    const until = end < 0 ? whole.length : begin
    const part = whole.toString('latin1', from, until)
    parts.push(part)
    if (end < 0) return { text: parts.join('\n'), unpacked }
    if (/\/(ObjStm|XRef)\b/.test(part.slice(-2_000))) unpacked += sizeUnpacked(whole.subarray(begin + 6, end))
    from = end + 'endstream'.length
  }
}

/** How large a compressed part is; more than may be when it is more, nothing when it is packed in another way. */
function sizeUnpacked(packed: Buffer): number {
  const start = packed[0] === 0x0d ? 2 : 1
  try {
    return inflateSync(packed.subarray(start), { maxOutputLength: max_unpacked }).length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? max_unpacked + 1 : 0
  }
}

/** The names in a text of PDF, with their escapes (`#4A` is J) read. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\/([^\s/[\]()<>{}%]{1,60})/g)].map(([, name = '']) =>
    name.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}
