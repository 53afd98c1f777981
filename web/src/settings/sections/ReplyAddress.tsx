import { useQuery } from '@tanstack/react-query'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { CopiedText } from './CopiedText.tsx'

/** The address to which the gateway forwards replies, for those who may change the settings. */
export function ReplyAddress() {
  const may = mayCall(useMe(), notificationsApi.replyAddress)
  const query = useQuery({ ...endpointQuery(notificationsApi.replyAddress, {}), enabled: may })
  if (!may) return null
  if (query.isError)
    return (
      <RegionError thrown={query.error} what="The address for replies" onRetry={() => void query.refetch()} />
    )
  if (query.isPending) return <Loading lines={2} />
  return (
    <CopiedText
      title="Replies to messages"
      hint="Enter this address at Infobip as the webhook for inbound SMS and WhatsApp messages. Receivers can then reply CHANGE, LOCKER or STOP; other replies come to the inbox of staff who answer calls. Where the sender name is a number, SMS before delivery name CHANGE and LOCKER. Treat it like a password."
      text={query.data.address}
    />
  )
}
