import { driver_answers, driver_message_max, type DriverMessage } from '@waybill/domain/drivers/messages'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { IconSend } from '../../kit/icons/icons.ts'
import { useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import { Bubble, Conversation } from '../messages/Conversation.tsx'
import styles from '../messages/phone-messages.module.css'
import { noteRead } from '../messages/read-messages.ts'
import { stopAddress } from '../stops/StopRow.tsx'
import { labelText, useTexts } from '../texts/texts.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'

/** The driver's messages with the office since yesterday; opening them counts as reading. Answers wait for signal. */
export default function MessagesPage() {
  const t = useTexts()
  const app = useDriverApp()
  const { username } = useMe()
  const messages = app.sheet?.messages ?? []
  const newest = messages.at(-1)?.id
  const note = useEffectEvent(() => void noteRead(username, messages).catch(() => undefined))
  useEffect(() => note(), [newest])
  const waiting = app.state.waiting.filter(({ content }) => content.action.type === 'message')
  return (
    <DriverFrame
      app={app}
      title={t.messages.title}
      note={t.messages.withOffice}
      back="/tripsheet"
      footer={<Answer app={app} answered={messages.findLast(({ is_from_driver }) => !is_from_driver)} />}
    >
      {!app.sheet && !app.failure && <Loading lines={4} onRetry={app.readAgain} />}
      {app.failure && <RegionError thrown={app.failure} what={t.messages.what} onRetry={app.readAgain} />}
      {app.sheet && messages.length + waiting.length === 0 && (
        <EmptyState title={t.messages.none}>{t.messages.noneText}</EmptyState>
      )}
      <Conversation label={t.messages.label}>
        {messages.map((message) => (
          <Bubble
            key={message.id}
            isOwn={message.is_from_driver}
            text={message.text}
            note={`${message.is_from_driver ? t.messages.you : message.author_name}, ${clockOf(message.time_written)}`}
            about={<AboutStop app={app} message={message} />}
          />
        ))}
        {waiting.map(({ id, content, made_at }) => (
          <Bubble
            key={id}
            isOwn
            text={content.action.payload?.description ?? ''}
            note={`${t.messages.you}, ${clockOf(made_at)} · ${t.sync.waits}`}
          />
        ))}
      </Conversation>
    </DriverFrame>
  )
}

function AboutStop({ app, message }: { app: DriverApp; message: DriverMessage }) {
  const t = useTexts()
  const { shipment_id, tracking_reference } = message
  if (shipment_id === null) return null
  const view = app.views.find(({ stop }) => stop.shipments.some((one) => one.shipment_id === shipment_id))
  if (!view) return tracking_reference
  return (
    <AppLink to={stopAddress(view.stop.stop_id)} className={styles.stop}>
      {t.messages.stop(view.stop.sequence)} · {tracking_reference}
    </AppLink>
  )
}

function Answer({ app, answered }: { app: DriverApp; answered: DriverMessage | undefined }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const send = async (description: string): Promise<void> => {
    await app.record([
      {
        where: t.messages.office,
        evidence: [],
        action: {
          type: 'message',
          payload: { description, ...(answered ? { answers_id: answered.id } : {}) },
        },
      },
    ])
  }
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    setText('')
    void send(typed)
  }
  return (
    <div className={styles.answer}>
      <div className={styles.phrases}>
        {driver_answers.map((phrase) => (
          <button key={phrase} type="button" className={shared.big} onClick={() => void send(phrase)}>
            {labelText(phrase)}
          </button>
        ))}
      </div>
      <form className={shared.pair} onSubmit={onSubmit}>
        <input
          className={cx(shared.input, styles.input)}
          aria-label={t.messages.yourMessage}
          placeholder={t.messages.write}
          maxLength={driver_message_max}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className={cx(shared.big, styles.send)} aria-label={t.messages.send}>
          <Icon of={IconSend} size={24} />
        </button>
      </form>
    </div>
  )
}
