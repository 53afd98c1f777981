import type { RequestDetail } from '@waybill/domain/collections/api'
import type { CollectionRequest, Recurring } from '@waybill/domain/collections/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { bareNumber, formatPhone } from '@waybill/domain/kit/contacts/phone'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { ReactNode } from 'react'
import { suburbLine } from '../accounts/index.ts'
import { useMe } from '../kit/session/me.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { dayText, weekdayText } from '../kit/ui/values/moments.ts'
import { formatDecimal } from '../kit/ui/values/numbers.ts'
import { EmptyState } from '../kit/ui/states/States.tsx'
import { None, Tag, When } from '../kit/ui/values/Value.tsx'
import { ShipmentStatusBadge } from '../shipments/index.ts'
import { eventTitle, parcelsText, repeatsText, vehicle_labels } from './request-texts.ts'
import styles from './request-cards.module.css'
import { personName } from '../kit/session/people.ts'

/** Returns street, suburb and province on one line, or the address as entered when it has no parts. */
function whereOf(address: CollectionRequest['address']): string {
  const parts = [address.street_address, suburbLine(address), address.zone].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : address.entered_address
}

/** Card with address, contact, collection time and instructions. */
export function CollectionCard({ request }: { request: CollectionRequest }) {
  const { address, contact } = request
  return (
    <Card title="Collection">
      <div className={styles.halves}>
        <div className={styles.part}>
          <h3 className={styles.partHeading}>Where</h3>
          {address.company && <p className={styles.who}>{address.company}</p>}
          <p>{whereOf(address)}</p>
        </div>
        <div className={styles.part}>
          <h3 className={styles.partHeading}>Contact</h3>
          <p className={styles.who}>{contact.name}</p>
          {contact.mobile_number && (
            <p>
              <a href={`tel:${bareNumber(contact.mobile_number)}`}>{formatPhone(contact.mobile_number)}</a>
            </p>
          )}
          {contact.email && <p className={styles.words}>{contact.email}</p>}
        </div>
        <div className={styles.part}>
          <h3 className={styles.partHeading}>When</h3>
          <p className={styles.who}>{weekdayText(request.date, dayOf(new Date()))}</p>
          <p>{`between ${request.after} and ${request.before}`}</p>
        </div>
        <div className={styles.part}>
          <h3 className={styles.partHeading}>Instructions</h3>
          {request.instructions ? <p className={styles.words}>{request.instructions}</p> : <None />}
        </div>
      </div>
    </Card>
  )
}

const displayOr = (value: number | null, text: (value: number) => string): ReactNode =>
  value === null ? <None /> : text(value)

/** Card with the expected and collected parcels, vehicle, packaging to bring and customer reference. */
export function GoodsCard({ request }: { request: CollectionRequest }) {
  return (
    <Card title="Parcels">
      <Facts
        of={[
          ['Expected', displayOr(request.expected_parcels, parcelsText)],
          ['Expected weight', displayOr(request.expected_kg, (kg) => `${formatDecimal(kg)} kg`)],
          ['Collected', displayOr(request.collected_parcels, parcelsText)],
          ['Vehicle', vehicle_labels[request.vehicle]],
          ['Packaging to bring', request.packaging || <None key="none" />],
          ['Customer reference', request.customer_reference || <None key="none" />],
        ]}
      />
    </Card>
  )
}

