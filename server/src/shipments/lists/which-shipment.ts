import { invalid, notFound } from '@waybill/domain/kit/problem'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Context } from '../../kit/handler.ts'
import { findNewestRow } from './list-store.ts'
import { findByReference, readShipmentRows, type ShipmentRow } from '../store.ts'

/**
 * Returns the id of the shipment that a call names. An id is returned unchecked; a reference gives 404 when no
 * visible shipment has it.
 */
export async function shipmentIdOf(
  ctx: Context,
  named: {
    id?: number | undefined
    shipment_id?: number | undefined
    tracking_reference?: string | undefined
  },
): Promise<number> {
  const id = named.shipment_id ?? named.id
  if (id !== undefined) return id
  if (!named.tracking_reference)
    throw invalid('Identify the shipment by id or tracking_reference.', [
      { field: 'tracking_reference', message: 'is required' },
    ])
  const found = await findByReference(ctx, cleanReference(named.tracking_reference), false)
  const [row] = await readShipmentRows(
    ctx,
    found.map((one) => one.shipment_id),
  )
  if (!row) throw notFound(codedText('no_shipment'))
  return row.id
}

/**
 * Returns the visible shipment that a path names: by id, otherwise by reference, the newest match. Throws 404 when there
 * is none (docs/domain/public-api.md#reading-one-shipment).
 */
export async function shipmentRowAt(
  ctx: Context,
  { id, account_id }: { id: string; account_id?: number | undefined },
): Promise<ShipmentRow> {
  const ofAccount = { account_id: account_id === undefined ? undefined : [account_id] }
  const isId = /^[1-9]\d{0,14}$/.test(id)
  const row =
    (isId ? await findNewestRow(ctx, { ...ofAccount, id: [Number(id)] }) : undefined) ??
    (await findNewestRow(ctx, { ...ofAccount, reference: cleanReference(id) }))
  if (!row) throw notFound('Could not find shipment')
  return row
}

/** Returns the id of the shipment that `shipmentRowAt` finds. */
export async function shipmentIdAt(
  ctx: Context,
  named: { id: string; account_id?: number | undefined },
): Promise<number> {
  return (await shipmentRowAt(ctx, named)).id
}
