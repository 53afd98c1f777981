import type { ChargeRow, Shipment } from '@waybill/domain/shipments/model'
import type { Cents } from '@waybill/domain/kit/money'

export interface ChargeLine {
  id: number
  name: string
  /** In cents, VAT included. */
  value: Cents
  explanation: string
  /** Added by hand, so that it can be removed by hand. */
  is_custom: boolean
}

export interface ChargeSummary {
  lines: readonly ChargeLine[]
  /** In cents. */
  total: Cents
  /** In cents. `vat_percentage` is `null` unless all lines have the same one. */
  vat: Cents
  vat_percentage: number | null
  /** The price before the last calculation; `null` if it did not change. */
  former: { price: Cents; difference: Cents; is_original: boolean } | null
}

/** Returns the price of a shipment line by line; `null` if the viewer may not see prices. */
export function chargesOf(
  shipment: Pick<Shipment, 'rate' | 'rates' | 'original_rate' | 'previous_rate' | 'service_level_name'>,
): ChargeSummary | null {
  if (shipment.rate === null) return null
  const current = shipment.rates.filter((row) => row.valid_until === null && row.type !== 'rate_formula')
  const named = shipment.rates.filter((row) => row.valid_until === null && row.vat_percentage !== null)
  const percentages = [...new Set(named.map((row) => row.vat_percentage))]
  const [former, isOriginal] = [
    shipment.previous_rate ?? shipment.original_rate,
    shipment.previous_rate === null,
  ]
  return {
    lines: current.map((row) => ({
      id: row.id,
      name: nameOf(row, shipment.service_level_name),
      value: row.value,
      explanation: row.explanation ?? '',
      is_custom: row.is_custom_charge,
    })),
    total: shipment.rate,
    vat: Math.round(current.reduce((sum, row) => sum + row.vat, 0) * 100),
    vat_percentage: percentages.length === 1 ? (percentages[0] ?? null) : null,
    former:
      former !== null && former !== 0 && former !== shipment.rate
        ? { price: former, difference: shipment.rate - former, is_original: isOriginal }
        : null,
  }
}

function nameOf(row: ChargeRow, service: string): string {
  if (row.type === 'base') return service ? `Base, ${service}` : 'Base'
  return row.is_quantity_based_charge && row.quantity > 1 ? `${row.name} × ${row.quantity}` : row.name
}
