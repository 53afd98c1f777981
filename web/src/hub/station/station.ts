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
} from '../../kit/icons/icons.ts'
import { z } from 'zod'
import type { ScanMode } from '@waybill/domain/hub/model'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'

/** The modes of the scanner page, in display order. */
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

/** The appearance of a mode: label, one-line description, icon, and tint of the page edge (a colour token). */
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
    about: 'Type the actual size and weight of a parcel.',
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

/** The icon of the scan field. */
export const scan_icon: IconShape = IconBarcode

/** The setup of this device. */
const Station = z.object({
  mode: z.enum(station_modes),
  /** 0 until a branch is chosen. */
  branch_id: z.int(),
  bay: z.string(),
  /** Username; `''` means that the parcel goes to the driver of its zone. */
  driver: z.string(),
  /** Whether the user has confirmed a driver with a warning. */
  assign_anyway: z.boolean().default(false),
  /** The manifest to load or unload; 0 when loading means the open manifest on which each parcel belongs. */
  manifest_id: z.int().default(0),
  /** Reference of that manifest, for example `IHM000012`. */
  manifest: z.string().default(''),
})
export type Station = z.output<typeof Station>

const station_key = 'queue:hub-station'

/** Returns the last setup of this device; a new device starts in the arrive mode at the user’s own branch. */
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

/** Stores the setup on this device, also for the next user. */
export function saveStation(station: Station): void {
  try {
    localStorage.setItem(station_key, JSON.stringify(station))
  } catch {
    // Without storage the setup lasts as long as the page.
  }
}
