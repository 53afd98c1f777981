/**
 * Whether an IPv4 address is in one of the ranges. A range is a single address or CIDR notation such as
 * `197.97.145.144/28`.
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const number = numberOf(address.replace(/^::ffff:/i, ''))
  if (number === null) return false
  return ranges.some((range) => {
    const [start = '', bits = '32'] = range.trim().split('/')
    const first = numberOf(start)
    const length = Number(bits)
    if (first === null || !/^\d{1,2}$/.test(bits) || length > 32) return false
    const size = 2 ** (32 - length)
    const floor = Math.floor(first / size) * size
    return number >= floor && number < floor + size
  })
}

function numberOf(address: string): number | null {
  const parts = address.split('.')
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}
