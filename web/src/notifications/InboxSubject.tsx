import type { InboxMessage } from '@waybill/domain/notifications/inbox'
import { cx } from '../kit/ui/class-names.ts'
import styles from './inbox.module.css'

/** The subject of a message; unread ones stand out by weight and a dot, and are said to be unread. */
export function InboxSubject({ of: message }: { of: InboxMessage }) {
  return (
    <span className={cx(styles.subject, message.is_read ? styles.read : styles.unread)}>
      <span className={styles.dot} aria-hidden="true" />
      {!message.is_read && <span className="only-heard">Unread:</span>}
      <span>{message.subject}</span>
    </span>
  )
}
