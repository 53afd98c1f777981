import type { StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

/**
 * The colour of an HTTP status: done is green, on its way or elsewhere blue, asked to wait yellow, refused or failed
 * red, and no answer (`null`) red too (STAT-064).
 */
export function answerFamily(statusCode: number | null): StatusFamily {
  if (statusCode === null) return 'red'
  if (statusCode === 429) return 'yellow'
  if (statusCode >= 400) return 'red'
  return statusCode >= 200 && statusCode < 300 ? 'green' : 'blue'
}
