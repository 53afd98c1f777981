import type { Branch } from '@waybill/domain/maps/model'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

/** Returns the display name of a branch's status. */
export const branchState = ({ is_active }: Pick<Branch, 'is_active'>): string =>
  is_active ? 'Active' : 'Off'

/** Badge that shows whether a branch takes new shipments. */
export function BranchBadge({ branch, size = 'normal' }: { branch: Branch; size?: 'normal' | 'large' }) {
  return branch.is_active ? (
    <StatusBadge family="green" mark="tick" label={branchState(branch)} size={size} />
  ) : (
    <StatusBadge family="grey" label={branchState(branch)} size={size} />
  )
}
