import { max_damage_note, mayResolve, type ParcelDamage } from '@waybill/domain/hub/damages/damage'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PhotoStrip } from '../photos/PhotoStrip.tsx'

/** Dialog to resolve a damage with a text. */
export function ResolveDialog({ damage, onClose }: { damage: ParcelDamage; onClose: () => void }) {
  const form = useForm({
    initial: { resolution: '' },
    check: ({ resolution }) => mayResolve(damage.state, resolution),
  })
  const resolve = useEndpointMutation(damagesApi.resolve, {
    inForm: true,
    refresh: [damagesApi.list],
    done: ({ tracking_reference }) => {
      toast.success(`Damage of ${tracking_reference} resolved`)
      onClose()
    },
  })
  return (
    <Modal title={`Resolve the damage of ${damage.tracking_reference}`} onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={resolve.isPending}
        error={resolve.error}
        submit="Resolve"
        onCancel={onClose}
        onSubmit={({ resolution }) => resolve.mutate({ id: damage.id, resolution })}
      >
        <Notice variant="general">{damage.note}</Notice>
        <PhotoStrip photos={damage.photos} what={damage.tracking_reference} />
        <TextArea
          {...form.field('resolution')}
          label="How was it resolved?"
          hint="For example: packed again, contents checked and complete."
          maxLength={max_damage_note}
        />
      </FormPanel>
    </Modal>
  )
}
