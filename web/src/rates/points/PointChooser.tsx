import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconBuildingStore, IconPackage, IconSearch } from '../../kit/icons/icons.ts'
import { formatRand } from '@waybill/domain/kit/money'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { largestFree, sizeText } from '@waybill/domain/pickup-points/fit'
import { hoursWithHolidays } from '@waybill/domain/pickup-points/opening'
import { pickup_point_types, type PickupPointType } from '@waybill/domain/pickup-points/model'
import { ratesApi } from '@waybill/domain/rates/api'
import type { PointOffer, PointOffersInput } from '@waybill/domain/rates/pricing/point-offers'
import { useEffect, useMemo, useRef, useState } from 'react'
import { answerToShow } from '../../kit/api/answer-to-show.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { useSettled } from '../../kit/form/choices/use-settled.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useScrollIntoView } from '../../kit/form/use-scroll-into-view.ts'
import { mayCall, useFeature, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { useFocusRescue } from '../../kit/ui/focus-rescue.ts'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Loading, RegionError, ThinBar } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { PointsMap } from '../../maps/index.ts'
import { placeLine, pointKey } from '../../pickup-points/index.ts'
import styles from './point-chooser.module.css'

/** Delay after the last change before the points are requested, in ms. */
const pause_ms = 300
const max_visible = 20
const kinds = [
  { key: 'all', label: 'All' },
  { key: 'locker', label: 'Lockers' },
  { key: 'counter', label: 'Counters' },
] as const

/** The shipment for which a point is chosen, as far as it is known. */
export type PointsRequest = Omit<PointOffersInput, 'search' | 'type' | 'limit' | 'offset'>

interface PointChooserProps {
  /** Label of the button that opens the list. */
  label: string
  request: PointsRequest
  onChoose: (point: PointOffer) => void
}

/**
 * Lets a user choose a pickup point on a map or in a list, after pressing a button. Each point shows its distance from
 * the typed address, its hours, the largest free size and, where it differs, its price; points that cannot be chosen
 * show the reason. Renders nothing when the company has no points, or the user may not choose one.
 */
export function PointChooser(props: PointChooserProps) {
  const me = useMe()
  const mayList = me.kind === 'guest' || mayCall(me, pickupPointsApi.list)
  return useFeature('locations') && mayList ? <Opener {...props} /> : null
}

function Opener(props: PointChooserProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...endpointQuery(pickupPointsApi.list, { limit: 1 }), staleTime: Infinity })
  const box = useRef<HTMLDivElement>(null)
  const rescue = useFocusRescue(() => box.current?.querySelector('button'))
  if (!query.data?.count) return null
  return (
    <div ref={box} {...rescue}>
      {isOpen ? (
        <Chooser {...props} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="link" icon={IconPackage} onClick={() => setOpen(true)}>
          {props.label}
        </Button>
      )}
    </div>
  )
}

function Chooser({ label, request, onChoose, onClose }: PointChooserProps & { onClose: () => void }) {
  const box = useScrollIntoView<HTMLElement>()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), pause_ms)
  const [type, setType] = useState<PickupPointType | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const input = useSettled(request, pause_ms)
  const query = useQuery({
    ...endpointQuery(ratesApi.offerPoints, {
      ...input,
      search: search || undefined,
      type: type ?? undefined,
      limit: max_visible,
    }),
    placeholderData: keepPreviousData,
  })
  const points = answerToShow(query)?.pickup_points
  return (
    <section ref={box} className={styles.chooser} aria-label={label}>
      <div className={styles.search}>
        <TextField
          {...standaloneField('point_search', text, setText)}
          label="Find a locker or counter"
          type="search"
          icon={IconSearch}
          placeholder="Suburb, town or name"
          autoComplete="off"
        />
        <Segments
          label="Kind of pickup point"
          choices={kinds}
          chosen={type ?? 'all'}
          onChoose={(key) => setType(pickup_point_types.find((one) => one === key) ?? null)}
        />
      </div>
      <ThinBar active={query.isFetching} />
      {query.error && !points ? (
        <RegionError thrown={query.error} what="The pickup points" onRetry={() => void query.refetch()} />
      ) : !points ? (
        <Loading lines={4} onRetry={() => void query.refetch()} />
      ) : points.length === 0 ? (
        <p className={styles.quiet}>No locker or counter matches.</p>
      ) : (
        <Found
          points={points}
          total={query.data?.count ?? 0}
          shown={shown}
          onShow={setShown}
          onChoose={(point) => {
            onChoose(point)
            onClose()
          }}
        />
      )}
      <div>
        <Button variant="link" onClick={onClose}>
          Close the list
        </Button>
      </div>
    </section>
  )
}

