import { IconCopy } from '../../kit/icons/icons.ts'
import { OneTimeSecret } from '../../kit/form/OneTimeSecret.tsx'
import { copyText } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import styles from './made-key.module.css'

/** Displays the key itself, with the warning that it is not shown again. */
export function MadeKey({ name, api_key, onClose }: { name: string; api_key: string; onClose: () => void }) {
  return (
    <Modal title={`API key ${name}`} onClose={onClose} closable={false}>
      <Notice variant="warning" title="Copy this key now.">
        It is not shown again. Anyone who has it can act with its role, so keep it secret.
      </Notice>
      <div className={styles.made}>
        <code className={styles.secret}>{api_key}</code>
        <Button icon={IconCopy} onClick={() => copyText(api_key)}>
          Copy
        </Button>
      </div>
      <OneTimeSecret label="I have stored it" onDone={onClose} />
    </Modal>
  )
}
