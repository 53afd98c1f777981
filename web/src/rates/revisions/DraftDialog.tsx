import type { RateRevision } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { rateAddress } from '../rate-texts.ts'

/** Dialog to start a draft with the content of another revision. */
export function DraftDialog({ from, onClose }: { from: RateRevision; onClose: () => void }) {
  const go = useGo()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) =>
      name.trim() === '' ? [{ field: 'name', message: 'Enter a name, such as Summer prices.' }] : [],
  })
  const start = useEndpointMutation(revisionsApi.create, {
    inForm: true,
    refresh: [revisionsApi.list],
    done: ({ id }) => {
      onClose()
      void go(rateAddress('grid', { revision: id }))
    },
  })
  return (
    <Modal title={`Start a draft from ${from.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={start.isPending}
        error={start.error}
        submit="Start draft"
        onCancel={onClose}
        onSubmit={({ name }) => start.mutate({ name, based_on_id: from.id })}
      >
        <TextField {...form.field('name')} label="Name" hint="Its prices apply only after you publish it." />
      </FormPanel>
    </Modal>
  )
}
