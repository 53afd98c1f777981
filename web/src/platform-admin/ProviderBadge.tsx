import type { ProviderStatus } from '@waybill/domain/platform-admin/provider-rules'
import { StatusBadge, type StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

/** Display names of the statuses of a company (ADMIN-003). */
export const status_labels: Readonly<Record<ProviderStatus, string>> = {
  active: 'Active',
  overdue: 'Overdue',
  suspended: 'Suspended',
  closed: 'Closed',
}

const families: Readonly<Record<ProviderStatus, StatusFamily>> = {
  active: 'green',
  overdue: 'yellow',
  suspended: 'red',
  closed: 'grey',
}

/** Badge with the status of a company. */
export function ProviderBadge({
  status,
  size = 'normal',
}: {
  status: ProviderStatus
  size?: 'normal' | 'large'
}) {
  const mark = status === 'active' ? ({ mark: 'tick' } as const) : {}
  return <StatusBadge family={families[status]} label={status_labels[status]} size={size} {...mark} />
}
