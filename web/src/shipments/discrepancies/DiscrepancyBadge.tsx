import { discrepancyLabel, type DiscrepancyState } from '@waybill/domain/shipments/discrepancies/discrepancy'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

const families: Readonly<Record<DiscrepancyState, StatusFamily>> = {
  open: 'yellow',
  disputed: 'red',
  decided: 'green',
  expired: 'green',
  withdrawn: 'grey',
}

/** Badge with the state of a weight discrepancy. */
export function DiscrepancyBadge({
  state,
  size = 'normal',
}: {
  state: DiscrepancyState
  size?: 'compact' | 'normal' | 'large'
}) {
  return <StatusBadge family={families[state]} label={discrepancyLabel(state)} size={size} />
}
