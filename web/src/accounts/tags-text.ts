import { cleanTags } from '@waybill/domain/accounts/account-rules'

/** Formats tags for a text field, separated by commas. */
export function tagsText(tags: readonly string[]): string {
  return tags.join(', ')
}

/** Parses tags from a text field, each once. */
export function readTags(text: string): string[] {
  return cleanTags(text.split(','))
}
