import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib'

/** PDF names that run an action, carry a file or open a dynamic form. */
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
/** Maximum unpacked size in bytes of the compressed structure of a document. */
const max_unpacked = 64 * 1024 * 1024

/** The problem with an uploaded PDF. */
export type PdfFault = 'active' | 'locked' | 'unreadable'

/**
 * Checks every object of a PDF for scripts, actions and embedded files, including objects in compressed object
 * streams and in earlier revisions. Returns `null` when the PDF only displays pages. An encrypted PDF cannot be
 * checked and is `locked`.
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

/** Whether the open action does more than go to a page. Going to a page is allowed, because most PDF writers add it. */
function opensMore(holder: PDFDict, value: PDFObject): boolean {
  const action = holder.context.lookup(value)
  if (!(action instanceof PDFDict)) return isActive(action)
  const kind = action.lookup(PDFName.of('S'))
  return !(kind instanceof PDFName && kind.decodeText() === 'GoTo') || action.has(PDFName.of('Next'))
}

/** Returns the text of a document outside its streams, and the unpacked size of its compressed structure. */
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

/**
 * Returns the unpacked size of a compressed part in bytes: `max_unpacked + 1` when it exceeds the limit, 0 when it
 * uses another compression.
 */
function sizeUnpacked(packed: Buffer): number {
  const start = packed[0] === 0x0d ? 2 : 1
  try {
    return inflateSync(packed.subarray(start), { maxOutputLength: max_unpacked }).length
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? max_unpacked + 1 : 0
  }
}

/** Returns the names in PDF text, with escapes decoded (`#4A` is J). */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\/([^\s/[\]()<>{}%]{1,60})/g)].map(([, name = '']) =>
    name.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}
