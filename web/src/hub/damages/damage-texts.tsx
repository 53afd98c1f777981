import type { DamageState, ParcelDamage } from '@waybill/domain/hub/damages/damage'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

const labels: Readonly<Record<DamageState, string>> = { open: 'Open', resolved: 'Resolved' }

/** Returns the name of a state of a damage. */
export function damageLabel(state: DamageState): string {
  return labels[state]
}

/** Badge with the state of a damage. */
export function DamageBadge({ state, size = 'normal' }: { state: DamageState; size?: 'compact' | 'normal' }) {
  return (
    <StatusBadge
      family={state === 'open' ? 'red' : 'green'}
      label={labels[state]}
      size={size}
      {...(state === 'resolved' ? { mark: 'tick' as const } : {})}
    />
  )
}

/** Returns where a damage was found: the branch, and the manifest from which the parcel came. */
export function damagePlace({
  branch_name,
  manifest,
}: Pick<ParcelDamage, 'branch_name' | 'manifest'>): string {
  return [branch_name || 'Branch not known', manifest].filter(Boolean).join(', ')
}
