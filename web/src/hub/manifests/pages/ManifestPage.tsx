import { useQuery } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { receivesFrom, type IncompleteShipment } from '@waybill/domain/hub/manifest-rules'
import { branchLimit } from '@waybill/domain/kit/actor'
import { useState } from 'react'
import { AuditTrailButton } from '../../../audit/index.ts'
import { endpointQuery, useEndpointMutation } from '../../../kit/api/index.ts'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import { Columns, Page, Stack } from '../../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../../kit/ui/states/PendingRecord.tsx'
import { usePathPart } from '../../../kit/url/use-path-part.ts'
import { CloseDialog } from '../CloseDialog.tsx'
import { DamageDialog } from '../DamageDialog.tsx'
import { shows_manifest } from '../manifest-calls.ts'
import { manifestRouteText } from '../manifest-texts.ts'
import { ManifestBadge } from '../ManifestBadge.tsx'
import { ManifestDetails } from '../ManifestDetails.tsx'
import { ManifestDocuments } from '../ManifestDocuments.tsx'
import { ManifestFigures } from '../ManifestFigures.tsx'
import { ManifestNotice } from '../ManifestNotice.tsx'
import { ManifestParcels, type ParcelActs } from '../ManifestParcels.tsx'
import { ManifestScan } from '../ManifestScan.tsx'
import { ManifestSteps } from '../ManifestSteps.tsx'
import { mainAction, useManifestActions } from '../use-manifest-actions.tsx'
import { usePlaces } from '../../pages/use-places.ts'

const back = { to: '/interhub-transfers', label: 'Interhub manifests' }
/** Polling interval, in ms, because other users scan at the same time. */
const renewed_every = 10_000

/** Page of one manifest: its parcels, its progress and its actions (HUB-001, HUB-002). */
export default function ManifestPage() {
  const id = Number(usePathPart('id'))
  const isId = Number.isSafeInteger(id)
  const query = useQuery({
    ...endpointQuery(interhubApi.detail, { id }),
    enabled: isId,
    refetchInterval: renewed_every,
  })
  if (query.data) return <OneManifest key={id} {...query.data} />
  return (
    <PendingRecord
      name="manifest"
      back={back}
      query={query}
      missing="There is no such manifest, or it is not for your branch."
    />
  )
}

function OneManifest({
  interhub_transfer: manifest,
  parcels,
  incomplete,
}: {
  interhub_transfer: InterhubTransfer
  parcels: readonly ManifestParcel[]
  incomplete: readonly IncompleteShipment[]
}) {
  const me = useMe()
  const places = usePlaces()
  const acts = useManifestActions(manifest)
  const [isClosing, setClosing] = useState(false)
  const [damaged, setDamaged] = useState<ManifestParcel | null>(null)
  const condition = useEndpointMutation(interhubApi.noteCondition, { refresh: shows_manifest })
  const takeOff = useEndpointMutation(interhubApi.removeParcels, { refresh: shows_manifest })
  const mayScan = mayCall(me, hubApi.addEvent)
  const { phase } = manifest
  const mayLoad = mayScan && acts.may('add') === true
  // A closed manifest has no recorded departure. Only users limited to a branch may unload it before one is recorded.
  const isComing =
    phase === 'departed' || phase === 'arrived' || (phase === 'closed' && branchLimit(me) !== null)
  const mayUnload = mayScan && isComing && acts.may('unload') === true
  const parcelActs: ParcelActs = {
    ...(mayCall(me, interhubApi.removeParcels) && acts.may('remove') === true
      ? {
          remove: ({ parcel_id }) =>
            takeOff.mutate({ interhub_transfer_id: manifest.id, parcels_ids: [parcel_id] }),
        }
      : {}),
    ...(mayCall(me, interhubApi.noteCondition) && acts.may('unload') === true
      ? {
          damaged: setDamaged,
          good: ({ parcel_id }) =>
            condition.mutate({ interhub_transfer_id: manifest.id, parcel_id, condition: 'good' }),
        }
      : {}),
  }
  return (
    <Page width="detail">
      <PageHeader
        title={manifest.display_id}
        mono
        badge={<ManifestBadge of={manifest} size="large" />}
        note={manifestRouteText(manifest)}
        back={back}
        actions={
          <>
            <ManifestDocuments manifest={manifest} />
            <AuditTrailButton type="interhub_transfer" object_id={String(manifest.id)} />
            {acts.more}
          </>
        }
        primary={mainAction(me, manifest, acts, () => setClosing(true))}
      />
      <Stack>
        <ManifestNotice manifest={manifest} incomplete={incomplete} />
        <Columns
          main={
            <>
              {mayLoad && (
                <ManifestScan
                  manifest={manifest}
                  mode="load-manifest"
                  branch_id={manifest.from_branch_id}
                  needsConfirmation={false}
                />
              )}
              {mayUnload && (
                <ManifestScan
                  manifest={manifest}
                  mode="unload-manifest"
                  branch_id={branchLimit(me) ?? manifest.to_branch_id}
                  needsConfirmation={branchLimit(me) === null && receivesFrom(manifest, me) !== null}
                />
              )}
              <ManifestParcels manifest={manifest} parcels={parcels} acts={parcelActs} />
            </>
          }
          side={
            <>
              <ManifestFigures of={manifest} />
              <ManifestSteps of={manifest} />
              <ManifestDetails manifest={manifest} places={places} />
            </>
          }
        />
      </Stack>
      {isClosing && (
        <CloseDialog manifest={manifest} incomplete={incomplete} onClose={() => setClosing(false)} />
      )}
      {damaged && <DamageDialog manifest={manifest} parcel={damaged} onClose={() => setDamaged(null)} />}
    </Page>
  )
}