/** Card with the shipments booked for a request, the stickers that have no waybill yet, and scans that were not collected. */
export function CapturedCard({
  detail: { request, shipments, uncaptured, not_collected },
}: {
  detail: RequestDetail
}) {
  if (shipments.length === 0 && uncaptured.length === 0 && request.status !== 'closed') return null
  return (
    <Card title="Shipments" note={shipments.length > 0 ? String(shipments.length) : undefined} flush>
      {shipments.length === 0 ? (
        <EmptyState title="No waybills have been captured for this collection yet." />
      ) : (
        <ul className={styles.shipments}>
          {shipments.map((shipment) => (
            <li className={styles.shipmentsItem} key={shipment.id}>
              <AppLink to={`/shipments/${shipment.id}`} className="mono">
                {shipment.tracking_reference}
              </AppLink>
              <span className={styles.quiet}>{parcelsText(shipment.parcel_count)}</span>
              <ShipmentStatusBadge status={shipment.status} size="compact" />
            </li>
          ))}
        </ul>
      )}
      <Scanned title="Scanned by the driver, without a waybill so far:" references={uncaptured} />
      <Scanned
        title="Scanned by the driver, not collected with this request, because they belong to another account or have moved on:"
        references={not_collected}
      />
    </Card>
  )
}

function Scanned({ title, references }: { title: string; references: readonly string[] }) {
  if (references.length === 0) return null
  return (
    <div className={styles.stickers}>
      <p className={styles.stickersText}>{title}</p>
      <div className={styles.tags}>
        {references.map((reference) => (
          <Tag key={reference}>{reference}</Tag>
        ))}
      </div>
    </div>
  )
}

/** Card with the history of a request, newest first. */
export function HistoryCard({
  detail: { events },
  people,
}: {
  detail: RequestDetail
  /** Display names by username. */
  people: ReadonlyMap<string, string>
}) {
  return (
    <Card title="History" flush>
      <ol className={styles.history}>
        {events.map((event) => (
          <li className={styles.historyItem} key={event.id}>
            <When className={styles.historyTime} at={event.date} />
            <div>
              <p>{eventTitle(event)}</p>
              {(event.message || event.source) && (
                <small className={styles.historySmall}>
                  {[event.message, people.get(event.source) ?? personName(event.source)]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              )}
            </div>
            <div className={styles.pictures}>
              {event.files.map((file) => (
                <a key={file.file_name} href={file.url} target="_blank" rel="noopener">
                  <img
                    className={styles.picturesImage}
                    src={file.url}
                    alt={eventTitle(event)}
                    loading="lazy"
                  />
                </a>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Card with driver, branch and zone of the collection, for staff. */
export function DriverCard({ request, actions }: { request: CollectionRequest; actions: ReactNode }) {
  return (
    <Card title="Driver" actions={actions}>
      <Facts
        of={[
          ['Driver', request.agent_name || <None key="none" />],
          ['Branch', request.branch_name || <None key="none" />],
          ['Round', request.agent_zone || <None key="none" />],
          ['Routing number', request.routing_number || <None key="none" />],
          ['Failed attempts', String(request.failed_collection_attempts)],
        ]}
      />
    </Card>
  )
}

/** Card with the account (for staff), and when the request was created and changed. */
export function AccountCard({ request }: { request: CollectionRequest }) {
  const me = useMe()
  const account: readonly (readonly [string, ReactNode])[] = isStaff(me)
    ? [
        [
          'Account',
          <AppLink key="account" to={`/accounts/${request.account_id}`}>
            {request.account_name}
          </AppLink>,
        ],
      ]
    : []
  return (
    <Card title="Details">
      <Facts
        of={[
          ...account,
          ['Created', <When key="created" at={request.time_created} />],
          ['Changed', <When key="changed" at={request.time_modified} />],
        ]}
      />
    </Card>
  )
}

/** Card with the recurring collection of a request. */
export function RecurringCard({ recurring }: { recurring: Recurring }) {
  const today = dayOf(new Date())
  const goesOn = recurring.until === null || recurring.until >= today
  return (
    <Card
      title="Recurring"
      actions={goesOn && <AppLink to={`/collection-requests/recurring/${recurring.id}`}>Edit all</AppLink>}
    >
      <Facts
        of={[
          ['How often', repeatsText(recurring)],
          ['Since', dayText(recurring.from)],
          ['Until', recurring.until === null ? <None key="none" /> : dayText(recurring.until)],
          [
            'Next',
            recurring.next_date === null ? <None key="none" /> : weekdayText(recurring.next_date, today),
          ],
        ]}
      />
    </Card>
  )
}
