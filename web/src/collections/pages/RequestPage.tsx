import { useQuery } from '@tanstack/react-query'
import {
  IconBan,
  IconDotsVertical,
  IconHistory,
  IconPencil,
  IconUserOff,
  IconUserPlus,
} from '../../kit/icons/icons.ts'
import { mayViewAudit } from '@waybill/domain/audit/access'
import { collectionsApi, type RequestDetail } from '@waybill/domain/collections/api'
import type { CollectionRequest } from '@waybill/domain/collections/model'
import { mayEdit, mayEnter } from '@waybill/domain/collections/rules'
import { isOpenRequest, type CollectionRequestStatus } from '@waybill/domain/collections/status'
import { isOffice } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { AuditTrailModal } from '../../audit/index.ts'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { weekdayText } from '../../kit/ui/values/moments.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { ThinBar } from '../../kit/ui/states/States.tsx'
import { Reference } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { affected_queries } from '../changed.ts'
import { expectedText, headingOf, rejectionText } from '../request-texts.ts'
import {
  AccountCard,
  CapturedCard,
  CollectionCard,
  DriverCard,
  GoodsCard,
  HistoryCard,
  RecurringCard,
} from '../RequestCards.tsx'
import { AssignDialog, CancelDialog, StatusDialog } from '../RequestDialogs.tsx'
import { RequestMenu } from '../RequestMenu.tsx'
import { useDriverOptions } from './use-company.ts'

type Open = { kind: 'status'; to: CollectionRequestStatus } | { kind: 'assign' } | { kind: 'audit' }

/** Page of one collection request with its details and history (NAV-023). */
export default function RequestPage() {
  const me = useMe()
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(collectionsApi.detail, { id }),
    enabled: Number.isSafeInteger(id),
  })
  if (query.data)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <PageContent key={id} detail={query.data} />
      </Page>
    )
  return (
    <PendingRecord
      name="collection request"
      back={{ to: '/collection-requests', label: headingOf(me) }}
      query={query}
      missing="There is no such collection request, or it is not yours."
    />
  )
}

function PageContent({ detail }: { detail: RequestDetail }) {
  const me = useMe()
  const { request, recurring } = detail
  const drivers = useDriverOptions()
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const mayAssign = isOffice(me) && mayCall(me, collectionsApi.assign) && isOpenRequest(request.status)
  const isRejected = request.status === 'collection-rejected'
  const needsDriver = mayAssign && (request.agent_id === '' || isRejected)
  const people = new Map([
    ...drivers.map(({ value, label }) => [value, label] as const),
    [me.username, me.name],
  ])
  return (
    <>
      <PageHeader
        title={<Reference of={request.display_id} copy="always" />}
        titleText={request.display_id}
        mono
        back={{ to: '/collection-requests', label: headingOf(me) }}
        badge={<RequestMenu request={request} onChoose={(to) => setOpen({ kind: 'status', to })} />}
        note={summaryOf(request)}
        actions={
          <>
            {mayCall(me, collectionsApi.change) && mayEdit(request) === true && (
              <ButtonLink to={`/collection-requests/${request.id}/edit`} icon={IconPencil} data-shortcut="e">
                Edit
              </ButtonLink>
            )}
            <MoreMenu request={request} onOpen={setOpen} />
          </>
        }
        primary={
          needsDriver && (
            <Button variant="primary" icon={IconUserPlus} onClick={() => setOpen({ kind: 'assign' })}>
              Assign driver
            </Button>
          )
        }
      />
      {isRejected && isOffice(me) && (
        <Notice variant="error" title={rejectionText(detail.events)}>
          {mayAssign && 'Assign another driver.'}
        </Notice>
      )}
      <Columns
        main={
          <>
            <CollectionCard request={request} />
            <CapturedCard detail={detail} />
            <HistoryCard detail={detail} people={people} />
          </>
        }
        side={
          <>
            <GoodsCard request={request} />
            {isOffice(me) && (
              <DriverCard
                request={request}
                actions={
                  mayAssign &&
                  !needsDriver && (
                    <Button variant="link" onClick={() => setOpen({ kind: 'assign' })}>
                      Change
                    </Button>
                  )
                }
              />
            )}
            {recurring && <RecurringCard recurring={recurring} />}
            <AccountCard request={request} />
          </>
        }
      />
      {open?.kind === 'status' &&
        (open.to === 'cancelled' ? (
          <CancelDialog request={request} onClose={close} />
        ) : (
          <StatusDialog request={request} to={open.to} onClose={close} />
        ))}
      {open?.kind === 'assign' && <AssignDialog requests={[request]} onClose={close} />}
      {open?.kind === 'audit' && (
        <AuditTrailModal type="collection_request" object_id={String(request.id)} onClose={close} />
      )}
    </>
  )
}

function MoreMenu({ request, onOpen }: { request: CollectionRequest; onOpen: (open: Open) => void }) {
  const me = useMe()
  const assign = useEndpointMutation(collectionsApi.assign, { refresh: affected_queries })
  const mayAssign = isOffice(me) && mayCall(me, collectionsApi.assign) && isOpenRequest(request.status)
  const mayCancel = mayCall(me, collectionsApi.cancel) && mayEnter(me, request, 'cancelled') === true
  const entries: MenuEntry[] = [
    ...(isOffice(me) && mayViewAudit(me, 'collection_request') === true
      ? [{ label: 'Audit trail', icon: IconHistory, onSelect: () => onOpen({ kind: 'audit' }) }]
      : []),
    ...(mayAssign && request.agent_id !== ''
      ? [
          {
            label: 'Remove the driver',
            icon: IconUserOff,
            onSelect: () => assign.mutate({ ids: [request.id], username: '' }),
          },
        ]
      : []),
    ...(mayCancel
      ? [
          {
            label: 'Cancel request…',
            icon: IconBan,
            danger: true,
            onSelect: () => onOpen({ kind: 'status', to: 'cancelled' }),
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu label={`Actions for ${request.display_id}`} entries={entries}>
      {(trigger) => (
        <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
      )}
    </Menu>
  )
}

/** Returns a summary such as `Mon 24 Nov · 08:00–16:00 · 40 parcels`. */
function summaryOf(request: CollectionRequest): string {
  return [
    weekdayText(request.date, dayOf(new Date())),
    `${request.after}–${request.before}`,
    expectedText(request),
  ]
    .filter(Boolean)
    .join(' · ')
}
