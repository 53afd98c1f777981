import {
  IconChevronDown,
  IconDotsVertical,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconLock,
  IconLockOpen,
  IconPackageImport,
  IconPrinter,
  IconTrash,
  IconTruck,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { mayAct, type IncompleteShipment, type ManifestAct } from '@waybill/domain/hub/manifest-rules'
import { branchLimit, type Actor } from '@waybill/domain/kit/actor'
import { useState, type ReactNode } from 'react'
import { AuditTrailButton } from '../../../audit/index.ts'
import { call, reading, refresh, useSend } from '../../../kit/api/index.ts'
import { MergingFormPanel } from '../../../kit/form/MergingFormPanel.tsx'
import { useMergingForm } from '../../../kit/form/use-merging-form.ts'
import { confirmAction, showError } from '../../../kit/layers/alerts.ts'
import { openTab } from '../../../kit/layers/open-tab.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import { ActionButton, Button, IconButton } from '../../../kit/ui/Button.tsx'
import { Card, Facts } from '../../../kit/ui/Card.tsx'
import { Columns, Page, Stack } from '../../../kit/ui/Layout.tsx'
import { Menu } from '../../../kit/ui/Menu.tsx'
import { Modal } from '../../../kit/ui/Modal.tsx'
import { Notice } from '../../../kit/ui/Notice.tsx'
import { formatCount } from '../../../kit/ui/numbers.ts'
import { PageHeader } from '../../../kit/ui/PageHeader.tsx'
import { PendingRecord } from '../../../kit/ui/PendingRecord.tsx'
import { Money, None } from '../../../kit/ui/Value.tsx'
import { useGo } from '../../../kit/url/use-go.ts'
import { usePathPart } from '../../../kit/url/use-path-part.ts'
import { CloseDialog } from '../CloseDialog.tsx'
import { DamageDialog } from '../DamageDialog.tsx'
import { editOf, manifest_labels, mergeManifestEdits, patchOf, problemsOf } from '../manifest-edit.ts'
import { differencesText, differs, wayText } from '../manifest-words.ts'
import { ManifestBadge } from '../ManifestBadge.tsx'
import { ManifestFields } from '../ManifestFields.tsx'
import { ManifestFigures } from '../ManifestFigures.tsx'
import { ManifestParcels, type ParcelActs } from '../ManifestParcels.tsx'
import { ManifestScan } from '../ManifestScan.tsx'
import { ManifestSteps } from '../ManifestSteps.tsx'
import { usePlaces, type Places } from './use-places.ts'

const back = { to: '/interhub-transfers', label: 'Interhub manifests' }
/** What shows a manifest and is read again after a change. */
const shown_in = [interhubApi.detail, interhubApi.list]
/** Milliseconds between two readings: others scan at the same time. */
const renewed_every = 10_000

/** One load: what is on it, where it stands, and what is done with it (HUB-001, HUB-002). */
export default function ManifestPage() {
  const id = Number(usePathPart('id'))
  const isId = Number.isSafeInteger(id)
  const query = useQuery({
    ...reading(interhubApi.detail, { id }),
    enabled: isId,
    refetchInterval: renewed_every,
  })
  if (query.data) return <OneManifest key={id} {...query.data} />
  return (
    <PendingRecord
      name="manifest"
      back={back}
      query={query}
      missing="There is no such manifest, or it does not touch your branch."
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
  const acts = useActs(manifest)
  const [isClosing, setClosing] = useState(false)
  const [damaged, setDamaged] = useState<ManifestParcel | null>(null)
  const condition = useSend(interhubApi.noteCondition, { refresh: shown_in })
  const takeOff = useSend(interhubApi.removeParcels, { refresh: shown_in })
  const mayScan = mayCall(me, hubApi.addEvent)
  const { phase } = manifest
  const mayLoad = mayScan && acts.may('add') === true
  // A closed load has not left as far as anybody knows: only the branch it comes to can say otherwise.
  const isComing =
    phase === 'departed' || phase === 'arrived' || (phase === 'closed' && branchLimit(me) !== null)
  const mayUnload = mayScan && isComing && acts.may('unload') === true
  const parcel_acts: ParcelActs = {
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
        note={wayText(manifest)}
        back={back}
        actions={
          <>
            <Documents manifest={manifest} />
            <AuditTrailButton type="interhub_transfer" object_id={String(manifest.id)} />
            {acts.more}
          </>
        }
        primary={mainAct(me, manifest, acts, () => setClosing(true))}
      />
      <Stack>
        <Standing manifest={manifest} incomplete={incomplete} />
        <Columns
          main={
            <>
              {mayLoad && (
                <ManifestScan manifest={manifest} mode="load-manifest" branch_id={manifest.from_branch_id} />
              )}
              {mayUnload && (
                <ManifestScan
                  manifest={manifest}
                  mode="unload-manifest"
                  branch_id={branchLimit(me) ?? manifest.to_branch_id}
                />
              )}
              <ManifestParcels manifest={manifest} parcels={parcels} acts={parcel_acts} />
            </>
          }
          side={
            <>
              <ManifestFigures of={manifest} />
              <ManifestSteps of={manifest} />
              <Details manifest={manifest} places={places} />
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

/** What needs somebody, in one sentence. */
function Standing({
  manifest,
  incomplete,
}: {
  manifest: InterhubTransfer
  incomplete: readonly IncompleteShipment[]
}) {
  if (incomplete.length > 0) {
    const [first] = incomplete
    const which =
      incomplete.length === 1 && first
        ? `${first.reference}: ${first.loaded} of ${first.parcel_count} parcels.`
        : `${formatCount(incomplete.length)} shipments leave parcels behind.`
    return (
      <Notice variant="warning" title="Not all parcels are on it.">
        {which}
      </Notice>
    )
  }
  if (!differs(manifest)) return null
  const text = differencesText(manifest)
  return (
    <Notice variant={manifest.phase === 'received' ? 'error' : 'warning'} title={`${text}.`}>
      {manifest.short_count > 0
        ? 'What is short and turns up is scanned in at the hub, and is short no more.'
        : 'See the parcels below.'}
    </Notice>
  )
}

interface Acts {
  may: (act: ManifestAct) => ReturnType<typeof mayAct>
  depart: () => void
  receive: () => void
  isBusy: boolean
  more: ReactNode
}

/** What can be done with a manifest beside scanning, each asked of the same rules as the server's. */
function useActs(manifest: InterhubTransfer): Acts {
  const me = useMe()
  const go = useGo()
  const state = {
    ...manifest,
    number: Number(manifest.display_id.slice(3)),
    vehicle_registration: manifest.vehicle_registration ?? '',
    seal_number: manifest.seal_number ?? '',
  }
  // Whoever is limited to no branch may receive for the one it goes to, and is asked whether that is meant.
  const may = (act: ManifestAct) => mayAct(act, state, me, manifest.to_branch_id)
  const depart = useSend(interhubApi.depart, {
    refresh: shown_in,
    done: ({ display_id }) => toast.success(`${display_id} departed`),
  })
  const receive = useSend(interhubApi.receive, { refresh: shown_in })
  const reopen = useSend(interhubApi.reopen, {
    refresh: shown_in,
    done: ({ display_id }) => toast.success(`${display_id} is open again`),
  })
  const remove = useSend(interhubApi.remove, {
    refresh: [interhubApi.list],
    done: () => {
      toast.success(`${manifest.display_id} removed`)
      go('/interhub-transfers')
    },
  })
  const { id, display_id, parcel_count, received_count } = manifest
  const to_come = parcel_count - received_count
  const askReceive = async (): Promise<void> => {
    const isElsewhere = me.branch_id !== null && me.branch_id !== manifest.to_branch_id
    const missing = `${formatCount(to_come)} ${to_come === 1 ? 'parcel has' : 'parcels have'} not come off. Unloading is then complete, and what is missing counts as short.`
    const body = [
      isElsewhere && `You receive it for ${manifest.to_branch_name}.`,
      to_come > 0 && missing,
    ].filter(Boolean)
    const isSure =
      body.length === 0 ||
      (await confirmAction({
        title: `Is ${display_id} empty?`,
        body: body.join(' '),
        confirm: 'Yes, it is empty',
        cancel: 'Go on unloading',
      }))
    if (isSure) receive.mutate({ id, branch_id: manifest.to_branch_id })
  }
  const askRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ${display_id}?`,
      body: 'Its number is not given out again.',
      confirm: 'Remove manifest',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id })
  }
  const entries = [
    ...(mayCall(me, interhubApi.reopen) && manifest.phase === 'closed'
      ? [
          {
            label: 'Reopen',
            icon: IconLockOpen,
            verdict: may('reopen'),
            onSelect: () => reopen.mutate({ id }),
          },
        ]
      : []),
    ...(mayCall(me, interhubApi.remove) && manifest.phase === 'open'
      ? [
          {
            label: 'Remove',
            icon: IconTrash,
            danger: true,
            verdict: may('delete'),
            onSelect: () => void askRemove(),
          },
        ]
      : []),
  ]
  return {
    may,
    depart: () => depart.mutate({ id }),
    receive: () => void askReceive(),
    isBusy: depart.isPending || receive.isPending || reopen.isPending,
    more: entries.length > 0 && (
      <Menu label={`Actions for ${display_id}`} entries={entries}>
        {(trigger) => (
          <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
        )}
      </Menu>
    ),
  }
}

/** The one thing that comes next; `null` when nothing does, or somebody else does it. */
function mainAct(me: Actor, { phase }: InterhubTransfer, acts: Acts, onClose: () => void): ReactNode {
  const { may, isBusy } = acts
  if (phase === 'open')
    return (
      mayCall(me, interhubApi.close) && (
        <ActionButton variant="primary" icon={IconLock} verdict={may('close')} onClick={onClose}>
          Close manifest
        </ActionButton>
      )
    )
  if (phase === 'closed')
    return (
      mayCall(me, interhubApi.depart) && (
        <ActionButton
          variant="primary"
          icon={IconTruck}
          verdict={may('depart')}
          busy={isBusy}
          onClick={acts.depart}
        >
          Depart
        </ActionButton>
      )
    )
  if (phase === 'received') return null
  return (
    mayCall(me, interhubApi.receive) && (
      <ActionButton
        variant="primary"
        icon={IconPackageImport}
        verdict={may('receive')}
        busy={isBusy}
        onClick={acts.receive}
      >
        Unloading complete
      </ActionButton>
    )
  )
}

/** The manifest as PDF, with the barcode that drivers and scanners read, or as CSV. */
function Documents({ manifest }: { manifest: InterhubTransfer }) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(me, interhubApi.download)) return null
  const get = async (format: 'pdf' | 'csv'): Promise<void> => {
    setBusy(true)
    try {
      openTab((await call(interhubApi.download, { id: manifest.id, format })).url)
    } catch (thrown) {
      showError(thrown, 'The manifest could not be made')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      label="Documents"
      entries={[
        { label: 'Manifest (PDF)', icon: IconFileTypePdf, onSelect: () => void get('pdf') },
        { label: 'Parcels (CSV)', icon: IconFileTypeCsv, onSelect: () => void get('csv') },
      ]}
    >
      {(trigger) => (
        <Button {...trigger} icon={IconPrinter} endIcon={IconChevronDown} busy={isBusy} data-shortcut="p">
          Documents
        </Button>
      )}
    </Menu>
  )
}

function Details({ manifest, places }: { manifest: InterhubTransfer; places: Places | null }) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayCall(me, interhubApi.change) && places !== null
  return (
    <Card
      title="Details"
      actions={
        mayEdit && (
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <Facts
        of={[
          [manifest_labels.carrier, <Tracked key="carrier" manifest={manifest} />],
          [manifest_labels.service_level, manifest.service_level || <None />],
          [manifest_labels.driver, manifest.driver_name || <None />],
          [manifest_labels.vehicle_registration, manifest.vehicle_registration || <None />],
          [manifest_labels.trailer, manifest.trailer || <None />],
          [manifest_labels.seal_number, manifest.seal_number || <None />],
          [manifest_labels.waybill_reference, manifest.waybill_reference || <None />],
          ...(manifest.cost === null
            ? []
            : [[manifest_labels.cost, <Money key="cost" cents={manifest.cost} />] as const]),
          [manifest_labels.notes, manifest.notes || <None />],
          ['Opened by', manifest.is_daily ? 'Daily manifests' : manifest.created_by],
        ]}
      />
      {isEditing && places && (
        <Modal title={`Edit ${manifest.display_id}`} width="wide" onClose={() => setEditing(false)}>
          <DetailsForm manifest={manifest} places={places} onDone={() => setEditing(false)} />
        </Modal>
      )}
    </Card>
  )
}

function Tracked({ manifest: { carrier, tracking_url } }: { manifest: InterhubTransfer }) {
  if (!carrier) return <None />
  if (!tracking_url) return carrier
  return (
    <a href={tracking_url} target="_blank" rel="noreferrer">
      {carrier}
    </a>
  )
}

function DetailsForm({
  manifest,
  places,
  onDone,
}: {
  manifest: InterhubTransfer
  places: Places
  onDone: () => void
}) {
  const client = useQueryClient()
  const nameOf = (id: number) => places.branches.find((branch) => branch.id === id)?.name ?? ''
  const merging = useMergingForm({
    subject: manifest,
    valuesOf: editOf,
    patchOf,
    merge: (base, mine, theirs) => mergeManifestEdits(nameOf, base, mine, theirs),
    readAgain: async (known) => (await call(interhubApi.detail, { id: known.id })).interhub_transfer,
    send: (patch, idempotency_key) => call(interhubApi.change, patch, { idempotency_key }),
    refresh: () => refresh(client, shown_in),
    onSaved: onDone,
    labelOf: (key) => manifest_labels[key],
    problemsOf,
  })
  return (
    <MergingFormPanel of={merging} title="Somebody else changed this manifest meanwhile." onCancel={onDone}>
      <ManifestFields
        form={merging.form}
        branches={places.branches}
        drivers={places.drivers}
        phase={manifest.phase}
      />
    </MergingFormPanel>
  )
}
