import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import type { RateBook } from '../use-rate-book.ts'

/** Dialog for the name and the planned start of a draft. */
export function HeadDialog({ book, onClose }: { book: RateBook; onClose: () => void }) {
  const { revision } = book.detail
  const [sent, setSent] = useState<{ busy: boolean; error: Error | null }>({ busy: false, error: null })
  const form = useForm<{ name: string; valid_from: string | null }>({
    initial: { name: revision.name, valid_from: revision.valid_from && dayOf(revision.valid_from) },
    check: ({ name }) => (name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
  })
  return (
    <Modal title="Name and start date" onClose={onClose}>
      <FormPanel
        form={form}
        saving={sent.busy}
        error={sent.error}
        submit="Save"
        onCancel={onClose}
        onSubmit={(values) => {
          setSent({ busy: true, error: null })
          book.changeHead(values).then(onClose, (error: Error) => setSent({ busy: false, error }))
        }}
      >
        <TextField {...form.field('name')} label="Name" />
        <DateField
          {...form.field('valid_from')}
          label="Planned start"
          hint="Publishing asks again; nothing begins by itself."
          from={dayOf(new Date())}
          optional
        />
      </FormPanel>
    </Modal>
  )
}
