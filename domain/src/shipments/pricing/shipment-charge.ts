import { z } from 'zod'
import { omitted } from '../../kit/calls/optional-fields.ts'
import { instant, rand } from '../../kit/calls/wire.ts'
import { charge_row_types } from '../../rates/model.ts'
import { vat_types } from '../../rates/price-books/price-book.ts'

/**
 * One line of a shipment's price (docs/domain/public-api.md#charge-row). The rate of a shipment is the sum of `value`
 * over all current rows except `rate_formula`, which explains the base row.
 */
export const ChargeRow = z.object({
  id: z.int(),
  provider_id: z.int(),
  shipment_id: z.int(),
  rate_revision_id: z.int(),
  /** The ledger entry that carries the row; 0 while unbilled. */
  billing_transaction_id: z.int(),
  name: z.string(),
  type: z.enum(charge_row_types),
  type_id: z.int(),
  /** Cents, VAT included. */
  value: rand,
  /** Rand with up to four decimals: informational (docs/domain/conventions.md#money). */
  vat: z.number(),
  vat_percentage: z.number().nullable(),
  vat_type: z.enum(vat_types),
  valid_from: instant,
  /** Set when a later pricing replaced the row. */
  valid_until: instant.nullable(),
  is_opt_in: z.boolean(),
  is_custom_charge: z.boolean(),
  is_quantity_based_charge: z.boolean(),
  quantity: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** Why this amount, in words. */
  explanation: omitted(z.string()),
})
export type ChargeRow = z.output<typeof ChargeRow>
