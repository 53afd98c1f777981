/** The alphabet of an SMS whose characters take 7 bits (GSM 03.38). */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take two places. */
const extended = new Set('^{}\\[~]|€')

/** Characters of one part, and of each part of a longer message, by alphabet. */
const room = { gsm: { one: 160, each: 153 }, unicode: { one: 70, each: 67 } } as const

/** How many parts an SMS is sent and paid in: 160 characters in one, 70 when one of them is outside the GSM alphabet. */
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

/** Typographic marks as the GSM alphabet has them, so that one quotation mark does not double the price. */
export function plainMarks(text: string): string {
  return text.replaceAll(/[‘’“”–—…\u00a0]/g, (mark) => typographic[mark] ?? mark)
}
