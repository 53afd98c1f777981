const gap = String.raw`[\s().-]*`
/** South African numbers with 0, 27 or +27, and numbers with another country code, however they are written. */
const written_number = new RegExp(
  String.raw`(?<!\d)(?:(?:\+|00)27(?:${gap}0)?(?:${gap}\d){9}|(?:\+|00)(?!27)\d{1,3}(?:${gap}\d){7,11}|\(?0(?:${gap}\d){9}|27[1-8]\d{8})(?!\d)`,
  'g',
)

/** What stands in place of a number, and of one in a message about a stop whose contact can be called. */
export const hidden_number = '(number hidden)'
export const hidden_number_to_call = '(number hidden, use Call)'

/**
 * Returns a text for a driver who must not see numbers of customers, without the phone numbers that people typed into
 * it.
 */
export function withoutNumbers(written: string, instead: string = hidden_number): string {
  return written.replaceAll(written_number, instead)
}

/** Fields that are the phone number of a contact and nothing else. */
const number_fields: ReadonlySet<string> = new Set([
  'contact_number',
  'mobile_number',
  'alternative_contact_number',
  'phone_number',
])

/**
 * Fields that nobody reads as a text: ids, codes that are scanned, names of files, digests, and `driver`, which is the
 * driver and not a customer. Digits in them are not phone numbers, and they must reach the phone unchanged.
 */
export const code_fields: ReadonlySet<string> = new Set([
  'alternative_tracking_reference',
  'bucket',
  'content_hash',
  'courier_code',
  'display_id',
  'driver',
  'driver_username',
  'file_name',
  'filename',
  'gs_hash',
  'hash',
  'key',
  'link',
  'parcel_reference',
  'pickup_point_id',
  'public_key',
  'reference',
  'references',
  'row_key',
  'short_tracking_reference',
  'stop_id',
  'tracking_reference',
  'url',
  'username',
])

/**
 * Returns an answer for a driver who must not see numbers of customers, without numbers: fields of numbers are empty,
 * and every text is as `withoutNumbers` returns it. Only `code_fields`, UUIDs and digests stay, so that a field that is new is hidden.
 */
export function answerWithoutNumbers<Value>(value: Value): Value {
  return hiddenIn(value) as Value
}

/** A UUID or a digest: its digits can look like a number. */
const identifier = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}(?:[\da-f]{32})?$/i

function hiddenIn(value: unknown): unknown {
  if (typeof value === 'string') return identifier.test(value) ? value : withoutNumbers(value)
  if (Array.isArray(value)) return value.map(hiddenIn)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [field, hiddenField(field, member)]),
  )
}

function hiddenField(field: string, member: unknown): unknown {
  if (code_fields.has(field)) return member
  return number_fields.has(field) && typeof member === 'string' ? '' : hiddenIn(member)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}
