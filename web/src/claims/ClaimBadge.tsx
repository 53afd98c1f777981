import { stateColour, stateLabel, type ClaimState } from '@waybill/domain/claims/states'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'

/** Badge with the state of a claim; a paid claim has a tick. */
export function ClaimBadge({
  state,
  size = 'normal',
}: {
  state: ClaimState
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={stateColour(state)}
      label={stateLabel(state)}
      size={size}
      {...(state === 'paid' ? { mark: 'tick' as const } : {})}
    />
  )
}
