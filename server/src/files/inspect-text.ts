/**
 * The problem with an uploaded text file: it has another type, it declares XML entities, or a spreadsheet would start
 * a program with it.
 */
export type TextFault = 'another kind' | 'entities' | 'active'

/** A formula that starts a program through DDE, such as `=cmd|'/c calc'!A1`. */
const program_formula = /(?:^|[,;\t"\r\n])\s*[=+\-@][^,;\t"\r\n|]{0,200}\|\s*'[^'\r\n]{0,1000}'\s*!/

/** Checks the bytes of a CSV or KML file. Returns `null` when there is no problem. */
export function inspectText(extension: 'csv' | 'kml', bytes: Uint8Array): TextFault | null {
  if (!isText(bytes)) return 'another kind'
  if (extension === 'csv') return program_formula.test(new TextDecoder().decode(bytes)) ? 'active' : null
  let xml: string
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'another kind'
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return 'entities'
  return rootOf(xml) === 'kml' ? null : 'another kind'
}

/** Whether the bytes contain no control characters except line ends, tabs and form feeds. */
function isText(bytes: Uint8Array): boolean {
  return !bytes.some(
    (byte) => byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c,
  )
}

/** Returns the local name of the root element, after declarations and comments; `''` when there is none. */
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
