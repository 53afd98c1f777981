import { IconHistory, IconPencil } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { mayViewAudit } from '@waybill/domain/audit/access'
import { claimsApi, type ClaimDetail } from '@waybill/domain/claims/api'
import { mayChange } from '@waybill/domain/claims/lodging'
import { mayAssess, type ClaimMove } from '@waybill/domain/claims/states'
import { isOffice } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useState } from 'react'
import { AuditTrailModal } from '../../audit/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ActionButton, Button } from '../../kit/ui/buttons/Button.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { Loading, RegionError, ThinBar } from '../../kit/ui/states/States.tsx'
import { Reference } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ParcelTable, PodCard, Timeline } from '../../shipments/index.ts'
import { ClaimBadge } from '../ClaimBadge.tsx'
import { DetailsCard, EarlierCard, LiabilityCard, MoneyCard, NextCard, WhatCard } from '../ClaimCards.tsx'
import { Conversation } from '../Conversation.tsx'
import { EditClaim } from '../EditClaim.tsx'
import { MoveDialog } from '../MoveDialog.tsx'
import { nextMove, offeredMoves } from '../move-texts.ts'

type Open = { kind: 'move'; move: ClaimMove } | { kind: 'edit' } | { kind: 'audit' }

/** One claim: what happened, messages and decisions, and for assessors the evidence (NAV-012). */
export default function ClaimPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({ ...endpointQuery(claimsApi.detail, { id }), enabled: Number.isSafeInteger(id) })
  if (query.data)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <PageContent key={id} detail={query.data} />
      </Page>
    )
  return (
    <PendingRecord
      name="claim"
      back={{ to: '/claims', label: 'Claims' }}
      query={query}
      missing="There is no such claim, or it is not yours."
    />
  )
}

function PageContent({ detail }: { detail: ClaimDetail }) {
  const me = useMe()
  const { claim, evidence } = detail
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const moves = offeredMoves(me, claim, evidence)
  const next = nextMove(moves)
  const edits =
    (me.account_id !== null || mayAssess(me)) && mayCall(me, claimsApi.change) && mayChange(claim) === true
  const seesAudit = isOffice(me) && mayViewAudit(me, 'claim') === true
  return (
    <>
      <PageHeader
        title={<Reference of={claim.display_id} copy="always" />}
        titleText={claim.display_id}
        mono
        back={{ to: '/claims', label: 'Claims' }}
        badge={<ClaimBadge state={claim.state} size="large" />}
        note={`${claim.account_name} · ${formatRand(claim.claimed_amount)}`}
        actions={
          <>
            {edits && (
              <Button icon={IconPencil} data-shortcut="e" onClick={() => setOpen({ kind: 'edit' })}>
                Edit
              </Button>
            )}
            {seesAudit && (
              <Button icon={IconHistory} onClick={() => setOpen({ kind: 'audit' })}>
                Audit trail
              </Button>
            )}
          </>
        }
        primary={
          next && (
            <ActionButton
              variant="primary"
              verdict={next.verdict}
              onClick={() => setOpen({ kind: 'move', move: next.move })}
            >
              {next.label}
            </ActionButton>
          )
        }
      />
      <Columns
        main={
          <>
            <WhatCard detail={detail} />
            <Conversation detail={detail} />
            {evidence && <Evidence shipment_id={claim.shipment_id} />}
          </>
        }
        side={
          <>
            <NextCard
              moves={moves.filter((one) => one !== next)}
              onMove={(move) => setOpen({ kind: 'move', move })}
            />
            <MoneyCard detail={detail} />
            {evidence && <LiabilityCard evidence={evidence} />}
            <DetailsCard detail={detail} />
            {evidence && <EarlierCard evidence={evidence} />}
          </>
        }
      />
      {open?.kind === 'move' && (
        <MoveDialog claim={claim} evidence={evidence} move={open.move} onClose={close} />
      )}
      {open?.kind === 'edit' && <EditClaim detail={detail} onClose={close} />}
      {open?.kind === 'audit' && (
        <AuditTrailModal type="claim" object_id={String(claim.id)} onClose={close} />
      )}
    </>
  )
}

/**
 * Shows the evidence from the shipment: submitted and measured parcels, proof of delivery with its photos, and all
 * scans.
 */
function Evidence({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const query = useQuery({
    ...endpointQuery(shipmentsApi.detail, { id: shipment_id }),
    enabled: mayCall(me, shipmentsApi.detail),
  })
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The shipment" onRetry={() => void query.refetch()} />
  if (!query.data) return query.isFetching ? <Loading lines={6} /> : null
  return (
    <Stack>
      <ParcelTable shipment={query.data.shipment} />
      <PodCard shipment={query.data.shipment} />
      <Timeline detail={query.data} people={new Map()} />
    </Stack>
  )
}
