import { IconTrash } from '../../icons/kit-icons.ts'
import type { ReactNode } from 'react'
import { confirmAction } from '../../layers/alerts.ts'
import { IconButton } from '../buttons/Button.tsx'
import styles from './note.module.css'
import { When } from '../values/Value.tsx'

/** A note in a list of notes: author, time, tags and text. */
export function NoteEntry({
  author,
  at,
  marks,
  text,
  removing,
  children,
}: {
  author: string
  at: Date
  /** Tags after the author. */
  marks?: ReactNode
  text: string
  /** The warning to confirm and the action that removes the note; absent if the user may not remove it. */
  removing?: { warning: string; remove: () => void } | null
  /** Content below the text, such as files. */
  children?: ReactNode
}) {
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Remove this note?',
      body: removing?.warning ?? '',
      confirm: 'Remove note',
      cancel: 'Keep note',
      danger: true,
    })
    if (isSure) removing?.remove()
  }
  return (
    <article className={styles.note}>
      <div className={styles.head}>
        <b>{author}</b>
        {marks}
        <When className={styles.headTime} at={at} />
        {removing && (
          <IconButton label="Remove note" icon={IconTrash} size="xs" onClick={() => confirmRemoval()} />
        )}
      </div>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </article>
  )
}
