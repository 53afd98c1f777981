import { statement_state_labels, type StatementState } from '@waybill/domain/costs/model'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'

const families = { draft: 'grey', approved: 'blue', paid: 'green' } as const

/** Badge with the state of a statement; a paid one has a tick. */
export function StatementBadge({
  state,
  size = 'normal',
}: {
  state: StatementState
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={families[state]}
      label={statement_state_labels[state]}
      size={size}
      {...(state === 'paid' ? { mark: 'tick' as const } : {})}
    />
  )
}
