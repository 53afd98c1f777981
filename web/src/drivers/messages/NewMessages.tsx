import { clockOf } from '@waybill/domain/kit/calls/wire'
import { IconChevronRight, IconMessage } from '../../kit/icons/icons.ts'
import { useStore } from '../../kit/layers/store.ts'
import { useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import shared from '../driver.module.css'
import type { DriverApp } from '../use-driver-app.ts'
import styles from './new-messages.module.css'
import { useTexts } from '../texts/texts.ts'
import { newMessages, opened_up_to } from './read-messages.ts'

/** New messages of the office above the stops, and the way to today's other messages. */
export function NewMessages({ app }: { app: DriverApp }) {
  const t = useTexts()
  const { username } = useMe()
  const messages = app.sheet?.messages ?? []
  const unread = newMessages(username, messages, useStore(opened_up_to))
  const last = unread.at(-1)
  if (messages.length === 0) return null
  return (
    <AppLink
      to="/tripsheet/messages"
      className={cx(shared.setting, styles.messages, last && styles.unread)}
      aria-label={last ? undefined : t.messages.label}
    >
      <Icon of={IconMessage} size={24} className={styles.icon} />
      <span className={styles.texts}>
        {last ? (
          <>
            <span className={styles.head}>
              {t.messages.unread(unread.length)} · {last.author_name}, {clockOf(last.time_written)}
            </span>
            <span className={styles.text}>{last.text}</span>
          </>
        ) : (
          t.messages.label
        )}
      </span>
      <Icon of={IconChevronRight} size={24} />
    </AppLink>
  )
}
