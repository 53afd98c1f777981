import type { StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

/**
 * Returns the colour of an HTTP status: green for success, blue for informational and redirect codes, yellow for 429,
 * red for all other errors and for no response (`null`) (STAT-064).
 */
export function answerFamily(statusCode: number | null): StatusFamily {
  if (statusCode === null) return 'red'
  if (statusCode === 429) return 'yellow'
  if (statusCode >= 400) return 'red'
  return statusCode >= 200 && statusCode < 300 ? 'green' : 'blue'
}
