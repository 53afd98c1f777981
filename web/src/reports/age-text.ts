import { minute_ms } from '@waybill/domain/kit/dates/durations'

/** Formats how long something has waited: '12 min', '5 h 12 min', '3 days'. */
export function ageText(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / minute_ms))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}
