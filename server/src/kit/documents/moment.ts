/** South Africa is UTC+2 all year. */
const offset = 2 * 3600_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a date as `4 Mar 2025` in South African time; '–' before year 1 (ui.md 15). */
export function formatDay(date: Date): string {
  const local = new Date(date.getTime() + offset)
  if (local.getUTCFullYear() < 1) return '–'
  return `${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`
}

/** Formats a date and time as `4 Mar 2025, 17:06` in South African time (ui.md 15). */
export function formatMoment(date: Date): string {
  const local = new Date(date.getTime() + offset)
  return `${formatDay(date)}, ${local.toISOString().slice(11, 16)}`
}

/** Formats a weight as `1,234.5 kg`, with at most two decimals (ui.md 15). */
export function formatKg(kg: number): string {
  const [whole = '', decimals] = String(Math.round(kg * 100) / 100).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals} kg` : `${grouped} kg`
}
