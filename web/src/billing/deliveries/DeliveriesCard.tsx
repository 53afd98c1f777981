import { useQuery } from '@tanstack/react-query'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { delivery_labels, SendAgain } from './use-deliveries.tsx'

/** Number of recipients that the card lists. */
const max_shown = 20

/** Card that shows to whom a document was e-mailed and whether it was sent; for staff. */
export function DeliveriesCard({ of }: { of: { invoice_id: number } | { credit_note_id: number } }) {
  const me = useMe()
  const isShown = isStaff(me) && mayCall(me, deliveriesApi.list)
  const query = useQuery({
    ...endpointQuery(deliveriesApi.list, { ...of, limit: max_shown }),
    enabled: isShown,
  })
  if (!isShown) return null
  const { data, error } = query
  return (
    <Card title="E-mails">
      {error && !data ? (
        <RegionError thrown={error} what="The e-mails" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={2} />
      ) : data.deliveries.length > 0 ? (
        <Facts
          of={data.deliveries.map((row) => [
            row.recipient,
            <Stack key={row.id}>
              {`${delivery_labels[row.state]}${row.time_sent ? `, ${formatDateTime(row.time_sent)}` : ''}`}
              {row.error}
              <SendAgain of={row} />
            </Stack>,
          ])}
        />
      ) : (
        'Not e-mailed yet.'
      )}
      <PartialListNotice shown={data?.deliveries.length ?? 0} total={data?.count ?? 0} what="e-mails" />
    </Card>
  )
}
