import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { delivery_labels, SendAgain, useSending } from './use-deliveries.tsx'

/** Number of recipients that the card lists; an invoice has at most ten. */
const max_shown = 20

/** Card that shows to whom an invoice was e-mailed, with the button to send it; for staff. */
export function DeliveriesCard({ invoice_id }: { invoice_id: number }) {
  const me = useMe()
  const isShown = isStaff(me) && mayCall(me, deliveriesApi.list)
  const query = useQuery({
    ...endpointQuery(deliveriesApi.list, { invoice_id, limit: max_shown }),
    enabled: isShown,
  })
  const send = useSending()
  if (!isShown) return null
  const { data, error } = query
  const isSent = data !== undefined && data.deliveries.length > 0
  return (
    <Card
      title="E-mails"
      actions={
        data &&
        mayCall(me, deliveriesApi.send) && (
          <Button
            size="sm"
            icon={IconMail}
            busy={send.isPending}
            onClick={() => send.mutate({ kind: 'invoice', ids: [invoice_id], again: isSent })}
          >
            {isSent ? 'E-mail again' : 'E-mail it'}
          </Button>
        )
      }
    >
      {error && !data ? (
        <RegionError thrown={error} what="The e-mails" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={2} />
      ) : isSent ? (
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
    </Card>
  )
}
