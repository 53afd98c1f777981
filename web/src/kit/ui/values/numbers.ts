import { formatTotal as totalUpTo } from '@waybill/domain/kit/texts/format'
import { count_cap } from '@waybill/domain/kit/lists/paging'

export { formatCount } from '@waybill/domain/kit/texts/format'

/** A total that the server counts only up to the cap: `10,000+` from there. */
export function formatTotal(total: number): string {
  return totalUpTo(total, count_cap)
}

/** A decimal with at most so many places and no trailing zeros: `12.5`. */
export function formatDecimal(value: number, places = 2): string {
  const [whole = '0', decimals = ''] = value.toFixed(places).split('.')
  const rest = decimals.replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest ? `${grouped}.${rest}` : grouped
}
