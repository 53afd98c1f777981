import { IconChevronDown } from '../kit/icons/icons.ts'
import { collectionsApi } from '@waybill/domain/collections/api'
import type { CollectionRequest } from '@waybill/domain/collections/model'
import { mayEnter } from '@waybill/domain/collections/rules'
import {
  manualStatuses,
  requestStatusLabel,
  type CollectionRequestStatus,
} from '@waybill/domain/collections/status'
import { isOffice } from '@waybill/domain/kit/actor'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { Menu } from '../kit/ui/layers/Menu.tsx'
import styles from './request-menu.module.css'
import { RequestBadge } from './RequestBadge.tsx'

/** Badge with the status of a request. Staff can open it to choose the next status (COLL-003, COLL-004). */
export function RequestMenu({
  request,
  onChoose,
}: {
  request: CollectionRequest
  onChoose: (to: CollectionRequestStatus) => void
}) {
  const me = useMe()
  const badge = <RequestBadge status={request.status} size="large" />
  const moves = isOffice(me) && mayCall(me, collectionsApi.setStatus) ? manualStatuses(request.status) : []
  if (moves.length === 0) return badge
  return (
    <Menu
      label="Change status"
      align="start"
      entries={moves.map((to) => ({
        label: requestStatusLabel(to),
        verdict: mayEnter(me, request, to),
        danger: to === 'cancelled',
        onSelect: () => onChoose(to),
      }))}
    >
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          className={styles.pill}
          aria-label={`Status ${requestStatusLabel(request.status)}. Change`}
        >
          {badge}
          <Icon className={styles.pillIcon} of={IconChevronDown} size={14} />
        </button>
      )}
    </Menu>
  )
}
