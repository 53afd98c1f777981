import { IconArrowBackUp } from '@tabler/icons-react'
import { toast } from '../kit/layers/toasts.ts'
import { Icon } from '../kit/ui/Icon.tsx'
import styles from './driver.module.css'
import type { DriverDesk } from './use-driver-desk.ts'

/** What was just recorded and has not been sent: for ten seconds one press takes it back. */
export function UndoBar({ desk }: { desk: DriverDesk }) {
  const { undoable } = desk
  if (!undoable) return null
  const press = async (): Promise<void> => {
    if (await desk.undo()) toast.info('Undone. The stop is open again.')
    else toast.error('It has been sent already. Tell your branch.')
  }
  return (
    <div className={styles.undo} role="status">
      <span>{undoable.where ? `Recorded: ${undoable.where}` : 'Recorded'}</span>
      <button type="button" className={styles.big} onClick={() => void press()}>
        <Icon of={IconArrowBackUp} size={24} />
        Undo
      </button>
    </div>
  )
}
