import { platformApi, release_audiences, type ReleaseAudience } from '@waybill/domain/platform-admin/api'
import { app_version } from '@waybill/domain/kit/app'
import { useEndpointMutation } from '../kit/api/index.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import styles from './new-release-note.module.css'

interface Note {
  version: string
  title: string
  body: string
  audience: readonly ReleaseAudience[]
}

const names: Record<ReleaseAudience, string> = { staff: 'Staff', customers: 'Customers', drivers: 'Drivers' }

/** Writes a release note for the selected audiences. */
export function NewReleaseNote({ onClose }: { onClose: () => void }) {
  const form = useForm<Note>({
    initial: { version: app_version, title: '', body: '', audience: ['staff'] },
    check: (note) =>
      (['version', 'title', 'body', 'audience'] as const)
        .filter((field) => note[field].length === 0)
        .map((field) => ({ field, message: 'is required' })),
  })
  const send = useEndpointMutation(platformApi.addReleaseNote, {
    inForm: true,
    refresh: [platformApi.releaseNotes],
    done: () => {
      toast.success('Release note published')
      onClose()
    },
  })
  const { audience } = form.values
  return (
    <Modal title="New release note" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Publish"
        onCancel={onClose}
        onSubmit={(note) => send.mutate({ ...note, audience: [...note.audience] })}
      >
        <TextField {...form.field('version')} label="Version" width={140} />
        <TextField {...form.field('title')} label="Title" maxLength={120} />
        <TextArea {...form.field('body')} label="Text" />
        <fieldset className={styles.readers}>
          <legend className={styles.readersLegend}>Who reads it</legend>
          {release_audiences.map((one) => (
            <Checkbox
              key={one}
              {...standaloneField(one, audience.includes(one), (isOn) =>
                form.set(
                  'audience',
                  release_audiences.filter((other) => (other === one ? isOn : audience.includes(other))),
                ),
              )}
              label={names[one]}
            />
          ))}
          {form.errors.audience && <span role="alert">Choose who reads it.</span>}
        </fieldset>
      </FormPanel>
    </Modal>
  )
}
