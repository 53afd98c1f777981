import { weekday_names } from '../dates/weekdays.ts'
import { clockOf, dayOf, startOfDay } from '../calls/wire.ts'
import { day_ms } from '../dates/durations.ts'

/**
 * Formats dates, numbers and texts for display, always in South African time
 * (docs/domain/interface.md#dates-money-and-numbers).
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const long_months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
/** The first moment after the year 0001. */
const year_two = new Date('0002-01-01T00:00:00Z').getTime()

/** Displayed for a missing value or an invalid date. */
export const no_value_text = '–'

/** Whether a date is valid: only dates after the year 0001 are (FMT-026). */
export function isDate(moment: Date | null | undefined): moment is Date {
  return moment instanceof Date && !Number.isNaN(moment.getTime()) && moment.getTime() >= year_two
}

/** Formats a date as `4 Mar 2025`; a dash for no date. Takes a moment or a day `YYYY-MM-DD`. */
export function formatDate(when: Date | string | null | undefined): string {
  const day = dayText(when)
  if (day === null) return no_value_text
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1] ?? ''} ${year}`
}

/** Formats a day `YYYY-MM-DD` as `4 Mar`, for sentences in which the year is clear. */
export function formatDayAndMonth(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1] ?? ''}`
}

/** Formats a date as `Tuesday 4 March`, for tracking. */
export function formatLongDay(when: Date | string | null | undefined): string {
  const day = dayText(when)
  if (day === null) return no_value_text
  const [, month, date] = day.split('-').map(Number)
  const weekday = weekday_names[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  return `${weekday} ${date} ${long_months[(month ?? 1) - 1] ?? ''}`
}

/** Formats a moment as `4 Mar 2025 17:06`. */
export function formatDateTime(moment: Date | null | undefined): string {
  return isDate(moment) ? `${formatDate(moment)} ${clockOf(moment)}` : no_value_text
}

/** Formats a moment as `4 Mar 2025 17:06:09`, for the audit trail (AUD-013). */
export function formatExact(moment: Date | null | undefined): string {
  return isDate(moment) ? `${formatDateTime(moment)}:${moment.toISOString().slice(17, 19)}` : no_value_text
}

/**
 * Formats a moment relative to `now`: `today 17:06`, `yesterday 09:00`, `tomorrow 08:00`, `3 days ago`, `in 3 days`;
 * more than 7 days away as a date.
 */
export function formatRelative(moment: Date | null | undefined, now: Date): string {
  if (!isDate(moment)) return no_value_text
  const days = Math.round((startOfDay(dayOf(moment)).getTime() - startOfDay(dayOf(now)).getTime()) / day_ms)
  if (days === 0) return `today ${clockOf(moment)}`
  if (days === -1) return `yesterday ${clockOf(moment)}`
  if (days === 1) return `tomorrow ${clockOf(moment)}`
  if (Math.abs(days) > 7) return formatDate(moment)
  return days < 0 ? `${-days} days ago` : `in ${days} days`
}

/** Formats a window of clock times as `08:00–12:00`; with one end only, 'from 08:00' or 'until 12:00'. */
export function formatWindow(from: string, to: string): string {
  if (from && to) return `${from}–${to}`
  if (from) return `from ${from}`
  return to ? `until ${to}` : no_value_text
}

/** Formats a count with comma thousands: `12,345` (docs/domain/interface.md#dates-money-and-numbers). */
export function formatCount(value: number): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a total that was counted up to `cap`: `10,000+`. */
export function formatTotal(total: number, cap: number): string {
  return total >= cap ? `${formatCount(cap)}+` : formatCount(total)
}

/** Formats a weight as `12.5 kg`, at most two decimals (FMT-016). */
export function formatWeight(kg: number): string {
  return `${trimmed(kg, 2)} kg`
}

/** Formats dimensions as `30 × 20 × 15 cm`, at most one decimal. */
export function formatSize(length: number, width: number, height: number): string {
  return `${[length, width, height].map((cm) => trimmed(cm, 1)).join(' × ')} cm`
}

/** Formats a percentage as `15 %`, at most two decimals. */
export function formatPercent(value: number): string {
  return `${trimmed(value, 2)} %`
}

/** Formats a file size as `1.4 MB`, `320 kB` or `12 bytes`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e6) return `${trimmed(bytes / 1e6, 1)} MB`
  return bytes >= 1e3 ? `${trimmed(bytes / 1e3, 0)} kB` : `${bytes} bytes`
}

function trimmed(value: number, decimals: number): string {
  const [whole = '0', rest] = Number(value.toFixed(decimals)).toString().split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const grouped = sign + formatCount(Math.abs(Number(whole)))
  return rest ? `${grouped}.${rest}` : grouped
}

/** Prefixes of display ids, each followed by at least six digits (FMT-017…FMT-020). */
const id_prefixes = {
  collection: 'COL',
  payment: 'PMT',
  invoice: 'INV',
  credit_note: 'CR',
  quote: 'QTE',
  claim: 'CLM',
  accounting_export: 'EXP',
  pay_statement: 'PAY',
} as const

/** Formats an id such as `INV000123`; a migration reference replaces an invoice number (FMT-017…FMT-021). */
export function displayId(
  kind: keyof typeof id_prefixes,
  number: number,
  migrationReference?: string | null,
): string {
  if (kind === 'invoice' && migrationReference) return migrationReference
  return id_prefixes[kind] + number.toString().padStart(6, '0')
}

/** Truncates a text to `max` characters and appends `...` (FMT-022, FMT-023). */
export function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}...` : text
}

/** Removes characters outside ASCII (FMT-024). */
export function stripNonAscii(text: string): string {
  return Array.from(text)
    .filter((character) => (character.codePointAt(0) ?? 128) < 128)
    .join('')
}

/** Removes all whitespace (FMT-025). */
export function stripSpace(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** Kinds of file that are distinguished by extension. */
export type FileKind = 'csv' | 'image' | 'kml' | 'pdf'

const kinds: Readonly<Record<string, FileKind>> = {
  csv: 'csv',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  kml: 'kml',
  pdf: 'pdf',
}

/** Returns the kind of a file by its extension in any case; `null` for other kinds (FMT-027). */
export function fileKind(name: string): FileKind | null {
  return kinds[/\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''] ?? null
}

/** Image types that may be uploaded (FMT-028, FMT-029). */
export const image_types = ['image/jpeg', 'image/png'] as const

/** Whether a file of this MIME type may be uploaded as an image (FMT-028). */
export function isImageType(type: string): boolean {
  return image_types.some((one) => one === type.toLowerCase())
}

/** Whether a text is a web address, with or without its scheme (FMT-009). */
export function isWebsite(text: string): boolean {
  return /^(https?:\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d{2,5})?(\/[^\s<>"']*)?$/i.test(text.trim())
}

/** Whether a text is a web address that starts with https (FMT-010). */
export function isSecureWebsite(text: string): boolean {
  return /^https:\/\//i.test(text.trim()) && isWebsite(text)
}

/** Replaces or adds the scheme of a web address: https (FMT-011). */
export function forceHttps(text: string): string {
  return `https://${text.trim().replace(/^https?:\/\//i, '')}`
}

function dayText(when: Date | string | null | undefined): string | null {
  if (typeof when === 'string')
    return /^\d{4}-\d{2}-\d{2}$/.test(when) && Number(when.slice(0, 4)) > 1 ? when : null
  return isDate(when) ? dayOf(when) : null
}
