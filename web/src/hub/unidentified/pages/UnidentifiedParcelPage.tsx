import { useQuery } from '@tanstack/react-query'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { mayDispose, type UnidentifiedParcel } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useState, type ReactNode } from 'react'
import { endpointQuery, useEndpointMutation } from '../../../kit/api/index.ts'
import { IconArrowBackUp, IconTrash } from '../../../kit/icons/icons.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import { personName } from '../../../kit/session/people.ts'
import { AppLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../../kit/ui/states/Notice.tsx'
import { PendingRecord } from '../../../kit/ui/states/PendingRecord.tsx'
import { ThinBar } from '../../../kit/ui/states/States.tsx'
import { None, Reference, When } from '../../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../../kit/url/use-path-part.ts'
import { PhotoStrip } from '../../photos/PhotoStrip.tsx'
import { MatchCard } from '../MatchCard.tsx'
import { OwnersCard } from '../OwnersCard.tsx'
import { shows_unidentified } from '../unidentified-calls.ts'
import { DisposeDialog, UndoMatchDialog } from '../UnidentifiedDialogs.tsx'
import { disposal_labels, sizeText, UnidentifiedBadge, weightText } from '../unidentified-texts.tsx'

const back = { to: '/tools/unidentified-parcels', label: 'Unidentified parcels' }

/** One unidentified parcel: photos and facts, likely owners, match, undo and disposal (HUB-003, NAV-012). */
export default function UnidentifiedParcelPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(unidentifiedApi.list, { id: [id] }),
    enabled: Number.isSafeInteger(id),
  })
  const parcel = query.data?.unidentified_parcels[0]
  if (parcel)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <PageContent key={id} parcel={parcel} />
      </Page>
    )
  return (
    <PendingRecord
      name="unidentified parcel"
      back={back}
      query={query}
      missing="There is no such parcel, or it is at another branch."
    />
  )
}

function PageContent({ parcel }: { parcel: UnidentifiedParcel }) {
  const me = useMe()
  const [open, setOpen] = useState<'undo' | 'dispose' | null>(null)
  const match = useEndpointMutation(unidentifiedApi.match, {
    refresh: [...shows_unidentified, shipmentsApi.detail],
    done: ({ unidentified_parcel, message }) => {
      toast.success(
        `${parcel.display_id} is ${unidentified_parcel.parcel?.tracking_reference ?? 'matched'}. ${message}`,
      )
    },
  })
  const isOpen = parcel.state === 'open'
  const onMatch = mayCall(me, unidentifiedApi.match)
    ? (reference: string): void => match.mutate({ id: parcel.id, parcel_reference: reference })
    : undefined
  return (
    <>
      <PageHeader
        title={<Reference of={parcel.display_id} copy="always" />}
        titleText={parcel.display_id}
        mono
        back={back}
        badge={<UnidentifiedBadge state={parcel.state} size="large" />}
        note={[parcel.branch_name, parcel.bay && `bay ${parcel.bay}`].filter(Boolean).join(' · ')}
        actions={
          <>
            {parcel.state === 'matched' && mayCall(me, unidentifiedApi.undoMatch) && (
              <Button icon={IconArrowBackUp} onClick={() => setOpen('undo')}>
                Undo the match
              </Button>
            )}
            {isOpen && mayDispose(me) === true && (
              <Button icon={IconTrash} onClick={() => setOpen('dispose')}>
                Dispose of it
              </Button>
            )}
          </>
        }
      />
      <Outcome parcel={parcel} />
      <Columns
        main={
          <>
            <Card title="Photos">
              <PhotoStrip photos={parcel.photos} what={parcel.display_id} size="large" />
            </Card>
            {isOpen && <OwnersCard parcel={parcel} isMatching={match.isPending} onMatch={onMatch} />}
          </>
        }
        side={
          <>
            <Card title="What is known">
              <Facts
                of={[
                  ['Description', textOrNone(parcel.description)],
                  ['On the label', textOrNone(parcel.barcode_text)],
                  ['Size', textOrNone(sizeText(parcel))],
                  ['Weight', textOrNone(weightText(parcel.weight_kg))],
                  ['Found by', personName(parcel.found_by)],
                  ['Found', <When key="found" at={parcel.time_found} />],
                ]}
              />
            </Card>
            {isOpen && onMatch && <MatchCard isMatching={match.isPending} onMatch={onMatch} />}
          </>
        }
      />
      {open === 'undo' && <UndoMatchDialog parcel={parcel} onClose={() => setOpen(null)} />}
      {open === 'dispose' && <DisposeDialog parcel={parcel} onClose={() => setOpen(null)} />}
    </>
  )
}

/** States how a parcel was matched or disposed of; renders nothing while it is open. */
function Outcome({ parcel }: { parcel: UnidentifiedParcel }) {
  if (parcel.parcel)
    return (
      <Notice variant="success" title="This parcel is identified.">
        {`${personName(parcel.matched_by)} matched it with `}
        <AppLink className="mono" to={`/shipments/${parcel.parcel.shipment_id}`}>
          {parcel.parcel.tracking_reference}
        </AppLink>
        {', '}
        <When at={parcel.time_matched} />
      </Notice>
    )
  if (!parcel.disposal) return null
  return (
    <Notice variant="general" title={disposal_labels[parcel.disposal]}>
      {`${personName(parcel.disposed_by)}, `}
      <When at={parcel.time_disposed} />
      {`: ${parcel.disposal_reason}`}
    </Notice>
  )
}

function textOrNone(text: string): ReactNode {
  return text || <None />
}
