import { cleanTags } from '@waybill/domain/accounts/account-rules'

/** Tags as people type them: separated by commas. */
export function tagsText(tags: readonly string[]): string {
  return tags.join(', ')
}

/** What was typed as tags, each once. */
export function readTags(text: string): string[] {
  return cleanTags(text.split(','))
}
