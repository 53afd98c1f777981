import { useQueryClient } from '@tanstack/react-query'
import { baysOf } from '@waybill/domain/hub/bays'
import { hub_bays } from '@waybill/domain/hub/settings'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { checkCapture, type UnidentifiedParcel } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { branchLimit } from '@waybill/domain/kit/actor'
import { invalid } from '@waybill/domain/kit/problem'
import { firstOf } from '@waybill/domain/kit/rule-result'
import { useState } from 'react'
import { call, newKey, refresh, useChange } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { photosOf, PhotosField, useTakenPhotos } from '../photos/PhotosField.tsx'
import { sendPhotos } from '../photos/send-photos.ts'

interface CaptureValues {
  branch_id: number | null
  bay: string
  photos: readonly string[]
  barcode_text: string
  description: string
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
}

/** A branch at which a parcel may stand. */
export type BranchOfParcel = Readonly<{ id: number; name: string; bays: readonly string[] }>

/** What is already known about an unidentified parcel when its form opens. */
export interface KnownOfParcel {
  branch_id?: number | null
  bay?: string
  barcode_text?: string
}

/**
 * Form that captures a parcel without a readable label: photos, what can be read, a description, size, weight and
 * where it stands. A scan fills the text of the label.
 */
export function UnidentifiedForm({
  known,
  branches,
  onCancel,
  onStored,
}: {
  known: KnownOfParcel
  branches: readonly BranchOfParcel[]
  onCancel: () => void
  onStored: (parcel: UnidentifiedParcel) => unknown
}) {
  const me = useMe()
  const client = useQueryClient()
  const taken = useTakenPhotos()
  const [captureId] = useState(newKey)
  const bays = useSetting(hub_bays)
  const own = branchLimit(me)
  const initial: CaptureValues = {
    branch_id: own ?? known.branch_id ?? me.branch_id,
    bay: known.bay ?? '',
    photos: [],
    barcode_text: known.barcode_text ?? '',
    description: '',
    length_cm: null,
    width_cm: null,
    height_cm: null,
    weight_kg: null,
  }
  const form = useForm({
    initial,
    check: (values) =>
      firstOf(
        checkCapture(values),
        values.branch_id === null
          ? invalid('Choose the branch.', [{ field: 'branch_id', message: 'Choose the branch.' }])
          : true,
      ),
  })
  useScan((_, raw) => form.set('barcode_text', raw))
  const capture = useChange({
    act: async ({ photos, branch_id, length_cm, width_cm, height_cm, weight_kg, ...texts }: CaptureValues) =>
      call(
        unidentifiedApi.capture,
        {
          ...texts,
          capture_id: captureId,
          branch_id: branch_id ?? 0,
          photos: await sendPhotos(photosOf(taken, photos)),
          length_cm: length_cm ?? undefined,
          width_cm: width_cm ?? undefined,
          height_cm: height_cm ?? undefined,
          weight_kg: weight_kg ?? undefined,
        },
        { idempotency_key: captureId },
      ),
    done: async (parcel, _, isLeft) => {
      await refresh(client, [unidentifiedApi.list])
      if (!isLeft) await onStored(parcel)
    },
    failed: () => undefined,
  })
  const branch = branches.find(({ id }) => id === form.values.branch_id)
  return (
    <FormPanel
      form={form}
      saving={capture.isPending}
      error={capture.error}
      submit="Keep this parcel"
      onCancel={onCancel}
      onSubmit={(values) => capture.mutate(values)}
    >
      <PhotosField
        {...form.field('photos')}
        taken={taken}
        label="Photos"
        hint="All sides, and whatever is left of the label."
      />
      <TextField
        {...form.field('barcode_text')}
        label="What can be read of the label"
        hint="Part of a number, a name or a street. A scan fills this field."
        optional
        mono
        takesScans="page"
        maxLength={300}
      />
      <TextArea
        {...form.field('description')}
        label="Description"
        hint="Colour, packaging, contents: the words that the sender may have used."
        rows={2}
        maxLength={500}
        optional
      />
      <FieldRow>
        <NumberField {...form.field('length_cm')} label="Length" unit="cm" places={1} optional />
        <NumberField {...form.field('width_cm')} label="Width" unit="cm" places={1} optional />
        <NumberField {...form.field('height_cm')} label="Height" unit="cm" places={1} optional />
        <NumberField {...form.field('weight_kg')} label="Weight" unit="kg" places={3} optional />
      </FieldRow>
      <FieldRow>
        <SelectField
          {...form.field('branch_id')}
          label="Branch"
          options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          off={own === null ? null : 'You work for this branch.'}
        />
        <TextField
          {...form.field('bay')}
          label="Bay"
          optional
          autoComplete="off"
          suggestions={baysOf(branch, bays)}
          maxLength={60}
        />
      </FieldRow>
    </FormPanel>
  )
}
