import { callersApi } from '@waybill/domain/search/callers-api'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { call } from '../../kit/api/call.ts'
import { IconPhone } from '../../kit/icons/icons.ts'
import { formatTotal } from '../../kit/ui/values/numbers.ts'
import type { PaletteEntry } from './entries.ts'

/** Maximum number of parcels. */
const max_results = 5

/** Finds the newest parcels of a caller, each leading to its caller card, and the page with everything found. */
export async function callerEntries(text: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const { shipments, requests } = await call(callersApi.find, { text }, { signal })
  if (shipments.rows.length === 0 && requests.rows.length === 0) return []
  const page = `/callers?text=${encodeURIComponent(text)}`
  const number = `${shipments.has_more ? 'more than ' : ''}${formatTotal(shipments.count)}`
  return [
    ...shipments.rows.slice(0, max_results).map((row): PaletteEntry => ({
      key: `caller ${row.id}`,
      group: 'Callers',
      label: `${row.collection_name} → ${row.delivery_name}`,
      hint: `${row.tracking_reference} · ${statusLabel(row.status)}`,
      icon: IconPhone,
      to: `${page}&parcel=${row.id}`,
      isAlways: true,
    })),
    {
      key: 'all callers',
      group: 'Callers',
      label: `Everything of “${text}”`,
      hint: `Parcels: ${number} · collection requests: ${formatTotal(requests.count)}`,
      icon: IconPhone,
      to: page,
      isAlways: true,
    },
  ]
}
