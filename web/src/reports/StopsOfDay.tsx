import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconExternalLink, IconMap2, IconMessage, IconPhone, IconUserPlus } from '../kit/icons/icons.ts'
import { driversApi } from '@waybill/domain/drivers/api'
import type { Stop, TripSheet } from '@waybill/domain/drivers/model'
import { reportsApi } from '@waybill/domain/reports/api'
import type { DriverProgress } from '@waybill/domain/reports/ops-dashboard'
import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { Suspense, useMemo, useState } from 'react'
import { call } from '../kit/api/index.ts'
import { usePreference } from '../kit/preferences/preferences.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Button, buttonClass } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { cx } from '../kit/ui/class-names.ts'
import type { MenuEntry } from '../kit/ui/layers/Menu.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { formatCount, formatDecimal } from '../kit/ui/values/numbers.ts'
import { PartialListNotice } from '../kit/ui/states/PartialListNotice.tsx'
import { usePhone } from '../kit/ui/page-layout/use-phone.ts'
import { useGo } from '../kit/url/use-go.ts'
import { StopsMap, useServiceArea, type MapFocus, type MapStop } from '../maps/index.ts'
import { AssignStopDialog } from './AssignStopDialog.tsx'
import { StopMessages, type StopMessage } from './StopMessages.tsx'
import shared from './ops-dashboard.module.css'
import styles from './stops-of-day.module.css'
import {
  contactOf,
  stopCard,
  stopColumns,
  stopKey,
  stopLink,
  stopMarks,
  stopName,
  stopPlace,
  type StopMark,
} from './stop-columns.tsx'
import { useFollow } from './use-follow.ts'
import type { OpsState } from './use-ops-state.ts'

/** Maximum number of stops shown for all drivers together. For one driver, all stops are shown. */
const max_visible = 200

interface StopsOfDayProps {
  state: OpsState
  drivers: readonly DriverProgress[]
  refresh_ms: number
}

