const one_address =
  /^[^\s@,;<>()[\]\\:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i

/** Maximum number of addresses of one field that receive a message (docs/domain/messages.md#sending-rules). */
export const email_list_max = 10

/** Splits a typed list on commas or semicolons, and removes spaces and empty parts (FMT-012). */
export function splitList(text: string): string[] {
  return text
    .replaceAll(/\s/g, '')
    .split(/[,;]/)
    .filter((part) => part !== '')
}

/** Whether a text is exactly one email address. */
export function isOneEmail(text: string): boolean {
  const typed = text.trim()
  return typed.length <= 254 && one_address.test(typed) && !typed.includes('..')
}

/** Whether a text is one or several email addresses, separated by commas or semicolons (FMT-008). */
export function isEmail(text: string): boolean {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  if (parts.at(-1) === '' && parts.length > 1) parts.pop()
  return parts.every(isOneEmail)
}
