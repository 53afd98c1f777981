/**
 * What a scanned web address is about: its `ref` or `tracking_reference`, else the end of its path; a text that is no
 * address comes back as it is (docs/domain/interface.md#recognising-a-scan).
 */
export function referenceInUrl(text: string): string {
  const match = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i.exec(text)
  if (!match) return text
  const named = /(?:^|&)(?:ref|tracking_reference)=([^&]+)/i.exec(match[2] ?? '')
  const found = named?.[1] ?? (match[1] ?? '').split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(found.replaceAll('+', ' '))
  } catch {
    return found
  }
}
