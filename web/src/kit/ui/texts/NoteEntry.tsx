import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { confirmAction } from '../../layers/alerts.ts'
import { IconButton } from '../buttons/Button.tsx'
import styles from './note.module.css'
import { When } from '../values/Value.tsx'

/** A note in a list of notes: who wrote it and when, what marks it, and its words. */
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
  /** Tags behind the author. */
  marks?: ReactNode
  text: string
  /** How it is removed once the person is sure; absent for who may not. */
  removing?: { warning: string; remove: () => void } | null
  /** Under the words, such as files. */
  children?: ReactNode
}) {
  const ask = async (): Promise<void> => {
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
        {removing && <IconButton label="Remove note" icon={IconTrash} size="xs" onClick={() => ask()} />}
      </div>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </article>
  )
}
