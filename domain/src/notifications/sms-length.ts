/** The SMS alphabet of 7-bit characters (GSM 03.38). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** GSM characters that count as two. */
const extended = new Set('^{}\\[~]|€')

/** Characters per SMS by alphabet: `one` for a single part, `each` for each part of a longer message. */
const room = { gsm: { one: 160, each: 153 }, unicode: { one: 70, each: 67 } } as const

/**
 * Returns the number of parts in which an SMS is sent and charged: one part holds 160 characters, or 70 when any
 * character is outside the GSM alphabet.
 */
export function smsParts(text: string): number {
  const characters = [...text]
  const isGsm = characters.every((one) => basic.has(one) || extended.has(one))
  const length = isGsm ? characters.reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0) : text.length
  const { one, each } = isGsm ? room.gsm : room.unicode
  return length <= one ? 1 : Math.ceil(length / each)
}

const typographic: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
}

/**
 * Replaces typographic marks with GSM characters, because a single curly quotation mark can double the price of an
 * SMS.
 */
export function plainMarks(text: string): string {
  return text.replaceAll(/[‘’“”–—…\u00a0]/g, (mark) => typographic[mark] ?? mark)
}
