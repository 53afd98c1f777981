import { useQueryClient } from '@tanstack/react-query'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { useState } from 'react'
import { call, refresh } from '../../kit/api/index.ts'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Money, None } from '../../kit/ui/values/Value.tsx'
import { editOf, manifest_labels, mergeManifestEdits, patchOf, problemsOf } from './manifest-edit.ts'
import { shows_manifest } from './manifest-calls.ts'
import { ManifestFields } from './ManifestFields.tsx'
import type { Places } from '../pages/use-places.ts'
import { personName } from '../../kit/session/people.ts'

/** Displays carrier, driver, vehicle, seal number and cost of a manifest, with the form to change them. */
export function ManifestDetails({ manifest, places }: { manifest: InterhubTransfer; places: Places | null }) {
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
          [manifest_labels.service_level, manifest.service_level || <None key="none" />],
          [manifest_labels.driver, manifest.driver_name || <None key="none" />],
          [manifest_labels.vehicle_registration, manifest.vehicle_registration || <None key="none" />],
          [manifest_labels.trailer, manifest.trailer || <None key="none" />],
          [manifest_labels.seal_number, manifest.seal_number || <None key="none" />],
          [manifest_labels.waybill_reference, manifest.waybill_reference || <None key="none" />],
          ...(manifest.cost === null
            ? []
            : [[manifest_labels.cost, <Money key="cost" cents={manifest.cost} />] as const]),
          [manifest_labels.notes, manifest.notes || <None key="none" />],
          ['Opened by', manifest.is_daily ? 'Daily manifests' : personName(manifest.created_by)],
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
    send: (patch, idempotencyKey) => call(interhubApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, shows_manifest),
    onSaved: onDone,
    labelOf: (key) => manifest_labels[key],
    problemsOf,
  })
  return (
    <MergingFormPanel
      of={merging}
      title="Someone else changed this manifest in the meantime."
      onCancel={onDone}
    >
      <ManifestFields form={merging.form} branches={places.branches} phase={manifest.phase} />
    </MergingFormPanel>
  )
}
