import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { useTopUp } from './use-top-up.tsx'

/** The modal in which customers top up their own account (PAY-015, PAY-019). */
export default function TopUpDialog({ onClose }: { onClose: () => void }) {
  const { body, note, button, problem } = useTopUp(onClose)
  return (
    <Modal
      title="Top up account"
      onClose={onClose}
      {...(note ? { footerNote: note } : {})}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {button}
          {problem}
        </>
      }
    >
      {body}
    </Modal>
  )
}
