import type { hubApi } from '@waybill/domain/hub/api'
import type { ScanMode } from '@waybill/domain/hub/model'
import type { ScanManifest } from '@waybill/domain/hub/scan-decision'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { BranchRow, ProviderMap } from '../../maps/index.ts'
import type { ShipmentRow } from '../../shipments/index.ts'
import type { ManifestRow } from '../manifests/manifest-store.ts'
import type { AroundScan, ScannedSibling } from './scan-store.ts'

/** The input of a scan or a manual event. */
export type ScanInput = Input<typeof hubApi.addEvent>

/** A validated scan, with its branch and time. */
export interface ReceivedScan {
  scan_id: string
  mode: ScanMode
  here: BranchRow
  scanned_at: Date
  input: ScanInput
}

/** All data needed to decide and apply a scan. */
export interface ScanCase {
  scan: ReceivedScan
  map: ProviderMap
  row: ShipmentRow
  parcel: ScannedSibling
  around: AroundScan
  /** The manifest of the scan; `null` in modes without a manifest. */
  load: ScannedLoad | null
  /** Whether the scan is older than the latest known event of the parcel. */
  is_late: boolean
}

/** The manifest of a scan, and the parcel’s relation to it. */
export interface ScannedLoad {
  /** Locked until the transaction ends; `null` when none was chosen and none fits. */
  row: ManifestRow | null
  manifest: ScanManifest | null
  /** Reference of the open manifest on which the parcel belongs, when that is another one; `''` otherwise. */
  right_manifest: string
  /** Loading: the manifest on which the parcel waits. Unloading: this manifest, when the parcel is on it. 0 when none. */
  parcel_on_id: number
  parcel_on: string
  is_received: boolean
  /** Number of other parcels of the shipment on this manifest. */
  siblings_on_it: number
}
