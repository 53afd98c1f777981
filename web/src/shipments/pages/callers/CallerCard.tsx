import { useQuery } from '@tanstack/react-query'
import { formatPhone, bareNumber } from '@waybill/domain/kit/contacts/phone'
import { arrivalPhrase } from '@waybill/domain/drivers/arrival'
import { planApi } from '@waybill/domain/drivers/plan'
import type { CallerSide } from '@waybill/domain/search/caller'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import { isHeld } from '@waybill/domain/shipments/statuses/interventions'
import { nextDriver, nextStepText } from '@waybill/domain/shipments/statuses/next-step'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import { useState } from 'react'
import { endpointQuery } from '../../../kit/api/index.ts'
import { useMe } from '../../../kit/session/me.ts'
import { cx } from '../../../kit/ui/class-names.ts'
import { AppLink, ButtonLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../../../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../../../kit/ui/states/States.tsx'
import { Reference } from '../../../kit/ui/values/Value.tsx'
import { NotesCard } from '../../notes-and-tags/NotesCard.tsx'
import { ShipmentDialogs, type Open } from '../ShipmentDialogs.tsx'
import { useActions } from '../use-actions.ts'
import { useAllDrivers } from '../use-filter-choices.ts'
import { ShipmentStatusBadge } from '../../statuses/ShipmentStatusBadge.tsx'
import { sentenceOfEvent, timelineOf } from '../../statuses/timeline-entries.ts'
import { CallerActions } from './CallerActions.tsx'
import shared from './callers.module.css'
import styles from './caller-card.module.css'

/** Number of events that the card shows; all are on the page of the shipment. */
const events_shown = 4
/** Time between two reads of the arrival of the driver, in ms: other stops of the day move it too. */
const arrival_refresh_ms = 60_000

/**
 * The card of one parcel during a call: who it is, where the parcel is, what happens next and when, the
 * last events, and what staff can do. `caller` is the contact that was searched.
 */
export function CallerCard({
  id,
  caller,
  onBack,
}: {
  id: number
  caller: CallerSide | null
  /** Returns to the results on a phone; `null` when the parcel was not chosen from a list. */
  onBack: (() => void) | null
}) {
  const query = useQuery(endpointQuery(shipmentsApi.detail, { id }))
  const back = onBack && (
    <div className={styles.back}>
      <Button variant="link" onClick={onBack}>
        Back to the results
      </Button>
    </div>
  )
  return (
    <Stack>
      {back}
      {query.data ? (
        <Content detail={query.data} caller={caller} />
      ) : query.error ? (
        <RegionError thrown={query.error} what="This parcel" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={10} />
      )}
    </Stack>
  )
}

function Content({ detail, caller }: { detail: ShipmentDetail; caller: CallerSide | null }) {
  const me = useMe()
  const [open, setOpen] = useState<Open | null>(null)
  const { shipment } = detail
  const act = useActions(detail, setOpen)
  const drivers = useAllDrivers()
  const people = new Map([
    ...drivers.map(({ username, name }) => [username, name] as const),
    [me.username, me.name] as const,
  ])
  const now = new Date()
  const driver = nextDriver(shipment)
  const expected = useExpected(shipment, now)
  const entries = timelineOf(detail.events, { people, parcels: new Map() }, now)
    .flatMap(({ heading, entries: ofDay }) => ofDay.map((entry) => ({ ...entry, heading })))
    .filter(({ is_system }) => !is_system)
  return (
    <>
      <Card
        title={
          <AppLink to={`/shipments/${shipment.id}`}>
            <Reference of={shipment.tracking_reference} copy="never" />
          </AppLink>
        }
        note={<ShipmentStatusBadge status={shipment.status} />}
        actions={
          <ButtonLink
            size="sm"
            variant="ghost"
            to={`/shipments/${shipment.id}`}
            aria-label={`Open shipment ${shipment.tracking_reference}`}
          >
            Open
          </ButtonLink>
        }
      >
        <Stack>
          <Facts
            of={[
              [
                'Sender',
                <Contact key="sender" shipment={shipment} side="collection" isCaller={caller === 'sender'} />,
              ],
              [
                'Receiver',
                <Contact
                  key="receiver"
                  shipment={shipment}
                  side="delivery"
                  isCaller={caller === 'receiver'}
                />,
              ],
              [
                'Account',
                <AppLink key="account" to={`/accounts/${shipment.account_id}`}>
                  {shipment.account.name}
                </AppLink>,
              ],
              ['Where it is', whereText(detail, people, driver)],
              ['Next step', nextStepText(shipment, driver && (people.get(driver) ?? driver))],
              ['Expected', expected || 'No time is promised.'],
            ]}
          />
          <Row>
            {act && (
              <Button variant="primary" onClick={act.onSelect}>
                {act.label}
              </Button>
            )}
            <CallerActions shipment={shipment} onOpen={setOpen} />
          </Row>
        </Stack>
      </Card>
      <Card title="Last events" flush>
        <ul className={shared.rows}>
          {entries.slice(0, events_shown).map((entry) => (
            <li key={entry.event.id} className={cx(shared.item, styles.event)}>
              <time className={shared.quiet} dateTime={entry.event.date.toISOString()}>
                {entry.heading}, {entry.time}
              </time>
              <span>{entry.sentence}</span>
            </li>
          ))}
          {entries.length === 0 && <li className={styles.event}>Nothing has happened yet.</li>}
        </ul>
        {entries.length > events_shown && (
          <p className={shared.more}>
            <AppLink to={`/shipments/${shipment.id}`}>All {entries.length} events</AppLink>
          </p>
        )}
      </Card>
      <NotesCard detail={detail} people={people} />
      {open && (
        <ShipmentDialogs open={open} shipment={shipment} previewsFirst onClose={() => setOpen(null)} />
      )}
    </>
  )
}

/** Returns when the parcel is expected, as the receiver reads it on the tracking page. */
function useExpected(shipment: ShipmentDetail['shipment'], now: Date): string {
  const { data } = useQuery({
    ...endpointQuery(planApi.arrival, { shipment_id: shipment.id }),
    enabled: shipment.status === 'out-for-delivery',
    refetchInterval: arrival_refresh_ms,
  })
  const coming =
    data?.arrival && shipment.status === 'out-for-delivery'
      ? arrivalPhrase({ ...data.arrival, driver_at: null }, now)
      : []
  return phraseText(
    coming.length > 0 ? coming : expectedPhrase({ ...shipment, original_estimated_delivery_to: null }, now),
  )
}

/** Returns where the parcel is, as a sentence: with whom or at which branch, and the sentence of the status. */
function whereText(
  { shipment, events }: ShipmentDetail,
  people: ReadonlyMap<string, string>,
  driver: string,
): string {
  const ofStatus = [...events]
    .sort((a, b) => b.date.getTime() - a.date.getTime() || b.id - a.id)
    .find(({ status }) => status === shipment.status)
  const sentence = ofStatus ? sentenceOfEvent(ofStatus) : ''
  const isWithDriver = shipment.status === 'out-for-delivery' || shipment.status === 'collected'
  const isAtBranch = isFor('hub', shipment.status) || isHeld(shipment.status) || shipment.status === 'damaged'
  const place = isWithDriver
    ? driver && `With ${people.get(driver) ?? driver}.`
    : isAtBranch && shipment.current_branch_name && `At ${shipment.current_branch_name}.`
  return [place, sentence].filter(Boolean).join(' ') || 'Nothing has happened yet.'
}

/** A contact with phone number and place. */
function Contact({
  shipment,
  side,
  isCaller,
}: {
  shipment: ShipmentDetail['shipment']
  side: 'collection' | 'delivery'
  isCaller: boolean
}) {
  const { name, mobile_number } = shipment[`${side}_contact`]
  const { company, street_address, local_area, city } = shipment[`${side}_address`]
  const who = [name, company].filter(Boolean).join(', ')
  return (
    <span className={styles.contact}>
      <span>
        {isCaller ? <b>{who}</b> : who}
        {isCaller && <span className={styles.caller}>Caller</span>}
      </span>
      {mobile_number && <a href={`tel:${bareNumber(mobile_number)}`}>{formatPhone(mobile_number)}</a>}
      <span className={shared.quiet}>{[street_address, local_area, city].filter(Boolean).join(', ')}</span>
    </span>
  )
}
