import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconMap2 } from '@tabler/icons-react'
import { driversApi } from '@waybill/domain/drivers/api'
import type { Stop, TripSheet } from '@waybill/domain/drivers/model'
import { reportsApi } from '@waybill/domain/reports/api'
import { useState } from 'react'
import { call } from '../kit/api/index.ts'
import { usePreference } from '../kit/preferences/preferences.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { AppLink } from '../kit/ui/AppLink.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import { formatCount } from '../kit/ui/numbers.ts'
import { usePhone } from '../kit/ui/use-phone.ts'
import { PointsMap } from '../maps/index.ts'
import styles from './ops-dashboard.module.css'
import { stop_columns, stopCard, stopLink, stopName, stopPlace } from './stop-columns.tsx'
import { useFollow } from './use-follow.ts'
import type { OpsState } from './use-ops-state.ts'

/** Stops shown at once; a driver has fewer, a whole branch may have more. */
const most_shown = 200

/** The stops of a driver, or of everybody, as a table and on the map. */
export function StopsOfDay({ state, refresh_ms }: { state: OpsState; refresh_ms: number }) {
  const isPhone = usePhone()
  const [hasMap, setMap] = usePreference<boolean>('ops-dashboard-map', true)
  const { driver, date, branch_id } = state
  const input = { driver, date, branch_id: driver ? undefined : branch_id }
  // A name of its own: the driver's own sheet is read again at every word of the live channel, a whole branch is not.
  const query = useQuery({
    queryKey: ['stops of a day', input],
    queryFn: ({ signal }) => call(driversApi.tripSheet, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refresh_ms,
  })
  useFollow(reportsApi.opsDashboard, query.refetch)
  const sheet = query.data
  const stops = sheet?.stops.slice(0, most_shown)
  return (
    <>
      <Card
        className={styles.stops}
        title={sheet?.driver?.name ?? 'All stops'}
        note={sheet && totalsText(sheet)}
        flush
        actions={
          !isPhone && (
            <Button size="sm" icon={IconMap2} aria-pressed={hasMap} onClick={() => setMap(!hasMap)}>
              {hasMap ? 'Hide map' : 'Show map'}
            </Button>
          )
        }
      >
        {sheet?.is_over_stop_limit && driver && (
          <Notice variant="warning">
            This sheet has more stops than your limit. Give some of them to another driver.
          </Notice>
        )}
        {sheet && sheet.stops.length > most_shown && (
          <Notice variant="info">
            {`The first ${most_shown} of ${formatCount(sheet.stops.length)} stops are shown. Choose a driver to see all of theirs.`}
          </Notice>
        )}
        <DataTable
          name="ops-stops"
          caption="Stops"
          inCard
          columns={stop_columns}
          rows={stops}
          idOf={({ stop_id }) => stop_id}
          query={query}
          linkOf={stopLink}
          card={stopCard}
          empty={{
            title: 'No stops on this day.',
            text: 'Stops appear here once drivers have been assigned.',
          }}
        />
      </Card>
      {!isPhone && hasMap && <StopMap stops={stops ?? []} />}
    </>
  )
}

function totalsText({ totals }: TripSheet): string {
  const failed = totals.failed > 0 ? ` · ${formatCount(totals.failed)} failed` : ''
  return `${formatCount(totals.done)} done${failed} · ${formatCount(totals.remaining)} to go`
}

function StopMap({ stops }: { stops: readonly Stop[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const points = stops.flatMap((stop) => {
    const { lat, lng } = stop.address
    return lat === null || lng === null ? [] : [{ key: stop.stop_id, name: stopName(stop), lat, lng }]
  })
  const stop = stops.find(({ stop_id }) => stop_id === chosen)
  return (
    <section className={styles.map} aria-label="Map">
      <PointsMap points={points} chosen={chosen} onChoose={choose} label="The stops on the map" />
      {stop && (
        <p className={styles.mapStop}>
          <strong>
            Stop {stop.sequence} · {stopName(stop)}
          </strong>
          <span>{stopPlace(stop)}</span>
          <AppLink to={stopLink(stop)}>Open</AppLink>
        </p>
      )}
    </section>
  )
}
