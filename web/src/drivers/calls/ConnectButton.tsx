import { maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import type { Leg } from '@waybill/domain/drivers/model'
import type { ReactNode } from 'react'
import { sentenceOf, useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { cx } from '../../kit/ui/class-names.ts'
import shared from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'

/** The shipment or collection request whose contact is called. */
export type CallSubject = { leg: Leg } & ({ shipment_id: number } | { collection_request_id: number })

/**
 * Asks the gateway to ring the driver and then the contact, whose number the phone does not have. `onCall` also hears of a
 * call that could not be connected, as a link to a number does: the driver tried.
 */
export default function ConnectButton({
  subject,
  className,
  name,
  onCall,
  children,
}: {
  subject: CallSubject
  className?: string | undefined
  name?: string | undefined
  onCall?: (() => void) | undefined
  children: ReactNode
}) {
  const { calls } = useTexts()
  const connect = useEndpointMutation(maskedCallsApi.connect, {
    done: ({ contact_name }) => {
      toast.info(calls.ringing(contact_name))
      onCall?.()
    },
    failed: (thrown) => {
      toast.error(sentenceOf(thrown) ?? calls.failed)
      onCall?.()
    },
  })
  return (
    <button
      type="button"
      className={cx(shared.big, className)}
      aria-label={name}
      aria-busy={connect.isPending}
      onClick={() => {
        if (!connect.isPending) connect.mutate(subject)
      }}
    >
      {children}
    </button>
  )
}
