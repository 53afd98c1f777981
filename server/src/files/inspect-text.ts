/** What is wrong with a text file that somebody sent: it is of another kind, or declares XML entities of its own. */
export type TextFault = 'another kind' | 'entities'

/** Looks through the bytes of a CSV or KML file; `null` when nothing is wrong. */
export function inspectText(extension: 'csv' | 'kml', bytes: Uint8Array): TextFault | null {
  if (!isText(bytes)) return 'another kind'
  if (extension === 'csv') return null
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'another kind'
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return 'entities'
  return rootOf(xml) === 'kml' ? null : 'another kind'
}

/** Text has no control characters but line ends, tabs and the form feed. */
function isText(bytes: Uint8Array): boolean {
  return !bytes.some(
    (byte) => byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c,
  )
}

/** The local name of the outermost element, after declarations and comments; empty when there is none. */
function rootOf(xml: string): string {
  let at = 0
  const passes = (begin: string, end: string): boolean => {
    while (/\s/.test(xml[at] ?? '')) at += 1
    if (!xml.startsWith(begin, at)) return false
    const until = xml.indexOf(end, at + begin.length)
    at = until < 0 ? xml.length : until + end.length
    return true
  }
  while (passes('<?', '?>') || passes('<!--', '-->'));
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(xml.slice(at, at + 200))?.[1] ?? ''
}
