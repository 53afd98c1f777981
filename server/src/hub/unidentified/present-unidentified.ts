import {
  unidentifiedReference,
  type ChangedBefore,
  type UnidentifiedParcel,
} from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { notFound } from '@waybill/domain/kit/problem'
import type { BaseContext, Context } from '../../kit/handler.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import { branchName } from '../manifests/present-manifest.ts'
import { presentPhotos } from '../photos.ts'
import { findUnidentified, type UnidentifiedRow } from './unidentified-store.ts'

/** The 404 error for an unidentified parcel that does not exist or is at another branch. */
export const noUnidentified = () => notFound('Could not find this unidentified parcel.')

/** Returns an unidentified parcel as hub staff may see it. */
export function presentUnidentified(
  reader: BaseContext,
  map: ProviderMap,
  row: UnidentifiedRow,
): UnidentifiedParcel {
  const { parcel_id, shipment_id, tracking_reference } = row
  return {
    id: row.id,
    display_id: unidentifiedReference(row.number),
    branch_id: row.branch_id,
    branch_name: branchName(map, row.branch_id),
    bay: row.bay,
    photos: presentPhotos(reader, row.photos),
    length_cm: row.length_cm,
    width_cm: row.width_cm,
    height_cm: row.height_cm,
    weight_kg: row.weight_kg,
    barcode_text: row.barcode_text,
    description: row.description,
    found_by: row.found_by,
    time_found: row.time_found,
    state: row.state,
    parcel:
      parcel_id === null || shipment_id === null
        ? null
        : { parcel_id, shipment_id, tracking_reference: tracking_reference ?? '' },
    matched_by: row.matched_by,
    time_matched: row.time_matched,
    disposed_by: row.disposed_by,
    time_disposed: row.time_disposed,
    disposal: row.disposal === '' ? null : row.disposal,
    disposal_reason: row.disposal_reason,
  }
}

/** Returns the present state of an unidentified parcel; throws 404 when the caller cannot access it. */
export async function readUnidentified(ctx: Context, id: number): Promise<UnidentifiedParcel> {
  const row = await findUnidentified(ctx, id)
  if (!row) throw noUnidentified()
  return presentUnidentified(ctx, await providerMap(ctx), row)
}

/** Returns what the rules need to know about earlier changes. */
export function changedBefore(row: UnidentifiedRow): ChangedBefore {
  return {
    state: row.state,
    display_id: unidentifiedReference(row.number),
    tracking_reference: row.tracking_reference ?? '',
    matched_by: row.matched_by,
    disposed_by: row.disposed_by,
  }
}
