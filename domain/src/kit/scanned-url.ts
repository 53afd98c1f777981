/**
 * Returns the reference in a scanned web address: its `ref` or `tracking_reference`, or the last part of its path. A
 * text that is not a web address is returned unchanged (docs/domain/interface.md#recognising-a-scan).
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
