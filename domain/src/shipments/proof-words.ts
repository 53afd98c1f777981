/**
 * The messages of a delivered event, in the form that external services read
 * (docs/domain/public-api.md#proof-on-an-event).
 */
export const proof_messages = {
  pin: 'PIN entered successfully',
  details: 'Recipient details entered',
  files: 'POD file(s) captured',
  details_and_files: 'Recipient details entered and POD file(s) captured',
  document: 'POD image captured',
} as const

/**
 * Returns the text of an event for users: a proof message as a plain sentence, with the name of the receiver if
 * `data` has it; any other message unchanged.
 */
export function proofWords({
  message,
  data,
}: {
  message: string
  data?: Readonly<Record<string, unknown>> | null | undefined
}): string {
  const known = data ?? {}
  const name = typeof known['name'] === 'string' ? known['name'].trim() : ''
  const received = name === '' ? 'Received' : `Received by ${name}`
  switch (message) {
    case proof_messages.pin:
      return 'Handed over with the PIN'
    case proof_messages.document:
      return 'Delivered, with a photo of the signed document'
    case proof_messages.details:
      return received
    case proof_messages.files:
      return `Delivered, with ${evidenceOf(known)}`
    case proof_messages.details_and_files:
      return `${received}, with ${evidenceOf(known)}`
    default:
      return message
  }
}

function evidenceOf({ images, pdfs, signature }: Readonly<Record<string, unknown>>): string {
  const hasPhoto = [images, pdfs].some((files) => Array.isArray(files) && files.length > 0)
  const hasSignature = Boolean(signature)
  if (hasPhoto === hasSignature) return hasPhoto ? 'photo and signature' : 'photo or signature'
  return hasPhoto ? 'photo' : 'signature'
}
