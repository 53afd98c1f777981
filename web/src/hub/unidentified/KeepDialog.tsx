import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { UnidentifiedForm, type KnownOfParcel } from './UnidentifiedForm.tsx'

/** Dialog of the hub scanner that keeps a parcel whose code was not found. */
export function KeepDialog({
  known,
  onClose,
  onStored,
}: {
  known: KnownOfParcel
  onClose: () => void
  onStored: () => void
}) {
  return (
    <Modal title="Keep as unidentified parcel" onClose={onClose}>
      <UnidentifiedForm
        known={known}
        onCancel={onClose}
        onStored={({ display_id }) => {
          toast.success(`Write ${display_id} on the parcel`)
          onStored()
          onClose()
        }}
      />
    </Modal>
  )
}
