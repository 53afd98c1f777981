import { formatTotal as totalUpTo } from '@waybill/domain/kit/texts/format'
import { count_cap } from '@waybill/domain/kit/lists/paging'

export { formatCount } from '@waybill/domain/kit/texts/format'

/** Formats a total that the server counts only up to the cap; displays the cap as `10,000+`. */
export function formatTotal(total: number): string {
  return totalUpTo(total, count_cap)
}

/** Formats a decimal with at most `places` decimal places and no trailing zeros: `12.5`. */
export function formatDecimal(value: number, places = 2): string {
  const [whole = '0', decimals = ''] = value.toFixed(places).split('.')
  const rest = decimals.replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest ? `${grouped}.${rest}` : grouped
}
