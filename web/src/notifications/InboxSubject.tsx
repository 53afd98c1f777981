import type { InboxMessage } from '@waybill/domain/notifications/inbox'
import { cx } from '../kit/ui/class-names.ts'
import styles from './inbox-subject.module.css'

/** Subject of a message; unread messages are marked by weight, a dot and hidden text. */
export function InboxSubject({ of: message }: { of: InboxMessage }) {
  return (
    <span className={cx(styles.subject, message.is_read ? styles.read : styles.unread)}>
      <span className={cx(styles.dot, styles.subjectPart)} aria-hidden="true" />
      {!message.is_read && <span className={cx('only-heard', styles.subjectPart)}>Unread:</span>}
      <span className={styles.subjectPart}>{message.subject}</span>
    </span>
  )
}
