import { readableWord } from '@waybill/domain/kit/setting-control'
import {
  isTextOf,
  message_places,
  type MessagePlace,
  type MessageText,
} from '@waybill/domain/notifications/message-texts'
import { useState } from 'react'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { MessageTextDialog } from './MessageTextDialog.tsx'
import styles from './message-texts-editor.module.css'

const channel_names = { email: 'E-mail', sms: 'SMS' } as const

/** Returns the display name of a message: ‘Out for delivery, SMS to the delivery contact’. */
function nameOf({ event, recipient, channel }: MessagePlace): string {
  return `${readableWord(event)}, ${channel_names[channel]} to the ${recipient} contact`
}

/** Lists every message with its recipient and channel, and whether it uses the standard text (NOTE-014). */
export function MessageTextsEditor({
  value,
  onChange,
  off,
}: {
  value: readonly MessageText[]
  onChange: (value: readonly MessageText[]) => void
  off: string | null
}) {
  const [open, setOpen] = useState<MessagePlace | null>(null)
  const without = (place: MessagePlace) => value.filter((one) => !isTextOf(one, place))
  return (
    <>
      <ScrollRegion label="Message texts" className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Goes to</th>
              <th scope="col">By</th>
              <th scope="col">Text</th>
              <th scope="col">
                <span className="only-heard">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {message_places.map((place) => {
              const isOwn = value.some((one) => isTextOf(one, place))
              return (
                <tr key={`${place.event} ${place.recipient} ${place.channel}`}>
                  <th scope="row">{readableWord(place.event)}</th>
                  <td>{place.recipient === 'delivery' ? 'Delivery contact' : 'Collection contact'}</td>
                  <td>{channel_names[place.channel]}</td>
                  <td>{isOwn ? <strong>Own</strong> : 'Standard'}</td>
                  <td>
                    <Button
                      size="xs"
                      variant="ghost"
                      aria-label={`Edit ${nameOf(place)}`}
                      reason={off}
                      onClick={() => setOpen(place)}
                    >
                      Edit
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {open && (
        <MessageTextDialog
          place={open}
          title={nameOf(open)}
          text={value.find((one) => isTextOf(one, open)) ?? null}
          onClose={() => setOpen(null)}
          onUse={(text) => {
            onChange([...without(open), ...(text ? [text] : [])])
            setOpen(null)
          }}
        />
      )}
    </>
  )
}
