import { useQuery } from '@tanstack/react-query'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Money } from '../../kit/ui/values/Value.tsx'
import { DiscrepancyBadge } from './DiscrepancyBadge.tsx'
import detail from '../detail.module.css'

/** Most discrepancies of one shipment that its page lists; the list of all has the others. */
const most = 5

/** Lists the newest weight discrepancies of a shipment; renders nothing when there are none. */
export function DiscrepanciesCard({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(discrepanciesApi.list, { shipment_id, limit: most }),
    enabled: mayCall(me, discrepanciesApi.list),
  })
  if (!data || data.discrepancies.length === 0) return null
  const more = data.count - data.discrepancies.length
  return (
    <Card title="Weight discrepancies" note={data.count}>
      <div className={detail.lines}>
        {data.discrepancies.map((one) => (
          <DiscrepancyLine key={one.id} of={one} />
        ))}
        {more > 0 && <p>{`And ${more} earlier.`}</p>}
      </div>
    </Card>
  )
}

function DiscrepancyLine({ of: one }: { of: WeightDiscrepancy }) {
  const { state, submitted_rate, measured_rate, decided_rate, dispute_until } = one
  return (
    <>
      <div className={detail.line}>
        <AppLink to={`/weight-discrepancies/${one.id}`}>
          {state === 'open' && dispute_until
            ? `Can be disputed until ${dayText(dispute_until)}`
            : 'Measured differently than booked'}
        </AppLink>
        <DiscrepancyBadge state={state} size="compact" />
      </div>
      {submitted_rate !== null && (
        <div className={detail.line}>
          <span className={detail.quiet}>As booked</span>
          <Money cents={submitted_rate} />
        </div>
      )}
      {measured_rate !== null && (
        <div className={detail.line}>
          <span className={detail.quiet}>As measured</span>
          <Money cents={measured_rate} />
        </div>
      )}
      {decided_rate !== null && (
        <div className={detail.line}>
          <span className={detail.quiet}>Charged</span>
          <Money cents={decided_rate} />
        </div>
      )}
    </>
  )
}
