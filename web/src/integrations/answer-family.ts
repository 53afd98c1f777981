import type { StatusFamily } from '../kit/ui/StatusBadge.tsx'

/**
 * The colour of an HTTP status: done is green, on its way or elsewhere blue, asked to wait yellow, refused or failed
 * red, and no answer (`null`) red too (STAT-064).
 */
export function answerFamily(status_code: number | null): StatusFamily {
  if (status_code === null) return 'red'
  if (status_code === 429) return 'yellow'
  if (status_code >= 400) return 'red'
  return status_code >= 200 && status_code < 300 ? 'green' : 'blue'
}
