/** The reasons for a failed attempt or an exception that mean that the address is wrong. Drivers choose from them. */
export const address_reasons = {
  collection: 'Wrong address',
  delivery: 'Wrong or incomplete address',
  exception: 'Address problem',
} as const

const known = new Set(Object.values(address_reasons).map((reason) => reason.toLowerCase()))

/** Whether the message of a failed attempt or exception is exactly one of the reasons about a wrong address. */
export function isAddressReason(message: string): boolean {
  return known.has(message.trim().replace(/\.$/, '').toLowerCase())
}
