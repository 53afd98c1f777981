import { IconPencil } from '../../kit/icons/icons.ts'
import { addressLine } from '@waybill/domain/accounts/address'
import { formatDateTime, formatWindow } from '@waybill/domain/kit/texts/format'
import { bareNumber, formatPhone } from '@waybill/domain/kit/contacts/phone'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { isStaff } from '@waybill/domain/kit/actor'
import { pickupPointsApi, type ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { isAtPoint, isProblem, standsAtOrPast, waitsAtPoint } from '@waybill/domain/shipments/statuses/status'
import { visibleWindow } from '@waybill/domain/shipments/statuses/status-visibility'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink, ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { shortWhen, weekdayText } from '../../kit/ui/values/moments.ts'
import { RouteMap, type MapPlace } from '../../maps/index.ts'
import detail from '../detail.module.css'
import styles from './route-card.module.css'
import { editAddress } from '../edit/edit-address.ts'
import { useEditable } from '../edit/use-edit.ts'
import type { Leg } from './LegDialogs.tsx'

export interface RouteCardProps {
  shipment: Shipment
  /** Driver names by username. */
  people: ReadonlyMap<string, string>
  /** The hubs on the route, for the map. */
  hubs: readonly MapPlace[]
  /** Hours, door and deadline of its pickup points. */
  places?: readonly ShipmentPlace[]
  /** Whether the card leads to the page that edits the shipment. */
  isEditable?: boolean
  /** Legs whose address the current user may correct. */
  correctable?: readonly Leg[]
}

/** The route of a shipment: addresses, contacts, windows, drivers, branches and a map. */
export function RouteCard({
  shipment,
  people,
  hubs,
  places = [],
  isEditable = false,
  correctable = [],
}: RouteCardProps) {
  const me = useMe()
  const { isAny } = useEditable(shipment)
  const branches = [shipment.collection_branch_name, shipment.delivery_branch_name].filter(Boolean)
  return (
    <Card
      title="Route"
      flush
      note={isStaff(me) && branches.length > 0 ? [...new Set(branches)].join(' → ') : undefined}
      actions={
        isAny &&
        isEditable && (
          <ButtonLink
            size="sm"
            variant="ghost"
            icon={IconPencil}
            data-shortcut="e"
            to={editAddress(shipment.id)}
          >
            Edit
          </ButtonLink>
        )
      }
    >
      <div className={styles.legs}>
        {(['collection', 'delivery'] as const).map((leg) => (
          <Side
            key={leg}
            shipment={shipment}
            leg={leg}
            people={people}
            place={places.find((one) => one.leg === leg)}
            isCorrectable={correctable.includes(leg)}
          />
        ))}
        <div className={styles.map}>
          <RouteMap
            from={placeOf(shipment, 'collection')}
            to={placeOf(shipment, 'delivery')}
            stops={hubs}
            problemAt={problemEnd(shipment)}
          />
        </div>
      </div>
    </Card>
  )
}

/** Returns the end of the route at which the problem is; `null` if the shipment has no problem. */
function problemEnd({ status }: Shipment): 'from' | 'to' | null {
  if (!isProblem(status)) return null
  return standsAtOrPast(status, 'collected') ? 'to' : 'from'
}

function placeOf(shipment: Shipment, leg: Leg): MapPlace | null {
  const { lat, lng, city, local_area } = shipment[`${leg}_address`]
  const isSameCity = shipment.collection_address.city === shipment.delivery_address.city
  const name = isSameCity ? local_area || city : city || local_area
  return lat === null || lng === null
    ? null
    : { lat, lng, name: name || (leg === 'collection' ? 'Collection' : 'Delivery') }
}

function Side({
  shipment,
  leg,
  people,
  place,
  isCorrectable,
}: {
  shipment: Shipment
  leg: Leg
  people: ReadonlyMap<string, string>
  place: ShipmentPlace | undefined
  isCorrectable: boolean
}) {
  const address = shipment[`${leg}_address`]
  const contact = shipment[`${leg}_contact`]
  const me = useMe()
  const driver = shipment[`${leg}_agent_id`]
  const zone = shipment[`${leg}_agent_routing_number`] || shipment[`${leg}_agent_zone`]
  const instructions = shipment[`special_instructions_${leg}`]
  const branch = shipment[`${leg}_branch_public_name`] || shipment[`${leg}_branch_name`]
  const point = shipment[`${leg}_pickup_point_id`]
  return (
    <section className={styles.leg}>
      <h3 className={styles.legHeading}>{leg === 'collection' ? 'Collection' : 'Delivery'}</h3>
      <p className={styles.who}>{address.company || contact.name}</p>
      <p className={styles.where}>
        {addressLine({
          ...address,
          entered_address: '',
          company: '',
          country: address.country === 'South Africa' ? '' : address.country,
        })}
      </p>
      {isCorrectable && !point && (
        <div className={styles.correct}>
          <AppLink to={editAddress(shipment.id, leg)} aria-label={`Correct ${leg} address`}>
            Fix this address
          </AppLink>
        </div>
      )}
      <dl className={styles.facts}>
        {point && (
          <>
            <dt className={styles.factsTerm}>Pickup point</dt>
            <dd className={styles.legValue}>
              {address.type === 'locker' ? 'Locker' : 'Counter'} {point}
            </dd>
          </>
        )}
        {place && <PlaceFacts place={place} />}
        <dt className={styles.factsTerm}>Contact</dt>
        <dd className={styles.legValue}>
          <span>{contact.name || '–'}</span>
          {contact.mobile_number && (
            <a className={styles.factsLink} href={`tel:${bareNumber(contact.mobile_number)}`}>
              {formatPhone(contact.mobile_number)}
            </a>
          )}
          {contact.alternative_contact_number && (
            <a className={styles.factsLink} href={`tel:${bareNumber(contact.alternative_contact_number)}`}>
              {formatPhone(contact.alternative_contact_number)}
            </a>
          )}
          {contact.email && <Email address={contact.email} />}
        </dd>
        {leg === visibleWindow(shipment) && (
          <>
            <dt className={styles.factsTerm}>Window</dt>
            <dd className={styles.legValue}>
              {weekdayText(shipment[`${leg}_min_date`], dayOf(new Date()))}{' '}
              <span className={styles.together}>
                {formatWindow(shipment[`${leg}_after`], shipment[`${leg}_before`])}
              </span>
            </dd>
          </>
        )}
        <Happened shipment={shipment} leg={leg} place={place} />
        {driver && isStaff(me) && (
          <>
            <dt className={styles.factsTerm}>Driver</dt>
            <dd className={styles.legValue}>
              <span>
                {people.get(driver) ?? driver}
                {zone && <span className={detail.quiet}> · {zone}</span>}
              </span>
            </dd>
          </>
        )}
        {branch && (
          <>
            <dt className={styles.factsTerm}>Branch</dt>
            <dd className={styles.legValue}>{branch}</dd>
          </>
        )}
      </dl>
      {instructions && (
        <p className={styles.instructions}>
          <b className={styles.instructionsStrong}>Instructions</b>
          {instructions}
        </p>
      )}
    </section>
  )
}

/** Hours and phone of a pickup point, the sender's PIN, and the door of the parcel for staff. */
function PlaceFacts({ place: { hours, is_open, phone, dropoff_pin, door } }: { place: ShipmentPlace }) {
  return (
    <>
      {hours && (
        <>
          <dt className={styles.factsTerm}>Hours</dt>
          <dd className={styles.legValue}>
            <span>{hours}</span>
            {is_open !== null && <span className={detail.quiet}>{is_open ? 'Open now' : 'Closed now'}</span>}
          </dd>
        </>
      )}
      {phone && (
        <>
          <dt className={styles.factsTerm}>Phone</dt>
          <dd className={styles.legValue}>
            <a className={styles.factsLink} href={`tel:${bareNumber(phone)}`}>
              {formatPhone(phone)}
            </a>
          </dd>
        </>
      )}
      {dropoff_pin && (
        <>
          <dt className={styles.factsTerm}>Drop-off PIN</dt>
          <dd className={styles.legValue}>
            <span className="mono">{dropoff_pin}</span>
          </dd>
        </>
      )}
      {door && (
        <>
          <dt className={styles.factsTerm}>Door</dt>
          <dd className={styles.legValue}>{door}</dd>
        </>
      )}
    </>
  )
}

/** Button with which staff give the receiver more time to fetch the parcel. */
function ExtendTime({
  shipmentId,
  place: { deadline, extends_to },
}: {
  shipmentId: number
  place: ShipmentPlace
}) {
  const me = useMe()
  const extend = useEndpointMutation(pickupPointsApi.extendPlace, {
    refresh: [shipmentsApi.detail, pickupPointsApi.places],
    done: ({ deadline: until }) =>
      toast.success(`The receiver can collect it until ${formatDateTime(until)}.`),
  })
  if (!deadline || !extends_to || !mayCall(me, pickupPointsApi.extendPlace)) return null
  return (
    <Button
      variant="link"
      busy={extend.isPending}
      onClick={() => extend.mutate({ shipment_id: shipmentId, deadline })}
    >
      Extend to {shortWhen(extends_to, new Date())}
    </Button>
  )
}

/** Returns the expected time as text. A delivery has a time range if its start is known. */
function expectedText(shipment: Shipment, leg: Leg, at: Date): string {
  const from = leg === 'delivery' ? shipment.estimated_delivery_from : null
  const until = shortWhen(at, new Date())
  return from && from < at ? `${shortWhen(from, new Date())} to ${until}` : until
}

/**
 * When a leg was completed or is expected, and deviations from the plan: failed attempts, the reason for another day,
 * a return to the hub.
 */
function Happened({
  shipment,
  leg,
  place,
}: {
  shipment: Shipment
  leg: Leg
  place: ShipmentPlace | undefined
}) {
  const attempts = shipment[`failed_${leg}_attempts`]
  const last = shipment[`last_failed_${leg}_attempt_time`]
  const reason = shipment[`${leg}_rescheduled_reason`]
  const returned = leg === 'delivery' ? shipment.returned_to_hub_date : null
  const done = leg === 'delivery' ? shipment.delivered_date : shipment.collected_date
  const expected = leg === 'delivery' ? shipment.estimated_delivery_to : shipment.estimated_collection
  const waits = leg === 'delivery' && waitsAtPoint(shipment.status)
  const hasArrived = leg === 'delivery' && isAtPoint(shipment.status)
  const dropOffBy = shipment.status === 'awaiting-dropoff' && leg === 'collection' ? place?.deadline : null
  const capacity = leg === 'collection' ? shipment.earliest_collection_capacity_date : null
  return (
    <>
      {done && (
        <>
          <dt className={styles.factsTerm}>{leg === 'delivery' ? 'Delivered' : 'Collected'}</dt>
          <dd className={styles.legValue}>{shortWhen(done, new Date())}</dd>
        </>
      )}
      {!done && waits && shipment.pickup_deadline && (
        <>
          <dt className={styles.factsTerm}>Collect by</dt>
          <dd className={styles.legValue}>
            <span>{shortWhen(shipment.pickup_deadline, new Date())}</span>
            {place && <ExtendTime shipmentId={shipment.id} place={place} />}
          </dd>
        </>
      )}
      {dropOffBy && (
        <>
          <dt className={styles.factsTerm}>Drop off by</dt>
          <dd className={styles.legValue}>{shortWhen(dropOffBy, new Date())}</dd>
        </>
      )}
      {!done && !hasArrived && expected && (
        <>
          <dt className={styles.factsTerm}>Expected</dt>
          <dd className={styles.legValue}>{expectedText(shipment, leg, expected)}</dd>
        </>
      )}
      {!done && capacity && (
        <>
          <dt className={styles.factsTerm}>Earliest collection</dt>
          <dd className={styles.legValue}>{shortWhen(capacity, new Date())}</dd>
        </>
      )}
      {attempts > 0 && (
        <>
          <dt className={styles.factsTerm}>Failed attempts</dt>
          <dd className={styles.legValue}>
            {last ? `${attempts}, last ${shortWhen(last, new Date())}` : attempts}
          </dd>
        </>
      )}
      {reason && (
        <>
          <dt className={styles.factsTerm}>Rescheduled</dt>
          <dd className={styles.legValue}>{reason}</dd>
        </>
      )}
      {returned && (
        <>
          <dt className={styles.factsTerm}>Back at the hub</dt>
          <dd className={styles.legValue}>{shortWhen(returned, new Date())}</dd>
        </>
      )}
    </>
  )
}

/** An email link that can wrap after the @. */
function Email({ address }: { address: string }) {
  const [name = '', host = ''] = address.split('@')
  return (
    <a className={styles.factsLink} href={`mailto:${address}`}>
      {name}@<wbr />
      {host}
    </a>
  )
}
