import { z } from 'zod'
import { omitted } from '../../kit/calls/optional-fields.ts'
import { instant, rand } from '../../kit/calls/wire.ts'
import { charge_row_types } from '../../rates/model.ts'
import { vat_types } from '../../rates/price-books/price-book.ts'

/**
 * One line of a shipment's price (docs/domain/public-api.md#charge-row). The rate of a shipment is the sum of `value`
 * over all current rows except `rate_formula`, which only explains the base row.
 */
export const ChargeRow = z.object({
  id: z.int(),
  provider_id: z.int(),
  shipment_id: z.int(),
  rate_revision_id: z.int(),
  /** Id of the ledger entry of this row; 0 while unbilled. */
  billing_transaction_id: z.int(),
  name: z.string(),
  type: z.enum(charge_row_types),
  type_id: z.int(),
  /** In cents, VAT included. */
  value: rand,
  /** In Rand with up to four decimals; for information only (docs/domain/conventions.md#money). */
  vat: z.number(),
  vat_percentage: z.number().nullable(),
  vat_type: z.enum(vat_types),
  valid_from: instant,
  /** Set when a later pricing replaces the row. */
  valid_until: instant.nullable(),
  is_opt_in: z.boolean(),
  is_custom_charge: z.boolean(),
  is_quantity_based_charge: z.boolean(),
  quantity: z.number(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** Explains the amount in words. */
  explanation: omitted(z.string()),
})
export type ChargeRow = z.output<typeof ChargeRow>
