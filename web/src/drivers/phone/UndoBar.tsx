import { IconArrowBackUp } from '../../kit/icons/icons.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import shared from '../driver.module.css'
import styles from './undo-bar.module.css'
import type { DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** Offers to undo the action just recorded: for ten seconds, while it has not been sent. */
export function UndoBar({ app }: { app: DriverApp }) {
  const { undoable } = app
  const { undo } = useTexts()
  const press = usePress(async () => {
    if (await app.undo()) toast.info(undo.undone)
    else toast.error(undo.late)
  })
  if (!undoable) return null
  return (
    <div className={shared.undo} role="status">
      <span className={styles.undoPart}>
        {undoable.where ? undo.recordedAt(undoable.where) : undo.recorded}
      </span>
      <button type="button" className={shared.big} onClick={press}>
        <Icon of={IconArrowBackUp} size={24} />
        {undo.undo}
      </button>
    </div>
  )
}
