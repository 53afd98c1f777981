import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unidentifiedApi, type PossibleOwner } from '@waybill/domain/hub/unidentified/unidentified-api'
import type { UnidentifiedParcel } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import styles from './owners-card.module.css'
import { confidence_families, confidence_labels, sizeText, weightText } from './unidentified-texts.tsx'

/** Number of likely owners that are displayed first, and that each press adds. */
const step = 5

/** The missing and overdue parcels that an unidentified one may be, with the reasons, the likeliest first. */
export function OwnersCard({
  parcel,
  isMatching,
  onMatch,
}: {
  parcel: UnidentifiedParcel
  isMatching: boolean
  /** Matches with a parcel; `undefined` for users who may not. */
  onMatch: ((reference: string) => void) | undefined
}) {
  const [limit, setLimit] = useState(step)
  const query = useQuery({
    ...endpointQuery(unidentifiedApi.owners, { id: parcel.id, limit }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const more = data ? data.count - data.owners.length : 0
  return (
    <Card title="Likely owners" note={data ? formatCount(data.count) : undefined} flush>
      {query.isPending && <Loading lines={6} />}
      {query.error && !data && (
        <RegionError thrown={query.error} what="The likely owners" onRetry={() => void query.refetch()} />
      )}
      {data?.owners.length === 0 && (
        <EmptyState title="No missing parcel fits.">
          {`Compared with ${formatCount(data.compared)} missing and overdue parcels. Match it by reference when its label is found.`}
        </EmptyState>
      )}
      {data && data.owners.length > 0 && (
        <ol className={styles.owners}>
          {data.owners.map((owner) => (
            <OwnerRow key={owner.parcel_id} of={owner} isMatching={isMatching} onMatch={onMatch} />
          ))}
        </ol>
      )}
      {data && data.owners.length > 0 && (
        <p className={styles.foot}>
          {`Compared with ${formatCount(data.compared)} missing and overdue parcels${data.has_more ? ', the last seen first; there are more' : ''}.`}
          {more > 0 && (
            <Button size="sm" busy={query.isFetching} onClick={() => setLimit(limit + step)}>
              {`Show more (${formatCount(more)})`}
            </Button>
          )}
        </p>
      )}
    </Card>
  )
}

function OwnerRow({
  of: owner,
  isMatching,
  onMatch,
}: {
  of: PossibleOwner
  isMatching: boolean
  onMatch: ((reference: string) => void) | undefined
}) {
  const facts = [owner.account_name, owner.description, sizeText(owner), weightText(owner.weight_kg)]
  const route = [
    owner.delivery_suburb && `to ${owner.delivery_suburb}`,
    owner.delivery_branch_name && `delivered from ${owner.delivery_branch_name}`,
  ]
  return (
    <li className={styles.owner}>
      <div className={styles.head}>
        <AppLink className="mono" to={`/shipments/${owner.shipment_id}`}>
          {owner.tracking_reference}
        </AppLink>
        <StatusBadge
          family={confidence_families[owner.confidence]}
          label={`${confidence_labels[owner.confidence]} · ${owner.score}`}
          size="compact"
        />
        {onMatch && (
          <span className={styles.act}>
            <Button
              size="sm"
              busy={isMatching}
              aria-label={`Match with ${owner.tracking_reference}`}
              onClick={() => onMatch(owner.tracking_reference)}
            >
              Match
            </Button>
          </span>
        )}
      </div>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <p className={styles.facts}>
        {route.filter(Boolean).join(', ')}
        {owner.last_seen && (
          <>
            {` · last seen ${owner.last_branch_name ? `at ${owner.last_branch_name} ` : ''}`}
            <When at={owner.last_seen} />
          </>
        )}
      </p>
      <ul className={styles.reasons} aria-label="Reasons">
        {owner.reasons.map(({ text, points }) => (
          <li key={text} className={cx(styles.reason, points < 0 && styles.against)}>
            <span className={styles.points}>{points > 0 ? `+${points}` : points}</span>
            {text}
          </li>
        ))}
      </ul>
    </li>
  )
}
