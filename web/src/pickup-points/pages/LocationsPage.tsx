import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconBuildingStore,
  IconClock,
  IconFileImport,
  IconMapPin,
  IconMapPinOff,
  IconPackage,
  IconPhone,
  IconPlus,
  IconRuler2,
  IconSearch,
} from '../../kit/icons/icons.ts'
import { pickupPointsApi, type ManagedPoint } from '@waybill/domain/pickup-points/api'
import {
  network_labels,
  pickup_point_providers,
  pickup_point_types,
  type PickupPoint,
  type PickupPointType,
} from '@waybill/domain/pickup-points/model'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { point_states } from '@waybill/domain/pickup-points/point-state'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useEffect, useRef, useState } from 'react'
import { answerToShow } from '../../kit/api/answer-to-show.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
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
import { PointPhotos } from '../PointPhotos.tsx'
import {
  hoursLine,
  largestSize,
  managedState,
  pointKey,
  pointState,
  state_labels,
  stockText,
} from '../point-state.ts'
import { useLocationsTitle } from '../use-locations-title.ts'

const max_visible = 100
/** Refresh interval of the open and closed states, in ms. */
const refresh_ms = 60_000
const kinds = [
  { key: 'all', label: 'All' },
  { key: 'locker', label: 'Lockers' },
  { key: 'counter', label: 'Counters' },
] as const
const kind_words = { locker: 'locker', counter: 'counter' } as const

const networks = pickup_point_providers.map((network) => ({ value: network, label: network_labels[network] }))
const states = point_states.map((state) => ({ value: state, label: state_labels[state] }))

/** A point as customers see it, or with stock and state, as staff see it. */
type ShownPoint = PickupPoint | ManagedPoint
const isManaged = (point: ShownPoint): point is ManagedPoint => 'version' in point

/** The filters in the address of the page. */
function useFilters() {
  const { values, set } = useSearchState()
  return {
    type: pickup_point_types.find((one) => one === values.type),
    network: pickup_point_providers.find((one) => one === values.network),
    state: point_states.find((one) => one === values.state),
    chosen: values.at ?? null,
    set,
  }
}

/**
 * Lists where parcels can be handed in and picked up, in a list and on a map (NAV-024): nearest to a place, and for
 * staff all points with their stock and state, whatever network they belong to.
 */
export default function LocationsPage() {
  const me = useMe()
  const manages = mayEditPoints(me) === true && mayCall(me, pickupPointsApi.managed)
  return manages ? <ManagedLocations /> : <PublicLocations />
}

function PublicLocations() {
  const { searched } = useTypedSearch()
  const { type } = useFilters()
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.list, {
      search: searched || undefined,
      order_closest: searched !== '',
      type,
      limit: max_visible,
    }),
    placeholderData: keepPreviousData,
  })
  const answer = answerToShow(query)
  return <Locations points={answer?.pickup_points} count={answer?.count} query={query} />
}

function ManagedLocations() {
  const { searched } = useTypedSearch()
  const { type, network, state } = useFilters()
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.managed, {
      search: searched || undefined,
      type,
      pickup_point_provider: network,
      state,
      limit: max_visible,
    }),
    placeholderData: keepPreviousData,
  })
  const answer = answerToShow(query)
  return <Locations points={answer?.points} count={answer?.count} query={query} isManaging />
}

