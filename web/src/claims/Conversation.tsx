import { IconMessagePlus } from '../kit/icons/icons.ts'
import { claimsApi, type ClaimDetail } from '@waybill/domain/claims/api'
import { claim_folder, max_files, type ClaimEvent } from '@waybill/domain/claims/model'
import { mayAddMessage } from '@waybill/domain/claims/lodging'
import { mayAssess } from '@waybill/domain/claims/states'
import { provider_title } from '@waybill/domain/identity/settings'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { stillSending, UploadsField, type Uploaded } from '../files/index.ts'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { NoteEntry } from '../kit/ui/texts/NoteEntry.tsx'
import { affected_queries } from './changed.ts'
import { ClaimBadge } from './ClaimBadge.tsx'
import shared from './claims.module.css'
import styles from './conversation.module.css'
import { FilesRow } from './FilesRow.tsx'

/** Shows the messages and decisions of a claim, and a form to add a message. */
export function Conversation({ detail: { claim, events } }: { detail: ClaimDetail }) {
  const me = useMe()
  const [isSpeaking, setSaying] = useState(false)
  const isTheirs = me.account_id !== null || mayAssess(me)
  const canWrite = isTheirs && mayCall(me, claimsApi.say) && claim.state !== 'closed'
  return (
    <Card
      title="Conversation"
      note={events.length}
      flush
      ruled={false}
      actions={
        canWrite &&
        !isSpeaking && (
          <Button size="xs" icon={IconMessagePlus} onClick={() => setSaying(true)}>
            Write a message
          </Button>
        )
      }
    >
      {canWrite && isSpeaking && <AddMessageForm claim={claim} onClose={() => setSaying(false)} />}
      {events.map((event) => (
        <ClaimMessage key={event.id} event={event} />
      ))}
    </Card>
  )
}

function ClaimMessage({ event }: { event: ClaimEvent }) {
  const company = useSetting(provider_title)
  const author = event.author || (event.is_from_claimant ? 'Customer' : company)
  return (
    <NoteEntry
      author={author}
      at={event.date}
      marks={
        event.state && (
          <>
            <ClaimBadge state={event.state} size="compact" />
            {event.amount !== null && <span className={shared.quiet}>{formatRand(event.amount)}</span>}
          </>
        )
      }
      text={event.message}
    >
      {event.reason && <p className={styles.reason}>{`Internal: ${event.reason}`}</p>}
      <FilesRow files={event.files} />
    </NoteEntry>
  )
}

function AddMessageForm({ claim, onClose }: { claim: ClaimDetail['claim']; onClose: () => void }) {
  const me = useMe()
  const to = me.account_id === null ? 'Message to the customer' : 'Message'
  const initial: { message: string; files: readonly Uploaded[] } = { message: '', files: [] }
  const [sending, setSending] = useState(0)
  const form = useForm({
    initial,
    check: ({ message, files }) =>
      sending > 0 ? stillSending(sending) : mayAddMessage(claim, { message, files: files.length }),
  })
  const send = useEndpointMutation(claimsApi.say, { inForm: true, refresh: affected_queries, done: onClose })
  return (
    <div className={styles.say}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Send message"
        onCancel={onClose}
        onSubmit={({ message, files }) => send.mutate({ id: claim.id, message, files: [...files] })}
      >
        <TextArea {...form.field('message')} label={to} rows={3} maxLength={4000} />
        <UploadsField
          {...form.field('files')}
          label="Files"
          optional
          folder={claim_folder}
          max={max_files}
          onSending={setSending}
        />
      </FormPanel>
    </div>
  )
}
