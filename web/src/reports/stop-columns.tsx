import { IconCheck } from '../kit/icons/icons.ts'
import type { Stop } from '@waybill/domain/drivers/model'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, textColumn } from '../kit/table/columns/column-kinds.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { ShipmentStatusBadge } from '../shipments/index.ts'
import opsDashboard from './ops-dashboard.module.css'
import styles from './stop-columns.module.css'

/** Returns the name of a stop: the company or contact at the address, otherwise the street address. */
export function stopName({ address, shipments: [first], request }: Stop): string {
  return address.company || request?.contact_name || first?.contact_name || address.street_address
}

/** Returns the place of a stop: suburb and street. */
export function stopPlace({ address }: Stop): string {
  return [address.local_area || address.city, address.street_address].filter(Boolean).join(', ')
}

/** Returns the contact person of a stop and their phone number. */
export function contactOf({ shipments: [first], request }: Stop): { name: string; number: string } {
  return {
    name: request?.contact_name || first?.contact_name || '',
    number: request?.contact_number || first?.contact_number || '',
  }
}

/**
 * Returns the number of parcels at a stop. For a collection request: the collected number, otherwise the expected
 * number, otherwise 0.
 */
function parcelsOf({ shipments, request }: Stop): number {
  if (request) return request.collected_parcels ?? request.expected_parcels ?? 0
  return shipments.reduce((total, { parcels }) => total + parcels.length, 0)
}

const leg_labels = { collection: 'Collect', delivery: 'Deliver' } as const

/** Returns the state of a stop as a label. */
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

/** Returns the URL of a stop: its shipment, a list of its shipments, or the collection request. */
export function stopLink({ shipments, request }: Stop): string {
  const [first, ...others] = shipments
  if (request) return `/collection-requests/${request.collection_request_id}`
  return others.length === 0
    ? `/shipments/${first?.shipment_id}`
    : `/shipments?q=${encodeURIComponent(shipments.map((one) => one.tracking_reference).join(' '))}`
}

/** Returns a key for a stop. It includes the driver, because two drivers may visit the same place. */
export function stopKey({ stop_id, driver_username }: Stop): string {
  return `${stop_id} ${driver_username}`
}

/** The mark of a stop. A driver’s first open stop is `next`. */
export type StopMark = Stop['state'] | 'next'

/** Returns the marks of stops by stop key. */
export function stopMarks(stops: readonly Stop[]): ReadonlyMap<string, StopMark> {
  const next = new Map<string, string>()
  for (const stop of stops)
    if (stop.state === 'to-do' && !next.has(stop.driver_username))
      next.set(stop.driver_username, stopKey(stop))
  return new Map(
    stops.map((stop) => {
      const key = stopKey(stop)
      return [key, next.get(stop.driver_username) === key ? 'next' : stop.state] as const
    }),
  )
}

const mark_words: Record<StopMark, string> = { 'to-do': '', next: 'next', done: 'done', failed: 'failed' }

const class_of: Readonly<Record<StopMark, string | undefined>> = {
  'to-do': undefined,
  next: styles.next,
  done: styles.done,
  failed: styles.failed,
}

interface StopColumnsOptions {
  /** Driver names by username; `null` when all stops belong to one driver. */
  names: ReadonlyMap<string, string> | null
  marks: ReadonlyMap<string, StopMark>
}

/**
 * Returns the columns of the stops table. Shows the driver when there are several drivers, otherwise the number of
 * parcels.
 */
export function stopColumns({ names, marks }: StopColumnsOptions): readonly Column<Stop>[] {
  const nameOf = ({ driver_username }: Stop): string => names?.get(driver_username) ?? driver_username
  const driver: Column<Stop> = textColumn('driver', 'Driver', 128, nameOf, {
    cell: (stop) => (
      <span className={styles.twoLines}>
        <span>{nameOf(stop)}</span>
        <span className={opsDashboard.quiet}>{parcelsText(parcelsOf(stop))}</span>
      </span>
    ),
  })
  const count: Column<Stop> = textColumn('parcels', 'Parcels', 76, (stop) => String(parcelsOf(stop)), {
    align: 'right',
    cell: parcelsOf,
  })
  return [
    textColumn('sequence', '#', 64, ({ sequence }) => String(sequence), {
      cell: (stop) => <Sequence stop={stop} mark={marks.get(stopKey(stop)) ?? stop.state} />,
    }),
    {
      key: 'stop',
      title: 'Stop',
      width: names ? 172 : 212,
      cell: (stop) => (
        <span className={styles.twoLines}>
          <strong>{stopName(stop)}</strong>
          <span className={opsDashboard.quiet}>{stopPlace(stop)}</span>
        </span>
      ),
      text: (stop) => `${stopName(stop)}, ${stopPlace(stop)}`,
    },
    names ? driver : count,
    textColumn(
      'window',
      'Due',
      142,
      ({ leg, window_from, window_to }) => `${leg_labels[leg]} ${window_from}–${window_to}`,
      {
        cell: (stop) => (
          <span className={cx(styles.twoLines, 'tabular')}>
            <span className={stop.is_late_risk ? opsDashboard.bad : undefined}>
              {leg_labels[stop.leg]} by {stop.window_to}
              {stop.is_late_risk && <span className="only-heard"> late</span>}
            </span>
            <span className={opsDashboard.quiet}>from {stop.window_from}</span>
          </span>
        ),
      },
    ),
    badgeColumn('state', 'Status', names ? 158 : 184, stateText, {
      cell: (stop) => <StopState stop={stop} />,
    }),
  ]
}

function parcelsText(count: number): string {
  return count === 1 ? '1 parcel' : `${formatCount(count)} parcels`
}

function Sequence({ stop, mark }: { stop: Stop; mark: StopMark }) {
  return (
    <span className={cx(styles.sequence, class_of[mark])}>
      {mark === 'done' ? <Icon of={IconCheck} size={16} /> : stop.sequence}
      <span className="only-heard">
        {mark === 'done' ? stop.sequence : ''} {mark_words[mark]}
      </span>
    </span>
  )
}

/** Returns the card of a stop on phones. */
export function stopCard(stop: Stop) {
  return {
    title: `${stop.sequence}. ${stopName(stop)}`,
    badge: <StopState stop={stop} />,
    lines: [
      stopPlace(stop),
      `${leg_labels[stop.leg]} ${stop.window_from}–${stop.window_to}${stop.is_late_risk ? ', late' : ''}`,
    ],
  }
}
