import type { ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './conversation.module.css'

/** Messages between the office and a driver, oldest first. */
export function Conversation({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={styles.conversation} aria-label={label}>
      {children}
    </ol>
  )
}

/** One message; the reader's own are at the right. `about` is the stop that it concerns. */
export function Bubble({
  isOwn,
  text,
  note,
  about,
}: {
  isOwn: boolean
  text: string
  note: ReactNode
  about?: ReactNode
}) {
  return (
    <li className={cx(styles.bubble, isOwn && styles.own)}>
      {about && <span className={styles.about}>{about}</span>}
      <span className={styles.text}>{text}</span>
      <span className={styles.note}>{note}</span>
    </li>
  )
}
