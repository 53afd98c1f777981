import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer, ManifestParcel } from '@waybill/domain/hub/manifest'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newKey, refresh, useChange } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { DamageFields } from '../damages/DamageFields.tsx'
import { useDamageForm, type DamageValues } from '../damages/damage-form.ts'
import { photosOf, useTakenPhotos } from '../photos/PhotosField.tsx'
import { sendPhotos } from '../photos/send-photos.ts'

/** Dialog to describe the damage of a received parcel, with photos. */
export function DamageDialog({
  manifest,
  parcel,
  onClose,
}: {
  manifest: InterhubTransfer
  parcel: ManifestParcel
  onClose: () => void
}) {
  const client = useQueryClient()
  const [key] = useState(newKey)
  const form = useDamageForm()
  const taken = useTakenPhotos()
  const save = useChange({
    act: async ({ note, photos }: DamageValues) =>
      call(
        interhubApi.noteCondition,
        {
          interhub_transfer_id: manifest.id,
          parcel_id: parcel.parcel_id,
          condition: 'damaged',
          note,
          photos: await sendPhotos(photosOf(taken, photos)),
        },
        { idempotency_key: key },
      ),
    done: async (_, __, isLeft) => {
      await refresh(client, [interhubApi.detail, interhubApi.list, damagesApi.list])
      if (!isLeft) onClose()
    },
    failed: () => undefined,
  })
  return (
    <Modal title={`${parcel.tracking_reference} is damaged`} onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Note damage"
        onCancel={onClose}
        onSubmit={(values) => save.mutate(values)}
      >
        <DamageFields
          form={form}
          taken={taken}
          hint="It is listed among the differences of this manifest and on the page of the shipment, which keeps its status."
        />
      </FormPanel>
    </Modal>
  )
}
