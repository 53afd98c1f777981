import { useQuery } from '@tanstack/react-query'
import { driver_message_max, office_phrases, type DriverMessage } from '@waybill/domain/drivers/messages'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Bubble, Conversation } from '../messages/Conversation.tsx'
import styles from './driver-messages-dialog.module.css'

/** Messages shown of a conversation. */
const max_shown = 30

export interface DriverMessagesProps {
  driver: { username: string; name: string }
  /** The stop that the next message is about. */
  about?: { shipment_id: number; reference: string } | undefined
  onClose: () => void
}

/** What the office and a driver wrote to each other, with when the driver read it, and the field for the next message. */
export function DriverMessagesDialog({ driver, about, onClose }: DriverMessagesProps) {
  const query = useQuery(endpointQuery(driverMessagesApi.list, { driver: driver.username, limit: max_shown }))
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? [{ field: 'text', message: 'Write a message.' }] : []),
  })
  const send = useEndpointMutation(driverMessagesApi.send, {
    refresh: [driverMessagesApi.list],
    inForm: true,
    done: () => form.reset({ text: '' }),
  })
  const messages = query.data?.messages.toReversed() ?? []
  return (
    <Modal title={`Messages with ${driver.name}`} onClose={onClose}>
      {query.isPending && <Loading lines={3} onRetry={() => void query.refetch()} />}
      {query.error && !query.data && (
        <RegionError thrown={query.error} what="The messages" onRetry={() => void query.refetch()} />
      )}
      {query.data && messages.length === 0 && (
        <p className={styles.none}>No messages yet. They arrive on the phone above the stops.</p>
      )}
      {query.data && query.data.count > messages.length && (
        <p className={styles.none}>
          The newest {messages.length} of {query.data.count} messages.
        </p>
      )}
      <Conversation label={`Messages with ${driver.name}`}>
        {messages.map((message) => (
          <Bubble
            key={message.id}
            isOwn={!message.is_from_driver}
            text={message.text}
            about={message.tracking_reference || null}
            note={noteOf(message)}
          />
        ))}
      </Conversation>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Send"
        onCancel={onClose}
        onSubmit={({ text }) =>
          send.mutate({
            driver: driver.username,
            text: text.trim(),
            ...(about ? { shipment_id: about.shipment_id } : {}),
          })
        }
      >
        <div className={styles.phrases}>
          {office_phrases.map((phrase) => (
            <Button key={phrase} size="sm" onClick={() => form.set('text', phrase)}>
              {phrase.trim()}
            </Button>
          ))}
        </div>
        <TextArea
          {...form.field('text')}
          label={about ? `Message about ${about.reference}` : 'Message'}
          rows={2}
          maxLength={driver_message_max}
          counts
        />
      </FormPanel>
    </Modal>
  )
}

/** Returns who wrote a message and when, and of one to the driver whether it was read. */
function noteOf({ is_from_driver, author_name, time_written, time_read }: DriverMessage): string {
  const when = (at: Date) => (dayOf(at) === dayOf(new Date()) ? clockOf(at) : formatDateTime(at))
  const written = `${author_name}, ${when(time_written)}`
  if (is_from_driver) return written
  return `${written} · ${time_read ? `Read ${when(time_read)}` : 'Not read yet'}`
}
