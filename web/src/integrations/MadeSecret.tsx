import { IconCopy } from '../kit/icons/icons.ts'
import { OneTimeSecret } from '../kit/form/OneTimeSecret.tsx'
import { copyText } from '../kit/layers/toasts.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import styles from './made-secret.module.css'

/** Displays a new signing secret once. */
export function MadeSecret({
  secret,
  isNew,
  onClose,
}: {
  secret: string
  isNew: boolean
  onClose: () => void
}) {
  return (
    <Modal title="Signing secret" onClose={onClose} closable={false}>
      <Notice variant="warning" title="Copy this secret now.">
        It is not shown again. Your program uses it to check that a message is from us.
        {!isNew && ' For 24 hours messages are signed with the old secret too.'}
      </Notice>
      <div className={styles.secret}>
        <code className={styles.code}>{secret}</code>
        <Button icon={IconCopy} onClick={() => copyText(secret)}>
          Copy
        </Button>
      </div>
      <OneTimeSecret label="I have stored it" onDone={onClose} />
    </Modal>
  )
}
