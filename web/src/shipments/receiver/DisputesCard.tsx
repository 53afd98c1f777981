import { useQuery } from '@tanstack/react-query'
import {
  mayDecide,
  type AttemptDispute,
  type DisputeDecision,
} from '@waybill/domain/shipments/receiver/attempt-dispute'
import { disputesApi } from '@waybill/domain/shipments/receiver/disputes-api'
import { isOffice } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import detail from '../detail.module.css'

/** Most answers that a card lists; it says how many more there are. */
const most = 20

/** Which failed attempts a card is about. */
export interface DisputesOf {
  shipment_id?: number
  username?: string
  from?: string
  to?: string
  is_open?: boolean
}

/** Reads for which failed attempts the receiver says that no driver was there. */
export function useDisputes(of: DisputesOf) {
  const me = useMe()
  return useQuery({
    ...endpointQuery(disputesApi.list, { ...of, limit: most }),
    enabled: isOffice(me) && mayCall(me, disputesApi.list),
  })
}

const decided_texts: Readonly<Record<DisputeDecision, string>> = {
  confirmed: 'The driver was there',
  reopened: 'The attempt does not count',
}

/**
 * Lists for which failed attempts the receiver says that no driver was there, and lets staff decide. Renders nothing
 * when there are none.
 */
export function DisputesCard({ of }: { of: DisputesOf }) {
  const { data } = useDisputes(of)
  if (!data || data.attempt_disputes.length === 0) return null
  const more = data.count - data.attempt_disputes.length
  return (
    <Card title="Was the driver there?" note={data.count}>
      <div className={detail.lines}>
        {data.attempt_disputes.map((one) => (
          <DisputeLine key={one.id} of={one} linksToShipment={of.shipment_id === undefined} />
        ))}
        {more > 0 && <p>{`And ${more} earlier.`}</p>}
      </div>
    </Card>
  )
}

function DisputeLine({ of: one, linksToShipment }: { of: AttemptDispute; linksToShipment: boolean }) {
  const me = useMe()
  const [decision, setDecision] = useState<DisputeDecision | null>(null)
  return (
    <>
      <p>
        {linksToShipment && <AppLink to={`/shipments/${one.shipment_id}`}>{one.tracking_reference}</AppLink>}
        {` ${one.driver_name} reported a failed delivery on ${dayText(one.day)}. The receiver says that nobody was there${one.comment ? `: ${one.comment}` : '.'}`}
      </p>
      {one.decision !== null ? (
        <p className={detail.quiet}>
          {`${decided_texts[one.decision]}, decided by ${personName(one.decided_by ?? '')}: ${one.reason}`}
        </p>
      ) : (
        mayCall(me, disputesApi.decide) && (
          <div className={detail.line}>
            <Button size="sm" onClick={() => setDecision('confirmed')}>
              Driver was there
            </Button>
            <Button size="sm" onClick={() => setDecision('reopened')}>
              Attempt does not count
            </Button>
          </div>
        )
      )}
      {decision && <DecideDialog of={one} decision={decision} onClose={() => setDecision(null)} />}
    </>
  )
}

function DecideDialog({
  of: one,
  decision,
  onClose,
}: {
  of: AttemptDispute
  decision: DisputeDecision
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => {
      const result = mayDecide(one, { reason })
      return result === true ? [] : result.fields
    },
  })
  const send = useEndpointMutation(disputesApi.decide, {
    inForm: true,
    refresh: [disputesApi.list, shipmentsApi.detail],
    done: () => {
      toast.success(decided_texts[decision])
      onClose()
    },
  })
  return (
    <Modal title={decided_texts[decision]} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Save decision"
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ id: one.id, decision, reason })}
      >
        <p>
          {decision === 'confirmed'
            ? `The attempt of ${one.driver_name} counts. The receiver reads this on the tracking page.`
            : `The attempt of ${one.driver_name} does not count. The receiver reads this on the tracking page.`}
        </p>
        <TextField {...form.field('reason')} label="Reason" maxLength={500} />
      </FormPanel>
    </Modal>
  )
}
