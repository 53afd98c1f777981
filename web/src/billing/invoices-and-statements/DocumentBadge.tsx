import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import type { DocumentState } from './document-state.ts'

/** Badge with the current state of a document. */
export function StateBadge({
  of: { family, label },
  size = 'normal',
}: {
  of: DocumentState
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={family}
      label={label}
      size={size}
      {...(family === 'green' ? { mark: 'tick' as const } : {})}
    />
  )
}
