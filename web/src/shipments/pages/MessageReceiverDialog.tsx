import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { sms_max_segments } from '@waybill/domain/notifications/settings'
import { smsParts } from '@waybill/domain/notifications/sms-length'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  receiver_message_max,
  receiver_phrases,
  type ReceiverChannel,
} from '@waybill/domain/shipments/receiver/receiver-message'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { MessageStateBadge } from '../../notifications/index.ts'
import styles from './message-receiver-dialog.module.css'

const channels = [
  { key: 'sms', label: 'SMS' },
  { key: 'email', label: 'Email' },
] as const

const max_shown = 5

/** Writes to the receiver of a shipment, and shows what was sent to the contacts last, with its state. */
export function MessageReceiverDialog({
  shipment_id,
  reference,
  onClose,
}: {
  shipment_id: number
  reference: string
  onClose: () => void
}) {
  const maxParts = useSetting(sms_max_segments)
  const form = useForm({
    initial: { channel: 'sms' as ReceiverChannel, message: '' },
    check: ({ message }) =>
      message.trim() === '' ? [{ field: 'message', message: 'Write a message.' }] : [],
  })
  const { channel, message } = form.values
  const send = useEndpointMutation(shipmentsApi.messageReceiver, {
    refresh: [notificationsApi.log, shipmentsApi.detail],
    inForm: true,
    done: ({ recipients }) => {
      toast.success(`The message goes to ${recipients}.`)
      form.reset({ channel, message: '' })
    },
  })
  const parts = smsParts(message)
  return (
    <Modal title={`Message to the receiver of ${reference}`} onClose={onClose}>
      <SentBefore shipment_id={shipment_id} />
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={channel === 'sms' ? 'Send SMS' : 'Send email'}
        onCancel={onClose}
        note={
          channel === 'sms' &&
          message !== '' &&
          `About ${parts === 1 ? '1 part' : `${parts} parts`} of at most ${maxParts}, with your company’s name`
        }
        onSubmit={(values) => send.mutate({ id: shipment_id, ...values, message: values.message.trim() })}
      >
        <Segments<ReceiverChannel>
          label="Channel"
          choices={channels}
          chosen={channel}
          onChoose={(next) => form.set('channel', next)}
        />
        <div className={styles.phrases}>
          {receiver_phrases.map((phrase) => (
            <Button key={phrase} size="sm" onClick={() => form.set('message', phrase)}>
              {phrase}
            </Button>
          ))}
        </div>
        <TextArea
          {...form.field('message')}
          label="Message"
          rows={3}
          maxLength={receiver_message_max}
          counts
        />
      </FormPanel>
    </Modal>
  )
}

function SentBefore({ shipment_id }: { shipment_id: number }) {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(notificationsApi.log, { shipment_id, limit: max_shown }),
    enabled: mayCall(me, notificationsApi.log),
  })
  if (!data || data.messages.length === 0) return null
  const { messages, count } = data
  return (
    <ul className={styles.sent} aria-label="Messages sent before">
      {messages.map(({ id, state, recipient, text, reason, time_created }) => (
        <li key={id} className={styles.message}>
          <span className={styles.head}>
            <MessageStateBadge state={state} />
            <span>{recipient}</span>
            <time className={styles.time} dateTime={time_created.toISOString()}>
              {formatDateTime(time_created)}
            </time>
          </span>
          <span className={styles.text}>{text}</span>
          {reason && <span className={styles.reason}>{reason}</span>}
        </li>
      ))}
      {count > messages.length && (
        <li className={styles.time}>
          The newest {messages.length} of {count}. The communication log of the shipment has all.
        </li>
      )}
    </ul>
  )
}
