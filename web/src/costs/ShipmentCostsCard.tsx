import { useQuery } from '@tanstack/react-query'
import { costsApi } from '@waybill/domain/costs/api'
import { cost_leg_labels, cost_legs } from '@waybill/domain/costs/model'
import { isOffice } from '@waybill/domain/kit/actor'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Money } from '../kit/ui/values/Value.tsx'

/** Revenue, cost by leg and margin of a shipment, for staff who see costs; renders nothing while there are none. */
export function ShipmentCostsCard({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(costsApi.ofShipment, { shipment_id }),
    enabled: isOffice(me) && mayCall(me, costsApi.ofShipment),
  })
  if (!data || data.lines.length === 0) return null
  const legs = cost_legs.flatMap((leg) => {
    const lines = data.lines.filter((line) => line.leg === leg)
    return lines.length === 0 ? [] : [{ leg, cents: lines.reduce((sum, { amount }) => sum + amount, 0) }]
  })
  return (
    <Card title="Costs" note="Without VAT">
      <Facts
        of={[
          ['Revenue', <Money key="revenue" cents={data.revenue} />],
          ...legs.map(({ leg, cents }) => [cost_leg_labels[leg], <Money key={leg} cents={cents} />] as const),
          ['Margin', <Money key="margin" cents={data.revenue - data.cost} />],
        ]}
      />
    </Card>
  )
}
