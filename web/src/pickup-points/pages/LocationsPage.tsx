import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconBuildingStore,
  IconClock,
  IconMapPin,
  IconMapPinOff,
  IconPackage,
  IconPhone,
  IconRuler2,
  IconSearch,
} from '@tabler/icons-react'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { pickup_point_types, type PickupPoint } from '@waybill/domain/pickup-points/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useEffect, useRef, useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon, type IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { useTypedSearch } from '../../kit/url/use-typed-search.ts'
import { PointsMap, type MapFocus } from '../../maps/index.ts'
import { SyncButton } from '../SyncButton.tsx'
import styles from './locations-page.module.css'
import { placeLine } from '../place-line.ts'
import { largestSize, pointKey, pointState } from '../point-state.ts'

const max_visible = 100
/** Refresh interval of the open and closed states, in ms. */
const refresh_ms = 60_000
const kinds = [
  { key: 'all', label: 'All' },
  { key: 'locker', label: 'Lockers' },
  { key: 'counter', label: 'Counters' },
] as const
const kind_words = { locker: 'locker', counter: 'counter' } as const

/** Lists where parcels can be handed in and picked up: nearest to a place, in a list and on a map (NAV-024). */
export default function LocationsPage() {
  const { values, set } = useSearchState()
  const { searched, typed, setTyped } = useTypedSearch()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refresh_ms)
    return () => clearInterval(timer)
  }, [])
  const type = pickup_point_types.find((one) => one === values.type)
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.list, {
      search: searched || undefined,
      order_closest: searched !== '',
      type,
      limit: max_visible,
    }),
    placeholderData: keepPreviousData,
  })
  const points = query.data?.pickup_points
  const chosen = values.at ?? null
  const [focus, setFocus] = useState<MapFocus | null>(chosen === null ? null : { key: chosen })
  const choose = (key: string): void => set({ at: key === chosen ? undefined : key }, { replace: true })
  return (
    <Page width="list">
      <PageHeader title="Bob Box locations" count={query.data?.count} actions={<SyncButton />} />
      <div className={styles.search}>
        <TextField
          {...standaloneField('q', typed, setTyped)}
          label="Find locations near a place"
          hideLabel
          type="search"
          icon={IconSearch}
          placeholder="Suburb, town, postal code or the name of a location"
          autoComplete="off"
          enterKeyHint="search"
        />
        <Segments
          label="Kind of location"
          choices={kinds}
          chosen={type ?? 'all'}
          onChoose={(key) => set({ type: key === 'all' ? undefined : key })}
        />
      </div>
      {query.error && !points ? (
        <RegionError thrown={query.error} what="The locations" onRetry={() => void query.refetch()} />
      ) : !points ? (
        <Loading lines={8} onRetry={() => void query.refetch()} />
      ) : points.length === 0 ? (
        <div className={styles.none}>
          <EmptyState
            icon={searched ? IconMapPinOff : IconMapPin}
            title={
              searched
                ? `No ${type ? kind_words[type] : 'location'} near ‘${searched}’.`
                : 'No locations yet.'
            }
            action={
              searched ? (
                <Button onClick={() => setTyped('')}>Show every location</Button>
              ) : (
                type && <Button onClick={() => set({ type: undefined })}>Show lockers and counters</Button>
              )
            }
          >
            {searched
              ? 'There is none within 50 km. Search for a larger town nearby.'
              : 'Lockers and counters of your courier company are shown here.'}
          </EmptyState>
        </div>
      ) : (
        <div className={styles.columns}>
          <ul className={styles.points}>
            <li>
              <PartialListNotice
                shown={points.length}
                total={query.data?.count ?? 0}
                what="locations"
                rest="Search for a place to see those near it."
              />
            </li>
            {points.map((point) => (
              <Location
                key={pointKey(point)}
                point={point}
                now={now}
                isChosen={pointKey(point) === chosen}
                onChoose={() => {
                  choose(pointKey(point))
                  if (pointKey(point) !== chosen) setFocus({ key: pointKey(point) })
                }}
              />
            ))}
          </ul>
          <div className={styles.map}>
            <PointsMap
              points={points.map((point) => ({ ...point, key: pointKey(point) }))}
              chosen={chosen}
              focus={focus}
              onChoose={choose}
              label={`Map of ${points.length === 1 ? '1 location' : `${points.length} locations`}`}
            />
          </div>
        </div>
      )}
    </Page>
  )
}

function Location({
  point,
  now,
  isChosen,
  onChoose,
}: {
  point: PickupPoint
  now: Date
  isChosen: boolean
  onChoose: () => void
}) {
  const me = useMe()
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const state = pointState(point, now)
  const size = largestSize(point)
  const name = encodeURIComponent(pointKey(point))
  const isLocker = point.type === 'locker'
  return (
    <li ref={element} className={cx(styles.point, isChosen && styles.chosen)}>
      <button type="button" aria-expanded={isChosen} className={styles.head} onClick={onChoose}>
        <span className={styles.kind}>
          <Icon of={isLocker ? IconPackage : IconBuildingStore} size={20} />
        </span>
        <span className={styles.what}>
          <strong className={styles.whatStrong}>{point.name}</strong>
          <span>{placeLine(point)}</span>
          <small className={styles.whatSmall}>
            {isLocker ? 'Locker' : 'Counter'} <span className="mono">{point.pickup_point_id}</span>
            {point.trading_hours && !isChosen && ` · ${point.trading_hours}`}
          </small>
        </span>
        <span className={styles.standing}>
          <StatusBadge family={state.family} label={state.label} size="compact" />
          {point.distance_km !== null && (
            <span className="tabular">{`${point.distance_km.toFixed(1)} km`}</span>
          )}
        </span>
      </button>
      {isChosen && (
        <div className={styles.more}>
          <FactLine icon={IconClock} text={point.trading_hours} />
          <FactLine icon={IconRuler2} text={size && `Largest parcel ${size}`} />
          <FactLine icon={IconPhone} text={point.phone} />
          <FactLine icon={IconMapPin} text={point.description} />
          {mayCall(me, shipmentsApi.create) && state.label !== 'Offline' && (
            <div className={styles.actions}>
              <ButtonLink size="sm" variant="primary" to={`/shipments/new?to-point=${name}`}>
                Send here
              </ButtonLink>
              <ButtonLink size="sm" to={`/shipments/new?from-point=${name}`}>
                Send from here
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** One line about a location; renders nothing without a text. */
function FactLine({ icon, text }: { icon: IconShape; text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className={styles.line}>
      <Icon className={styles.lineIcon} of={icon} size={16} />
      {text}
    </p>
  )
}
