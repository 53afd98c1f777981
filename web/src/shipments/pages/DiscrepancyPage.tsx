import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import {
  mayDecide,
  mayDispute,
  discrepancy_outcomes,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { outcomeText } from '@waybill/domain/shipments/discrepancies/texts'
import { useState } from 'react'
import { AttachedFiles } from '../../files/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { ThinBar } from '../../kit/ui/states/States.tsx'
import { NoteEntry } from '../../kit/ui/texts/NoteEntry.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Money, None, When } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ComparedParcels } from '../discrepancies/ComparedParcels.tsx'
import { DecideDialog } from '../discrepancies/DecideDialog.tsx'
import { DiscrepancyBadge } from '../discrepancies/DiscrepancyBadge.tsx'
import { DisputeDialog } from '../discrepancies/DisputeDialog.tsx'

/** One weight discrepancy: booked and measured parcels, both prices, the dispute and the decision. */
export default function DiscrepancyPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(discrepanciesApi.detail, { id }),
    enabled: Number.isSafeInteger(id),
  })
  if (query.data)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <PageContent key={id} discrepancy={query.data} />
      </Page>
    )
  return (
    <PendingRecord
      name="weight discrepancy"
      back={{ to: '/weight-discrepancies', label: 'Weight discrepancies' }}
      query={query}
      missing="There is no such weight discrepancy, or it is not yours."
    />
  )
}

function PageContent({ discrepancy }: { discrepancy: WeightDiscrepancy }) {
  const me = useMe()
  const [open, setOpen] = useState<'dispute' | 'decide' | null>(null)
  const close = (): void => setOpen(null)
  const judged = {
    ...discrepancy,
    submitted_rate: discrepancy.submitted_rate ?? 0,
    measured_rate: discrepancy.measured_rate ?? 0,
  }
  const disputes = mayCall(me, discrepanciesApi.dispute) && mayDispute(me, judged, dayOf(new Date())) === true
  const decides =
    mayCall(me, discrepanciesApi.decide) &&
    discrepancy_outcomes.some((outcome) => mayDecide(me, judged, outcome) === true)
  const disputeButton = (
    <Button variant={decides ? 'secondary' : 'primary'} onClick={() => setOpen('dispute')}>
      Dispute
    </Button>
  )
  return (
    <>
      <PageHeader
        title={discrepancy.tracking_reference}
        mono
        back={{ to: '/weight-discrepancies', label: 'Weight discrepancies' }}
        badge={<DiscrepancyBadge state={discrepancy.state} size="large" />}
        note={isStaff(me) ? discrepancy.account_name : undefined}
        actions={decides && disputes && disputeButton}
        primary={
          decides ? (
            <Button variant="primary" onClick={() => setOpen('decide')}>
              Decide
            </Button>
          ) : (
            disputes && disputeButton
          )
        }
      />
      <WaitingNotice discrepancy={discrepancy} />
      <Columns
        main={
          <>
            <ComparedParcels discrepancy={discrepancy} />
            <StoryCard discrepancy={discrepancy} />
          </>
        }
        side={
          <>
            <PricesCard discrepancy={discrepancy} />
            <DetailsCard discrepancy={discrepancy} />
          </>
        }
      />
      {open === 'dispute' && <DisputeDialog discrepancy={discrepancy} onClose={close} />}
      {open === 'decide' && <DecideDialog discrepancy={discrepancy} onClose={close} />}
    </>
  )
}

/** States what the price waits for. */
function WaitingNotice({ discrepancy: { state, dispute_until } }: { discrepancy: WeightDiscrepancy }) {
  if (state === 'disputed')
    return (
      <Notice variant="info">
        The measures are disputed. The booked price applies, and the shipment is not invoiced until this is
        decided.
      </Notice>
    )
  if (state !== 'open') return null
  return (
    <Notice variant="info">
      {dispute_until
        ? `The measures can be disputed until ${dayText(dispute_until)}. Until then the booked price applies and the shipment is not invoiced; after it the measured price is charged.`
        : 'The account is notified shortly. Until it had time to dispute the measures, the booked price applies and the shipment is not invoiced.'}
    </Notice>
  )
}

function PricesCard({ discrepancy }: { discrepancy: WeightDiscrepancy }) {
  const { submitted_rate, measured_rate, decided_rate } = discrepancy
  if (submitted_rate === null || measured_rate === null) return null
  const difference = measured_rate - submitted_rate
  return (
    <Card title="Price" note={`${difference > 0 ? '+' : ''}${formatRand(difference)}`}>
      <Facts
        split
        of={[
          ['As booked', <Money key="booked" cents={submitted_rate} />],
          ['As measured', <Money key="measured" cents={measured_rate} />],
          ['Charged', <Money key="charged" cents={decided_rate} />],
        ]}
      />
    </Card>
  )
}

function StoryCard({ discrepancy }: { discrepancy: WeightDiscrepancy }) {
  const { disputed_at, dispute_reason, dispute_files, outcome, decided_at, decision_message } = discrepancy
  if (!disputed_at && !decided_at) return null
  return (
    <Card title="Dispute and decision" flush ruled={false}>
      {disputed_at && (
        <NoteEntry author={personName(discrepancy.disputed_by)} at={disputed_at} text={dispute_reason}>
          <AttachedFiles files={dispute_files} />
        </NoteEntry>
      )}
      {outcome && decided_at && (
        <NoteEntry
          author={personName(discrepancy.decided_by) || 'Decision'}
          at={decided_at}
          text={[outcomeText(outcome), decision_message].filter(Boolean).join('\n')}
        />
      )}
    </Card>
  )
}

function DetailsCard({ discrepancy }: { discrepancy: WeightDiscrepancy }) {
  const me = useMe()
  const { dispute_until } = discrepancy
  return (
    <Card title="Details">
      <Facts
        of={[
          [
            'Shipment',
            <AppLink key="shipment" to={`/shipments/${discrepancy.shipment_id}`} className="mono">
              {discrepancy.tracking_reference}
            </AppLink>,
          ],
          ['Measured', <When key="measured" at={discrepancy.measured_at} />],
          ...(isStaff(me) ? [['Measured by', discrepancy.measured_by] as const] : []),
          ['Account notified', <When key="notified" at={discrepancy.notified_at} />],
          ['Dispute until', dispute_until ? dayText(dispute_until) : <None key="until" />],
        ]}
      />
    </Card>
  )
}
