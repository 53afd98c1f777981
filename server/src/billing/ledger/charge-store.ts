import type { Cents } from '@waybill/domain/kit/money'
import type { InvoiceTriggerStatus, ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** The shipment data needed to charge it, with its current charge rows. */
export interface ChargedShipment {
  id: number
  account_id: number
  status: ShipmentStatus
  collected_date: Date | null
  /** In cents, including VAT. */
  rate: Cents
  reference: string
  service_level_name: string
  cost_center_id: number | null
  /** The trigger of the shipment, otherwise of its account; null means the provider's trigger applies. */
  invoice_trigger_shipment_status: InvoiceTriggerStatus | null
  invoice_frequency: string
  from: string
  to: string
  rows: { type: string; value: Cents; vat_type: 'standard' | 'zero' }[]
}

/** Reads a shipment for charging; returns undefined when it does not exist. */
export async function findChargedShipment(ctx: Context, id: number): Promise<ChargedShipment | undefined> {
  const { rows } = await sql<ChargedShipment>`
    SELECT s.id, s.account_id, s.status, s.collected_date, s.rate, s.service_level_name, s.cost_center_id,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference,
      coalesce(nullif(s.invoice_trigger_shipment_status, ''), nullif(a.invoice_trigger_shipment_status, '')) AS invoice_trigger_shipment_status,
      a.invoice_frequency,
      coalesce(nullif(c.local_area, ''), c.city) AS "from", coalesce(nullif(d.local_area, ''), d.city) AS "to",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'value', r.value, 'vat_type', r.vat_type) ORDER BY r.id), '[]')
        FROM shipment_charge r WHERE r.provider_id = s.provider_id AND r.shipment_id = s.id AND r.valid_until IS NULL AND r.type <> 'rate_formula') AS rows
    FROM shipment s
    JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
    JOIN address c ON c.provider_id = s.provider_id AND c.id = s.collection_address_id
    JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
    WHERE s.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/**
 * Finds a shipment of an account by its reference; returns undefined when there is none. Takes a key share lock on
 * the shipment before the balance is locked, because bookings lock in this order.
 */
export async function findShipmentOfAccount(ctx: Context, accountId: number, reference: string) {
  const { rows } = await sql<{ id: number; reference: string; cost_center_id: number | null }>`
    SELECT id, coalesce(custom_tracking_reference, short_tracking_reference) AS reference, cost_center_id FROM shipment
    WHERE account_id = ${accountId} AND (short_tracking_reference = ${reference} OR custom_tracking_reference = ${reference})
    FOR KEY SHARE`.execute(ctx.db)
  return rows[0]
}
