import type { Stop } from '@waybill/domain/drivers/model'
import type { Column } from '../kit/table/columns.ts'
import { StatusBadge } from '../kit/ui/StatusBadge.tsx'
import { Tag } from '../kit/ui/Value.tsx'
import { ShipmentStatusBadge } from '../shipments/index.ts'
import styles from './ops-dashboard.module.css'

/** Whose stop it is: the company or the person at the place. */
export function stopName({ address, shipments: [first], request }: Stop): string {
  return address.company || request?.contact_name || first?.contact_name || address.street_address
}

/** Where it is: suburb and street. */
export function stopPlace({ address }: Stop): string {
  return [address.local_area || address.city, address.street_address].filter(Boolean).join(', ')
}

/** Parcels of a stop, as far as they are known. */
function parcelsOf({ shipments, request }: Stop): number {
  if (request) return request.collected_parcels ?? request.expected_parcels ?? 0
  return shipments.reduce((total, { parcels }) => total + parcels.length, 0)
}

const leg_words = { collection: 'Collect', delivery: 'Deliver' } as const

/** How a stop stands, in a word. */
function stateText({ state, is_late_risk }: Stop): string {
  if (state === 'done') return 'Done'
  if (state === 'failed') return 'Failed'
  return is_late_risk ? 'Late' : 'To do'
}

function StopState({ stop }: { stop: Stop }) {
  const [first, ...others] = stop.shipments
  if (first && others.length === 0 && stop.state !== 'done')
    return <ShipmentStatusBadge status={first.status} />
  const family = { Done: 'grey', Failed: 'red', Late: 'yellow', 'To do': 'blue' } as const
  const text = stateText(stop) as keyof typeof family
  return (
    <StatusBadge family={family[text]} label={text} {...(text === 'Done' ? { mark: 'tick' as const } : {})} />
  )
}

/** The page of what is done at a stop: its first shipment, or the collection request. */
export function stopLink({ shipments: [first], request }: Stop): string {
  return request
    ? `/collection-requests/${request.collection_request_id}`
    : `/shipments/${first?.shipment_id}`
}

export const stop_columns: readonly Column<Stop>[] = [
  {
    key: 'sequence',
    title: '#',
    width: 64,
    cell: ({ sequence }) => sequence,
    text: ({ sequence }) => String(sequence),
  },
  {
    key: 'stop',
    title: 'Stop',
    width: 206,
    cell: (stop) => (
      <>
        <strong>{stopName(stop)}</strong> <span className={styles.quiet}>{stopPlace(stop)}</span>
      </>
    ),
    text: (stop) => `${stopName(stop)}, ${stopPlace(stop)}`,
  },
  {
    key: 'leg',
    title: 'Leg',
    width: 78,
    cell: ({ leg }) => <Tag>{leg_words[leg]}</Tag>,
    text: ({ leg }) => leg_words[leg],
  },
  {
    key: 'parcels',
    title: 'Parcels',
    width: 76,
    align: 'right',
    cell: parcelsOf,
    text: (stop) => String(parcelsOf(stop)),
  },
  {
    key: 'window',
    title: 'Window',
    width: 112,
    cell: (stop) => (
      <span className={stop.is_late_risk ? styles.bad : 'tabular'}>
        {stop.window_from}–{stop.window_to}
        {stop.is_late_risk && <span className="only-heard"> late</span>}
      </span>
    ),
    text: ({ window_from, window_to }) => `${window_from}–${window_to}`,
  },
  {
    key: 'state',
    title: 'Status',
    width: 168,
    tight: true,
    cell: (stop) => <StopState stop={stop} />,
    text: stateText,
  },
]

/** What a stop says on a phone. */
export function stopCard(stop: Stop) {
  return {
    title: `${stop.sequence}. ${stopName(stop)}`,
    badge: <StopState stop={stop} />,
    lines: [
      stopPlace(stop),
      `${leg_words[stop.leg]} ${stop.window_from}–${stop.window_to}${stop.is_late_risk ? ', late' : ''}`,
    ],
  }
}
