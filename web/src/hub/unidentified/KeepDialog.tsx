import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { UnidentifiedForm, type BranchOfParcel, type KnownOfParcel } from './UnidentifiedForm.tsx'

/** Dialog of the hub scanner that keeps a parcel whose code was not found. */
export function KeepDialog({
  known,
  branches,
  onClose,
  onStored,
}: {
  known: KnownOfParcel
  branches: readonly BranchOfParcel[]
  onClose: () => void
  onStored: () => void
}) {
  return (
    <Modal title="Keep as unidentified parcel" onClose={onClose}>
      <UnidentifiedForm
        known={known}
        branches={branches}
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
