import type { hubApi } from '@waybill/domain/hub/api'
import type { ScanMode } from '@waybill/domain/hub/model'
import type { ScanManifest } from '@waybill/domain/hub/scan-decision'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { BranchRow, ProviderMap } from '../../maps/index.ts'
import type { ShipmentRow } from '../../shipments/index.ts'
import type { ManifestRow } from '../manifests/manifest-store.ts'
import type { AroundScan, ScannedSibling } from './scan-store.ts'

/** What a scanner sends. */
export type ScanInput = Input<typeof hubApi.addEvent>

/** A scan as it reached us, with its place and time settled. */
export interface ReceivedScan {
  scan_id: string
  mode: ScanMode
  here: BranchRow
  scanned_at: Date
  input: ScanInput
}

/** Everything known of a scan when it is decided and applied. */
export interface ScanCase {
  scan: ReceivedScan
  map: ProviderMap
  row: ShipmentRow
  parcel: ScannedSibling
  around: AroundScan
  /** The load it goes on or comes off; `null` in other modes. */
  load: ScannedLoad | null
  /** Older than what is already known of the parcel. */
  is_late: boolean
}

/** The load of a scan, and how the parcel stands to it. */
export interface ScannedLoad {
  /** Held until the transaction ends; `null` when none was chosen and none fits. */
  row: ManifestRow | null
  manifest: ScanManifest | null
  /** The open manifest on which the parcel belongs, when that is another; `''` otherwise. */
  right_manifest: string
  /** Loading: the manifest it waits on. Unloading: this one, when it is on it. 0 when none. */
  parcel_on_id: number
  parcel_on: string
  is_received: boolean
  /** Other parcels of the shipment that are on this load. */
  siblings_on_it: number
}