function Locations({
  points,
  count,
  query,
  isManaging = false,
}: {
  points: readonly ShownPoint[] | undefined
  count: number | undefined
  query: { error: Error | null; refetch: () => Promise<unknown> }
  isManaging?: boolean
}) {
  const { type, network, state, chosen, set } = useFilters()
  const { searched, typed, setTyped } = useTypedSearch()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refresh_ms)
    return () => clearInterval(timer)
  }, [])
  const isFiltered = type !== undefined || network !== undefined || state !== undefined
  const [focus, setFocus] = useState<MapFocus | null>(chosen === null ? null : { key: chosen })
  const choose = (key: string): void => set({ at: key === chosen ? undefined : key }, { replace: true })
  const title = useLocationsTitle()
  return (
    <Page width="list">
      <PageHeader
        title={title}
        count={count}
        actions={
          <>
            <SyncButton />
            {isManaging && <ImportLink />}
          </>
        }
        primary={isManaging && <NewLink />}
      />
      <div className={styles.search}>
        <TextField
          {...standaloneField('q', typed, setTyped)}
          label={isManaging ? 'Find locations' : 'Find locations near a place'}
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
        {isManaging && (
          <div className={styles.filters}>
            <SelectField
              {...standaloneField('network', network ?? null, (chosenNetwork) =>
                set({ network: chosenNetwork ?? undefined }),
              )}
              label="Network"
              hideLabel
              placeholder="All networks"
              clearable
              options={networks}
            />
            <SelectField
              {...standaloneField('state', state ?? null, (chosenState) =>
                set({ state: chosenState ?? undefined }),
              )}
              label="State"
              hideLabel
              placeholder="In use"
              clearable
              options={states}
            />
          </div>
        )}
      </div>
      {query.error && !points ? (
        <RegionError thrown={query.error} what="The locations" onRetry={() => void query.refetch()} />
      ) : !points ? (
        <Loading lines={8} onRetry={() => void query.refetch()} />
      ) : points.length === 0 ? (
        <div className={styles.none}>
          <EmptyState
            icon={searched ? IconMapPinOff : IconMapPin}
            title={noneText({ searched, type, isManaging, isFiltered })}
            action={
              (searched || isFiltered) && (
                <Button
                  onClick={() => {
                    setTyped('')
                    set({ q: undefined, type: undefined, network: undefined, state: undefined })
                  }}
                >
                  Show every location
                </Button>
              )
            }
          >
            {isManaging
              ? 'Lockers and counters of your company and of networks are listed here.'
              : searched
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
                total={count ?? 0}
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

/** States that nothing was found, and for what. */
function noneText({
  searched,
  type,
  isManaging,
  isFiltered,
}: {
  searched: string
  type: PickupPointType | undefined
  isManaging: boolean
  isFiltered: boolean
}): string {
  if (isManaging) return searched || isFiltered ? 'No location matches.' : 'No locations yet.'
  return searched ? `No ${type ? kind_words[type] : 'location'} near ‘${searched}’.` : 'No locations yet.'
}

function ImportLink() {
  const me = useMe()
  if (!mayCall(me, pickupPointsApi.create)) return null
  return (
    <ButtonLink to="/locations/import" icon={IconFileImport}>
      Import
    </ButtonLink>
  )
}

function NewLink() {
  const me = useMe()
  if (!mayCall(me, pickupPointsApi.create)) return null
  return (
    <ButtonLink to="/locations/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New location
    </ButtonLink>
  )
}

function Location({
  point,
  now,
  isChosen,
  onChoose,
}: {
  point: ShownPoint
  now: Date
  isChosen: boolean
  onChoose: () => void
}) {
  const me = useMe()
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const managed = isManaged(point) ? point : null
  const state = managed ? managedState(managed, now) : pointState(point, now)
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
          </small>
          {point.trading_hours && !isChosen && <small className={styles.whatSmall}>{hoursLine(point)}</small>}
          {managed && <small className={styles.whatSmall}>{stockText(managed)}</small>}
          {managed?.out_of_order_reason && (
            <small className={styles.whatSmall}>{managed.out_of_order_reason}</small>
          )}
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
          <FactLine icon={IconClock} text={hoursLine(point)} />
          <FactLine icon={IconRuler2} text={size && `Largest parcel ${size}`} />
          <FactLine icon={IconPhone} text={point.phone} />
          <FactLine icon={IconMapPin} text={point.description} />
          <PointPhotos point={point} />
          <div className={styles.actions}>
            {mayCall(me, shipmentsApi.create) && point.status !== 'offline' && (
              <>
                <ButtonLink size="sm" variant="primary" to={`/shipments/new?to-point=${name}`}>
                  Send here
                </ButtonLink>
                <ButtonLink size="sm" to={`/shipments/new?from-point=${name}`}>
                  Send from here
                </ButtonLink>
              </>
            )}
            {managed && (
              <ButtonLink size="sm" to={`/locations/${managed.id}`}>
                {managed.pickup_point_provider === 'own' && managed.closed_date === null ? 'Edit' : 'Details'}
              </ButtonLink>
            )}
          </div>
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
