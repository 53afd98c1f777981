const gap = String.raw`[\s().-]*`
/** South African numbers with 0, 27 or +27, and numbers with another country code, however they are written. */
const written_number = new RegExp(
  String.raw`(?<!\d)(?:(?:\+|00)27(?:${gap}0)?(?:${gap}\d){9}|(?:\+|00)(?!27)\d{1,3}(?:${gap}\d){7,11}|\(?0(?:${gap}\d){9}|27[1-8]\d{8})(?!\d)`,
  'g',
)

/**
 * Returns a text for a driver who must not see numbers of customers, without the phone numbers that people typed into
 * it.
 */
export function withoutNumbers(written: string): string {
  return written.replaceAll(written_number, '(number hidden)')
}
