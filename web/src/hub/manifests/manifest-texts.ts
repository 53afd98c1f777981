import type { InterhubTransfer, ManifestParcel, ManifestPhase } from '@waybill/domain/hub/manifest'
import type { StatusFamily, StatusMark } from '../../kit/ui/values/StatusBadge.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'

/** Labels of the manifest phases, in their order. */
export const phase_labels: Readonly<Record<ManifestPhase, string>> = {
  open: 'Loading',
  closed: 'Ready to leave',
  departed: 'On the road',
  arrived: 'Unloading',
  received: 'Received',
}

type Counted = Pick<
  InterhubTransfer,
  'phase' | 'parcel_count' | 'received_count' | 'short_count' | 'over_count' | 'damaged_count'
>

/** The appearance of a state badge. */
export interface ManifestStateView {
  family: StatusFamily
  label: string
  mark?: StatusMark
}

/** Whether there are differences between loaded and received parcels so far. */
export function differs({ short_count, over_count, damaged_count }: Counted): boolean {
  return short_count + over_count + damaged_count > 0
}

/** Returns the badge of a manifest (docs/domain/interface.md#other-states). */
export function manifestState(manifest: Counted): ManifestStateView {
  const { phase, parcel_count, received_count } = manifest
  switch (phase) {
    case 'open':
      return { family: 'blue', label: phase_labels.open }
    case 'closed':
      return { family: 'grey', label: phase_labels.closed, mark: 'dot' }
    case 'departed':
      return { family: 'blue', label: phase_labels.departed, mark: 'arrow' }
    case 'arrived':
      if (differs(manifest)) return { family: 'yellow', label: phase_labels.arrived }
      return received_count === parcel_count
        ? { family: 'green', label: 'All received', mark: 'tick' }
        : { family: 'blue', label: phase_labels.arrived }
    default:
      return differs(manifest)
        ? { family: 'red', label: 'Differences' }
        : { family: 'grey', label: phase_labels.received, mark: 'tick' }
  }
}

/** Returns for example `2 short, 1 over`; `''` when nothing differs. */
export function differencesText({ short_count, over_count, damaged_count }: Counted): string {
  return [
    short_count > 0 && `${formatCount(short_count)} short`,
    over_count > 0 && `${formatCount(over_count)} over`,
    damaged_count > 0 && `${formatCount(damaged_count)} damaged`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns for example `Johannesburg → Cape Town`, including the via branches. */
export function manifestRouteText(
  manifest: Pick<InterhubTransfer, 'from_branch_name' | 'to_branch_name' | 'via_branch_names'>,
): string {
  return [manifest.from_branch_name, ...manifest.via_branch_names, manifest.to_branch_name].join(' → ')
}

/** Returns the badge of a parcel on a manifest. */
export function loadedState({
  state,
  condition,
}: Pick<ManifestParcel, 'state' | 'condition'>): ManifestStateView {
  if (condition === 'damaged') return { family: 'red', label: 'Damaged' }
  switch (state) {
    case 'received':
      return { family: 'green', label: 'Received', mark: 'tick' }
    case 'short':
      return { family: 'red', label: 'Short' }
    case 'over':
      return { family: 'yellow', label: 'Over' }
    default:
      return { family: 'blue', label: 'On the load' }
  }
}
