import {
  IconAlertTriangle,
  IconChevronDown,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPencil,
} from '../../kit/icons/icons.ts'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  isHeld,
  markOf,
  marks,
  mayIntervene,
  mayRelease,
  type Mark,
} from '@waybill/domain/shipments/statuses/interventions'
import { isStaff } from '@waybill/domain/kit/actor'
import { wrongState } from '@waybill/domain/kit/problem'
import { mayForce, mayMoveTo, menuStatuses } from '@waybill/domain/shipments/statuses/manual-status-changes'
import type { Shipment } from '@waybill/domain/shipments/model'
import { statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import styles from './status-menu.module.css'
import { markLabel, releaseLabel } from '../statuses/action-labels.ts'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'

/** The choice in the menu: a status to set, a mark, any status with a reason, a hold, or a release. */
export type StatusChoice =
  | { kind: 'move'; to: ShipmentStatus }
  | { kind: 'mark'; to: Mark }
  | { kind: 'force' }
  | { kind: 'hold'; internal: boolean }
  | { kind: 'release' }

/**
 * The status of a shipment. For staff it opens a menu for adding a message or setting another status. Statuses that
 * the rules forbid are disabled, with the rule’s message (STAT-035…STAT-057, docs/domain/statuses.md#cancelling).
 */
export function StatusMenu({
  shipment,
  onChoose,
}: {
  shipment: Shipment
  onChoose: (choice: StatusChoice) => void
}) {
  const me = useMe()
  const badge = <ShipmentStatusBadge status={shipment.status} size="large" />
  const entries = isStaff(me) && mayCall(me, shipmentsApi.change) ? entriesFor(me, shipment, onChoose) : []
  if (entries.length === 0) return badge
  return (
    <Menu label="Change status" align="start" entries={entries}>
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          className={styles.pill}
          aria-label={`Status ${statusLabel(shipment.status)}. Change`}
        >
          {badge}
          <Icon className={styles.pillIcon} of={IconChevronDown} size={14} />
        </button>
      )}
    </Menu>
  )
}

/** Disables the cancelled status in the menu: a cancelled shipment takes no messages until it is reinstated. */
const is_cancelled = wrongState('This shipment is already cancelled.')

function entriesFor(
  me: ReturnType<typeof useMe>,
  shipment: Shipment,
  onChoose: (choice: StatusChoice) => void,
): readonly MenuEntry[] {
  const special: MenuEntry[] = []
  if (mayCall(me, shipmentsApi.release) && mayRelease(me, shipment.status) === true)
    special.push({
      label: isHeld(shipment.status) ? 'Release' : `${releaseLabel(shipment.status)}…`,
      icon: IconPlayerPlay,
      onSelect: () => onChoose({ kind: 'release' }),
    })
  for (const to of ['on-hold', 'on-hold-internal'] as const)
    if (mayCall(me, shipmentsApi.hold) && mayIntervene(me, shipment.status, to) === true)
      special.push({
        label: to === 'on-hold' ? 'Place on hold…' : 'Hold internally…',
        icon: to === 'on-hold' ? IconPlayerPause : IconLock,
        onSelect: () => onChoose({ kind: 'hold', internal: to === 'on-hold-internal' }),
      })
  for (const to of marks)
    if (mayCall(me, hubApi.addEvent) && markOf(me, shipment.status, to))
      special.push({
        label: `${markLabel(to)}…`,
        icon: IconAlertTriangle,
        onSelect: () => onChoose({ kind: 'mark', to }),
      })
  if (mayForce(me))
    special.push({ label: 'Other status…', icon: IconPencil, onSelect: () => onChoose({ kind: 'force' }) })
  return [
    ...menuStatuses(shipment).map((to) => ({
      label: to === shipment.status ? `${statusLabel(to)} (now)` : statusLabel(to),
      verdict: to === 'cancelled' ? is_cancelled : mayMoveTo(me, shipment, to),
      onSelect: () => onChoose({ kind: 'move', to }),
    })),
    ...(special.length > 0 ? ['separator' as const] : []),
    ...special,
  ]
}
