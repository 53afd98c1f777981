import { kind_labels } from '@waybill/domain/claims/model'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Money } from '../kit/ui/values/Value.tsx'
import { ClaimBadge } from './ClaimBadge.tsx'
import { cx } from '../kit/ui/class-names.ts'
import styles from './claims.module.css'
import { useClaimsOfShipment } from './use-claims-of-shipment.ts'

/** Lists the claims for a shipment; renders nothing when there are none. */
export function ClaimsCard({ shipment_id }: { shipment_id: number }) {
  const { data } = useClaimsOfShipment(shipment_id)
  if (!data || data.claims.length === 0) return null
  return (
    <Card title="Claims" note={data.claims.length} flush>
      <ul className={styles.claims}>
        {data.claims.map((claim) => (
          <li className={styles.claimsItem} key={claim.id}>
            <AppLink to={`/claims/${claim.id}`} className={cx('mono', styles.claimsLink)}>
              {claim.display_id}
            </AppLink>
            <ClaimBadge state={claim.state} size="compact" />
            <Money cents={claim.approved_amount ?? claim.claimed_amount} />
            <span className={styles.quiet}>{kind_labels[claim.kind]}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