/** Shows the stops of one driver or of all drivers, as a table and on the map. */
export function StopsOfDay({ state, drivers, refresh_ms }: StopsOfDayProps) {
  const isPhone = usePhone()
  const me = useMe()
  const go = useGo()
  const [hasMap, setMap] = usePreference<boolean>('ops-dashboard-map', true)
  const [chosen, choose] = useState<string | null>(null)
  const [focus, setFocus] = useState<MapFocus | null>(null)
  const showOnMap = (key: string): void => {
    choose(key)
    setFocus({ key })
  }
  const [assigned, assign] = useState<Stop | null>(null)
  const [message, setMessage] = useState<StopMessage | null>(null)
  const { driver, date, branch_id } = state
  const input = driver ? { driver, date } : { date, branch_id, limit: max_visible }
  // Use a separate query key: the standard key is reloaded on every live event, which is too often for a whole
  // branch.
  const query = useQuery({
    queryKey: ['stops of a day', input],
    queryFn: ({ signal }) => call(driversApi.tripSheet, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh_ms,
  })
  useFollow(reportsApi.opsDashboard, query.refetch)
  const sheet = query.data
  const stops = sheet?.stops
  const marks = useMemo(() => stopMarks(stops ?? []), [stops])
  const columns = useMemo(() => {
    const names = new Map(drivers.map(({ username, name }) => [username, name]))
    return stopColumns({ names: driver ? null : names, marks })
  }, [driver, drivers, marks])
  const mayAssign = mayCall(me, driversApi.assign)
  const mayWrite = mayCall(me, driverMessagesApi.send)
  const driverOf = (username: string) => ({
    username,
    name: drivers.find((one) => one.username === username)?.name ?? username,
  })
  const messagesOf = (stop: Stop): MenuEntry[] => {
    const [first] = stop.shipments
    const about = first && { shipment_id: first.shipment_id, reference: first.tracking_reference }
    return [
      ...(mayWrite && stop.driver_username
        ? [
            {
              label: 'Message the driver…',
              icon: IconMessage,
              onSelect: () => setMessage({ to: 'driver', driver: driverOf(stop.driver_username), about }),
            },
          ]
        : []),
      ...(about && stop.leg === 'delivery' && mayCall(me, shipmentsApi.messageReceiver)
        ? [
            {
              label: 'Message the receiver…',
              icon: IconMessage,
              onSelect: () => setMessage({ to: 'receiver', ...about }),
            },
          ]
        : []),
    ]
  }
  const menuOf = (stop: Stop): MenuEntry[] => [
    ...pagesOf(stop, go),
    ...(mayAssign && stop.shipments.length > 0 && stop.state !== 'done'
      ? [{ label: 'Assign to another driver', icon: IconUserPlus, onSelect: () => assign(stop) }]
      : []),
    ...callsOf(stop),
    ...messagesOf(stop),
    ...(!isPhone && hasMap && stop.address.lat !== null
      ? [{ label: 'Show on the map', icon: IconMap2, onSelect: () => showOnMap(stopKey(stop)) }]
      : []),
  ]
  return (
    <>
      <Card
        className={styles.stops}
        title={sheet?.driver?.name ?? 'All stops'}
        note={sheet && totalsText(sheet)}
        flush
        actions={
          <>
            {sheet?.driver?.mobile_number && (
              <a
                className={buttonClass({ size: 'sm' })}
                href={`tel:${bareNumber(sheet.driver.mobile_number)}`}
              >
                <Icon of={IconPhone} size={16} />
                Call
              </a>
            )}
            {sheet?.driver && mayWrite && (
              <Button
                size="sm"
                icon={IconMessage}
                onClick={() =>
                  setMessage({
                    to: 'driver',
                    driver: driverOf(sheet.driver?.username ?? ''),
                    about: undefined,
                  })
                }
              >
                Message
              </Button>
            )}
            {!isPhone && (
              <Button size="sm" icon={IconMap2} aria-pressed={hasMap} onClick={() => setMap(!hasMap)}>
                {hasMap ? 'Hide map' : 'Show map'}
              </Button>
            )}
          </>
        }
      >
        {sheet?.is_over_stop_limit && driver && (
          <Notice variant="warning">
            This sheet has more stops than your limit. Give some of them to another driver.
          </Notice>
        )}
        {sheet && (
          <PartialListNotice
            shown={sheet.stops.length}
            total={sheet.count}
            what="stops"
            rest={
              branch_id === undefined
                ? 'Filter by branch or driver to see the rest.'
                : 'Choose a driver to see all their stops.'
            }
          />
        )}
        <DataTable
          name={driver ? 'ops-stops-of-driver' : 'ops-stops'}
          caption="Stops"
          inCard
          columns={columns}
          rows={stops}
          idOf={stopKey}
          query={query}
          linkOf={stopLink}
          rowMenu={menuOf}
          card={stopCard}
          empty={{
            title: 'No stops on this day.',
            text: 'Stops appear here once drivers have been assigned.',
          }}
        />
      </Card>
      {!isPhone && hasMap && (
        <StopMap
          stops={stops ?? []}
          marks={marks}
          isRoute={Boolean(driver)}
          chosen={chosen}
          focus={focus}
          onChoose={choose}
          onAssign={mayAssign ? assign : null}
        />
      )}
      <Suspense fallback={null}>
        {message && <StopMessages message={message} onClose={() => setMessage(null)} />}
      </Suspense>
      {assigned && (
        <AssignStopDialog stop={assigned} onDone={() => query.refetch()} onClose={() => assign(null)} />
      )}
    </>
  )
}

function totalsText({ totals, odometer }: TripSheet): string {
  const failed = totals.failed > 0 ? ` · ${formatCount(totals.failed)} failed` : ''
  return `${formatCount(totals.done)} done${failed} · ${formatCount(totals.remaining)} to go${odometerText(odometer)}`
}

/** Returns the odometer readings that the driver has entered, as text. */
function odometerText(odometer: TripSheet['odometer']): string {
  const { start_km = null, end_km = null } = odometer ?? {}
  const start = start_km === null ? '' : ` · Odometer at the start ${formatDecimal(start_km, 1)} km`
  const end = end_km === null ? '' : ` · at the end ${formatDecimal(end_km, 1)} km`
  const driven =
    start_km === null || end_km === null ? '' : ` · ${formatDecimal(end_km - start_km, 1)} km driven`
  return start + end + driven
}

/** Returns menu entries for all pages about a stop. */
function pagesOf(stop: Stop, go: (to: string) => void): MenuEntry[] {
  const { shipments, request } = stop
  if (request)
    return [
      { label: `Open ${request.display_id}`, icon: IconExternalLink, onSelect: () => go(stopLink(stop)) },
    ]
  return shipments.map(({ shipment_id, tracking_reference }) => ({
    label: `Open ${tracking_reference}`,
    icon: IconExternalLink,
    onSelect: () => go(`/shipments/${shipment_id}`),
  }))
}

function callsOf(stop: Stop): MenuEntry[] {
  const { name, number } = contactOf(stop)
  if (!number) return []
  return [
    {
      label: `Call ${name || number}`,
      icon: IconPhone,
      onSelect: () => window.location.assign(`tel:${bareNumber(number)}`),
    },
  ]
}

interface StopMapProps {
  stops: readonly Stop[]
  marks: ReadonlyMap<string, StopMark>
  isRoute: boolean
  chosen: string | null
  focus: MapFocus | null
  onChoose: (key: string | null) => void
  onAssign: ((stop: Stop) => void) | null
}

function StopMap({ stops, marks, isRoute, chosen, focus, onChoose, onAssign }: StopMapProps) {
  const points = stops.flatMap((one): MapStop[] => {
    const { lat, lng, local_area, city } = one.address
    if (lat === null || lng === null) return []
    const key = stopKey(one)
    const state = marks.get(key) ?? one.state
    return [{ key, number: one.sequence, name: stopName(one), suburb: local_area || city, state, lat, lng }]
  })
  const area = useServiceArea(points.length === 0)
  const stop = stops.find((one) => stopKey(one) === chosen)
  return (
    <section className={cx(styles.map, points.length === 0 && styles.mapEmpty)} aria-label="Map">
      <StopsMap
        stops={points}
        isRoute={isRoute}
        area={area}
        chosen={chosen}
        focus={focus}
        onChoose={onChoose}
        label={`${formatCount(points.length)} stops on the map`}
      />
      {stop && (
        <div className={styles.mapStop}>
          <strong>
            Stop {stop.sequence} · {stopName(stop)}
          </strong>
          <span>{stopPlace(stop)}</span>
          <span className={stop.is_late_risk ? shared.bad : shared.quiet}>
            {stop.window_from}–{stop.window_to}
            {stop.is_late_risk && ', late'}
          </span>
          <span className={styles.mapActions}>
            <AppLink to={stopLink(stop)} className={buttonClass({ size: 'sm' })}>
              Open
            </AppLink>
            {onAssign && stop.shipments.length > 0 && stop.state !== 'done' && (
              <Button size="sm" onClick={() => onAssign(stop)}>
                Assign to another driver
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
              Close
            </Button>
          </span>
        </div>
      )}
    </section>
  )
}