/** The points on the map and in the list; those that cannot be chosen come last. */
function Found({
  points,
  total,
  shown,
  onShow,
  onChoose,
}: {
  points: readonly PointOffer[]
  total: number
  /** Key of the point that was pressed on the map. */
  shown: string | null
  onShow: (key: string) => void
  onChoose: (point: PointOffer) => void
}) {
  const same = samePrice(points)
  const [first] = points
  const nearest = first && first.distance_km !== null ? pointKey(first) : null
  const focus = useMemo(() => (nearest === null ? null : { key: nearest }), [nearest])
  return (
    <>
      <div className={styles.map}>
        <PointsMap
          points={points.map((point) => ({ ...point, key: pointKey(point) }))}
          chosen={shown}
          focus={focus}
          onChoose={onShow}
          label="Map of pickup points"
        />
      </div>
      {same && <p className={styles.quiet}>{`${same} with each of them.`}</p>}
      <ScrollRegion label="Pickup points" className={styles.list ?? ''}>
        <ul className={styles.points}>
          {points.map((point) => (
            <Point
              key={pointKey(point)}
              point={point}
              isShown={pointKey(point) === shown}
              price={same === null ? priceText(point) : ''}
              onChoose={() => onChoose(point)}
            />
          ))}
        </ul>
      </ScrollRegion>
      <PartialListNotice
        shown={points.length}
        total={total}
        what="pickup points"
        rest="Search for a place to see those near it."
      />
    </>
  )
}

function Point({
  point,
  isShown,
  price,
  onChoose,
}: {
  point: PointOffer
  isShown: boolean
  price: string
  onChoose: () => void
}) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  const facts = <PointTexts point={point} price={price} />
  return (
    <li ref={element} className={cx(styles.point, isShown && styles.shown)}>
      {point.reason === null ? (
        <button type="button" className={cx(styles.row, styles.choice)} onClick={onChoose}>
          {facts}
        </button>
      ) : (
        <div className={styles.row}>{facts}</div>
      )}
    </li>
  )
}

function PointTexts({ point, price }: { point: PointOffer; price: string }) {
  const { name, type, reason, is_open, trading_hours, holiday_hours, distance_km, compartments } = point
  const largest = type === 'locker' ? largestFree(compartments) : undefined
  return (
    <>
      <Icon of={type === 'locker' ? IconPackage : IconBuildingStore} size={20} />
      <span className={styles.what}>
        <strong className={styles.name}>{name}</strong>
        <span>{placeLine(point)}</span>
        <span>{hoursWithHolidays(trading_hours, holiday_hours)}</span>
        {largest && <span>{`Largest free size ${sizeText(largest)}`}</span>}
        {reason !== null && <span className={styles.reason}>{reason}</span>}
      </span>
      <span className={styles.standing}>
        {is_open !== null && (
          <StatusBadge
            family={is_open ? 'green' : 'grey'}
            label={is_open ? 'Open now' : 'Closed now'}
            size="compact"
          />
        )}
        {distance_km !== null && <span className="tabular">{`${distance_km.toFixed(1)} km`}</span>}
        {price && <span className="tabular">{price}</span>}
      </span>
    </>
  )
}

/** Returns the service and price of a point: `Economy, R 99.00`; `''` while the price is not known. */
function priceText({ service_level, rate }: PointOffer): string {
  return service_level && rate !== null ? `${service_level.name}, ${formatRand(rate)}` : ''
}

/** Returns the service and price that all points have in common; `null` when they differ or are not known. */
function samePrice(points: readonly PointOffer[]): string | null {
  const prices = new Set(points.filter(({ reason }) => reason === null).map(priceText))
  const [first] = prices
  return prices.size === 1 && first ? first : null
}
