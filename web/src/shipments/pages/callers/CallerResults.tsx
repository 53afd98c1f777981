import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { formatTotal } from '../../../kit/ui/values/numbers.ts'
import type { CallerKind, CallerShipment, callersApi } from '@waybill/domain/search/callers-api'
import { caller_request_days } from '@waybill/domain/search/caller'
import { requestStatusLabel } from '@waybill/domain/collections/status'
import { cx } from '../../../kit/ui/class-names.ts'
import { AppLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../../kit/ui/page-layout/Layout.tsx'
import { EmptyState } from '../../../kit/ui/states/States.tsx'
import { PartialListNotice } from '../../../kit/ui/states/PartialListNotice.tsx'
import { StatusBadge } from '../../../kit/ui/values/StatusBadge.tsx'
import { shortDay } from '../../../kit/ui/values/moments.ts'
import { expectedText } from '../../statuses/expected-text.ts'
import { ShipmentStatusBadge } from '../../statuses/ShipmentStatusBadge.tsx'
import shared from './callers.module.css'
import styles from './caller-results.module.css'

type Found = Output<typeof callersApi.find>

/** What each kind is called in a sentence. */
const kind_texts: Readonly<Record<CallerKind, string>> = {
  shipments: 'parcels',
  accounts: 'accounts',
  requests: `collection requests of the last ${caller_request_days} days`,
}

/** States what was searched: only what the user may list. */
function searchedText(kinds: readonly CallerKind[]): string {
  const [last = '', ...others] = kinds.map((kind) => kind_texts[kind]).toReversed()
  return `Searched: ${[others.toReversed().join(', '), last].filter(Boolean).join(' and ')}.`
}

/** What was found for a caller: parcels to choose, accounts and collection requests to open. */
export function CallerResults({
  found,
  text,
  chosen,
  onChoose,
}: {
  found: Found
  text: string
  chosen: number | null
  onChoose: (id: number) => void
}) {
  const { shipments, accounts, requests } = found
  const isNothing = [shipments, accounts, requests].every(({ rows }) => rows.length === 0)
  if (isNothing)
    return shipments.has_more ? (
      <EmptyState title="Too many parcels match.">
        None of the newest parcels contains “{text}”. Type more of the name, or the phone number.
      </EmptyState>
    ) : (
      <EmptyState title={`Nothing matches “${text}”.`}>
        {searchedText(found.searched)} Try the phone number, another spelling, or the reference on the label.
      </EmptyState>
    )
  return (
    <Stack>
      {shipments.rows.length > 0 && (
        <Card title="Parcels" note={numberOf(shipments)} flush>
          <ul className={shared.rows}>
            {shipments.rows.map((row) => (
              <li key={row.id} className={shared.item}>
                <button
                  type="button"
                  className={cx(styles.row, row.id === chosen && styles.chosen)}
                  aria-current={row.id === chosen}
                  onClick={() => onChoose(row.id)}
                >
                  <ParcelRow row={row} />
                </button>
              </li>
            ))}
          </ul>
          <More of={shipments} what="parcels" />
        </Card>
      )}
      {accounts.rows.length > 0 && (
        <Card title="Accounts" note={numberOf(accounts)} flush>
          <ul className={shared.rows}>
            {accounts.rows.map((row) => (
              <li key={row.id} className={shared.item}>
                <AppLink className={styles.row} to={`/accounts/${row.id}`}>
                  <span className={styles.rowTop}>
                    <b>{row.name}</b>
                    {row.is_on_hold && <StatusBadge family="red" label="On hold" size="compact" />}
                  </span>
                  <span className={shared.quiet}>
                    {[row.account_code, row.contact_name].filter(Boolean).join(' · ')}
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
          <More of={accounts} what="accounts" />
        </Card>
      )}
      {requests.rows.length > 0 && (
        <Card title="Collection requests" note={numberOf(requests)} flush>
          <ul className={shared.rows}>
            {requests.rows.map((row) => (
              <li key={row.id} className={shared.item}>
                <AppLink className={styles.row} to={`/collection-requests/${row.id}`}>
                  <span className={styles.rowTop}>
                    <b className="mono">{row.display_id}</b>
                    <span>{requestStatusLabel(row.status)}</span>
                  </span>
                  <span className={shared.quiet}>
                    {[row.contact_name, shortDay(row.date, new Date())].filter(Boolean).join(' · ')}
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
          <More of={requests} what="collection requests" />
        </Card>
      )}
    </Stack>
  )
}

function ParcelRow({ row }: { row: CallerShipment }) {
  const now = new Date()
  const expected = expectedText(row, now)
  return (
    <>
      <span className={styles.rowTop}>
        <b className="mono">{row.tracking_reference}</b>
        <ShipmentStatusBadge status={row.status} />
      </span>
      <span>
        <Party name={row.collection_name} place={row.collection_suburb} isCaller={row.caller === 'sender'} />{' '}
        → <Party name={row.delivery_name} place={row.delivery_suburb} isCaller={row.caller === 'receiver'} />
      </span>
      <span className={shared.quiet}>
        {[
          row.account_name,
          expected.text && `${row.delivered_date ? 'Delivered' : 'Expected'} ${expected.text}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

/** A side of a parcel; the one that the text belongs to is bold. */
function Party({ name, place, isCaller }: { name: string; place: string; isCaller: boolean }) {
  const text = [name, place].filter(Boolean).join(', ')
  return isCaller ? <b>{text}</b> : text
}

interface Counted {
  rows: readonly unknown[]
  count: number
  has_more: boolean
}

function numberOf({ count, has_more }: Counted): string {
  return has_more ? `more than ${formatTotal(count)}` : formatTotal(count)
}

/** Says plainly that a list is incomplete. */
function More({ of: { rows, count, has_more }, what }: { of: Counted; what: string }) {
  const rest = `Type more of the name, street or number to find the others.`
  if (has_more)
    return (
      <p className={shared.more}>
        Showing {rows.length} of more than {formatTotal(count)} {what}. {rest}
      </p>
    )
  return <PartialListNotice shown={rows.length} total={count} what={what} rest={rest} />
}
