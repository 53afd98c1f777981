import { useQuery } from '@tanstack/react-query'
import { maySeeDamages } from '@waybill/domain/hub/access'
import type { ParcelDamage } from '@waybill/domain/hub/damages/damage'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { branchLimit } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { PhotoStrip } from '../photos/PhotoStrip.tsx'
import { DamageBadge, damagePlace } from './damage-texts.tsx'
import styles from './damages-card.module.css'
import { ResolveDialog } from './ResolveDialog.tsx'

/** Most damages of one shipment that its page lists; the register has the others. */
const most = 5

/** The damages of the parcels of a shipment, for staff; renders nothing when there are none. */
export function DamagesCard({ shipment_id, reference }: { shipment_id: number; reference: string }) {
  const me = useMe()
  const [resolving, setResolving] = useState<ParcelDamage | null>(null)
  const { data } = useQuery({
    ...endpointQuery(damagesApi.list, { shipment_id, limit: most }),
    enabled: maySeeDamages(me) === true && mayCall(me, damagesApi.list),
  })
  if (!data || data.damages.length === 0) return null
  const more = data.count - data.damages.length
  const own = branchLimit(me)
  const mayResolve = ({ state, branch_id }: ParcelDamage): boolean =>
    state === 'open' && mayCall(me, damagesApi.resolve) && (own === null || own === branch_id)
  return (
    <Card title="Damages" note={data.count} flush>
      <ul className={styles.list}>
        {data.damages.map((damage) => (
          <li key={damage.id} className={styles.item}>
            <div className={styles.head}>
              <span className="mono">{damage.tracking_reference}</span>
              <DamageBadge state={damage.state} size="compact" />
            </div>
            <p className={styles.note}>{damage.note}</p>
            <PhotoStrip photos={damage.photos} what={`Damage of ${damage.tracking_reference}`} />
            {damage.photos.length === 0 && <p className={styles.quiet}>No photo was taken.</p>}
            <p className={styles.quiet}>
              {`Found by ${personName(damage.found_by)}, ${damagePlace(damage)}, `}
              <When at={damage.time_found} />
            </p>
            {damage.state === 'resolved' && (
              <p className={styles.quiet}>
                {`Resolved by ${personName(damage.resolved_by)}, `}
                <When at={damage.time_resolved} />
                {`: ${damage.resolution}`}
              </p>
            )}
            {mayResolve(damage) && (
              <div>
                <Button size="sm" onClick={() => setResolving(damage)}>
                  Resolve
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.foot}>
          <AppLink to={`/tools/damages?q=${encodeURIComponent(reference)}`}>{`And ${more} more`}</AppLink>
        </p>
      )}
      {resolving && <ResolveDialog damage={resolving} onClose={() => setResolving(null)} />}
    </Card>
  )
}
