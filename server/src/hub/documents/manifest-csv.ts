import { toCsv } from '@waybill/domain/kit/csv/write-csv'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'

/** Returns the parcels of a manifest as CSV: a header, then one line per parcel. Weights in kg, volumes in m³. */
export function manifestCsv(
  manifest: Pick<InterhubTransfer, 'display_id'>,
  parcels: readonly ManifestParcel[],
): string {
  const head = [
    'Manifest',
    'Parcel',
    'Account',
    'Service level',
    'Delivery suburb',
    'Delivery branch',
    'Status',
    'Weight (kg)',
    'Volume (m3)',
    'Charged weight (kg)',
    'State',
    'Condition',
    'Note',
    'Loaded',
    'Received',
  ]
  const lines = parcels.map((parcel) => [
    manifest.display_id,
    parcel.tracking_reference,
    parcel.account_name,
    parcel.service_level_code,
    parcel.delivery_suburb,
    parcel.delivery_branch_name,
    parcel.status,
    parcel.weight_kg,
    parcel.volume_m3,
    parcel.charged_weight_kg,
    parcel.state,
    parcel.condition ?? '',
    parcel.condition_note,
    parcel.added_at.toISOString(),
    parcel.received_at?.toISOString() ?? '',
  ])
  return toCsv([head, ...lines.map((line) => line.map(String))])
}
