import { useQuery } from '@tanstack/react-query'
import { evidenceApi, type CheckedAction } from '@waybill/domain/shipments/proof-of-delivery/evidence-api'
import {
  evidence_labels,
  evidenceSentences,
} from '@waybill/domain/shipments/proof-of-delivery/evidence-texts'
import type { EvidenceState } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import { isOffice } from '@waybill/domain/kit/actor'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'
import shared from '../detail.module.css'

const families: Readonly<Record<EvidenceState, StatusFamily>> = {
  verified: 'green',
  waiting: 'blue',
  gap: 'yellow',
  differs: 'red',
  'without-hashes': 'grey',
}

/** Names of actions that prove something to a customer; loads, arrivals and others stay off the card. */
const proving: Readonly<Record<string, string>> = {
  collect: 'Collection',
  'collection-failed': 'Failed collection',
  'collection-exception': 'Problem at the collection',
  deliver: 'Delivery',
  'deposit-in-locker': 'Deposit in a locker',
  'hand-to-counter': 'Hand-over at a counter',
  'delivery-failed': 'Failed delivery',
  'delivery-exception': 'Problem at the delivery',
  'return-to-sender': 'Return to the sender',
  'add-photos': 'Photos added later',
}

/**
 * For staff: whether what drivers reported about a shipment, with its photos and signature, is what their phones
 * recorded (DRV-008). Renders nothing when no driver has reported anything that proves something.
 */
export function EvidenceCheck({ shipmentId }: { shipmentId: number }) {
  const me = useMe()
  const isReader = isOffice(me) && mayCall(me, evidenceApi.list)
  const query = useQuery({
    ...endpointQuery(evidenceApi.list, { shipment_id: shipmentId }),
    enabled: isReader,
  })
  if (!isReader) return null
  if (query.isPending) return <Loading lines={1} />
  if (query.error)
    return (
      <RegionError thrown={query.error} what="Check of the evidence" onRetry={() => void query.refetch()} />
    )
  const actions = query.data.actions.filter(({ type }) => type in proving)
  if (actions.length === 0) return null
  return (
    <ul aria-label="Check of the evidence" className={shared.lines}>
      {actions.map((action) => (
        <CheckedLine key={action.action_id} action={action} />
      ))}
    </ul>
  )
}

function CheckedLine({ action }: { action: CheckedAction }) {
  const family = families[action.evidence]
  const { type, occurred_at, driver_name, result } = action
  const name = proving[type] ?? type
  return (
    <li>
      <div className={shared.line}>
        <span>{result === 'conflict' ? `${name}, refused` : name}</span>
        <StatusBadge
          family={family}
          label={evidence_labels[action.evidence]}
          size="compact"
          {...(family === 'green' ? { mark: 'tick' } : {})}
        />
      </div>
      <p className={shared.quiet}>{[formatDateTime(occurred_at), driver_name].join(' · ')}</p>
      {evidenceSentences(action).map((sentence) => (
        <p key={sentence} className={shared.quiet}>
          {sentence}
        </p>
      ))}
    </li>
  )
}
