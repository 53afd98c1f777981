import {
  IconBarcode,
  IconBox,
  IconPackageExport,
  IconPackageImport,
  IconRuler2,
  IconSearch,
  IconTruckDelivery,
  IconTruckLoading,
  IconTruckReturn,
} from '@tabler/icons-react'
import { z } from 'zod'
import type { ScanMode } from '@waybill/domain/hub/model'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'

/** The modes of the scanner page, in their order. */
export const station_modes = [
  'arrive',
  'assign-bay',
  'load-manifest',
  'unload-manifest',
  'out-for-delivery',
  'return-to-hub',
  're-measure',
  'look-up',
] as const satisfies readonly ScanMode[]
export type StationMode = (typeof station_modes)[number]

/** How a mode is presented: its words, what it does in one line, and the tint of the page edge (a colour token). */
export interface ModeAppearance {
  label: string
  about: string
  icon: IconShape
  tint: string
}

export const mode_appearances: Readonly<Record<StationMode, ModeAppearance>> = {
  arrive: {
    label: 'Arrive at hub',
    about: 'Parcels come in from a driver, a customer or another hub.',
    icon: IconPackageImport,
    tint: 'var(--success-solid)',
  },
  'assign-bay': {
    label: 'Assign bay',
    about: 'Note in which bay a parcel is.',
    icon: IconBox,
    tint: 'var(--chart-3)',
  },
  'load-manifest': {
    label: 'Load manifest',
    about: 'Parcels leave for another hub.',
    icon: IconTruckLoading,
    tint: 'var(--chart-2)',
  },
  'unload-manifest': {
    label: 'Unload manifest',
    about: 'Parcels come off a load from another hub.',
    icon: IconPackageExport,
    tint: 'var(--chart-4)',
  },
  'out-for-delivery': {
    label: 'Out for delivery',
    about: 'Parcels leave with a driver.',
    icon: IconTruckDelivery,
    tint: 'var(--info-solid)',
  },
  'return-to-hub': {
    label: 'Return to hub',
    about: 'Parcels that could not be delivered come back.',
    icon: IconTruckReturn,
    tint: 'var(--warning-solid)',
  },
  're-measure': {
    label: 'Re-measure',
    about: 'Type the true size and weight of a parcel.',
    icon: IconRuler2,
    tint: 'var(--chart-5)',
  },
  'look-up': {
    label: 'Look up',
    about: 'See what a parcel is. Nothing changes.',
    icon: IconSearch,
    tint: 'var(--neutral-solid)',
  },
}

/** Whether a mode works with a load. */
export function isManifestMode(mode: ScanMode): mode is 'load-manifest' | 'unload-manifest' {
  return mode === 'load-manifest' || mode === 'unload-manifest'
}

/** The icon of the scan field. */
export const scan_icon: IconShape = IconBarcode

/** What this device is set to do. */
const Station = z.object({
  mode: z.enum(station_modes),
  /** 0 until somebody has chosen. */
  branch_id: z.int(),
  bay: z.string(),
  /** Username; `''` leaves the parcel to the driver of its zone. */
  driver: z.string(),
  /** Something about this driver is doubtful, and was confirmed. */
  assign_anyway: z.boolean().default(false),
  /** The load that is loaded or unloaded; 0: loading takes the open one on which each parcel belongs. */
  manifest_id: z.int().default(0),
  /** `IHM000012` of it. */
  manifest: z.string().default(''),
})
export type Station = z.output<typeof Station>

const station_key = 'queue:hub-station'

/** What this device did last; a new device arrives parcels at the person's own branch. */
export function readStation(ownBranchId: number | null): Station {
  const fresh: Station = {
    mode: 'arrive',
    branch_id: ownBranchId ?? 0,
    bay: '',
    driver: '',
    assign_anyway: false,
    manifest_id: 0,
    manifest: '',
  }
  try {
    const stored = Station.safeParse(JSON.parse(localStorage.getItem(station_key) ?? ''))
    return stored.success ? stored.data : fresh
  } catch {
    return fresh
  }
}

/** Remembers the choice on this device, also for the next person. */
export function saveStation(station: Station): void {
  try {
    localStorage.setItem(station_key, JSON.stringify(station))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
