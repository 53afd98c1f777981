import { shipment_file_folder } from '@waybill/domain/files/model'
import { isDriver } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { visibilitiesFor } from '@waybill/domain/shipments/files/file-rules'
import {
  max_added_files,
  shipment_file_kinds,
  type FileVisibility,
  type ShipmentFileKind,
} from '@waybill/domain/shipments/files/shipment-file'
import { useState } from 'react'
import { stillSending, UploadsField, type Uploaded } from '../../files/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'
import { kind_words, visibilityText } from './file-texts.ts'
import styles from './add-files.module.css'

interface NewFiles {
  files: readonly Uploaded[]
  kind: ShipmentFileKind
  visibility: FileVisibility
}

/** Uploads files, then attaches them to a shipment with one kind and visibility. Nobody else can read them before. */
export function AddFiles({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const allowed = visibilitiesFor(me)
  const [sending, setSending] = useState(0)
  const initial: NewFiles = {
    files: [],
    kind: isDriver(me) ? 'photo' : 'other',
    visibility: allowed[0] ?? 'account',
  }
  const form = useForm({ initial, check: () => stillSending(sending) })
  const add = useEndpointMutation(shipmentsApi.addFiles, {
    refresh: [shipmentsApi.files],
    done: () => form.reset(initial),
    inForm: true,
  })
  const { length } = form.values.files
  const isChosen = length > 0 || sending > 0
  return (
    <div className={styles.form}>
      <FormPanel
        form={form}
        saving={add.isPending}
        error={add.error}
        submit={length === 1 ? 'Add 1 file' : `Add ${length} files`}
        onCancel={() => form.reset(initial)}
        onSubmit={({ files, ...about }) => add.mutate({ shipment_id, uploads: [...files], ...about })}
        hideButtons={length === 0 || sending > 0}
      >
        <UploadsField
          {...form.field('files')}
          label="Add files"
          folder={shipment_file_folder}
          max={max_added_files}
          onSending={setSending}
        />
        {isChosen && (
          <>
            <SelectField
              {...form.field('kind')}
              label="Kind"
              options={shipment_file_kinds.map((kind) => ({ value: kind, label: kind_words[kind] }))}
            />
            <SelectField
              {...form.field('visibility')}
              label="Who may see it"
              options={allowed.map((one) => ({ value: one, label: visibilityText(me, one) }))}
            />
          </>
        )}
      </FormPanel>
    </div>
  )
}
