const one_address =
  /^[^\s@,;<>()[\]\\:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i

/** At most this many addresses of one field receive a message (docs/domain/messages.md#sending-rules). */
export const email_list_max = 10

/** A list typed as text: split on comma or semicolon, spaces removed, empty parts dropped (FMT-012). */
export function splitList(text: string): string[] {
  return text
    .replaceAll(/\s/g, '')
    .split(/[,;]/)
    .filter((part) => part !== '')
}

/** Whether a text is one e-mail address. */
export function isOneEmail(text: string): boolean {
  const typed = text.trim()
  return typed.length <= 254 && one_address.test(typed) && !typed.includes('..')
}

/** Whether a text is one or several e-mail addresses separated by comma or semicolon (FMT-008). */
export function isEmail(text: string): boolean {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  if (parts.at(-1) === '' && parts.length > 1) parts.pop()
  return parts.every(isOneEmail)
}
