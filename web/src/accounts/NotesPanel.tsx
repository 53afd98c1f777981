import { IconPlus } from '../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AccountNote } from '@waybill/domain/accounts/model'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { useScrollIntoView } from '../kit/form/use-scroll-into-view.ts'
import { useForm } from '../kit/form/use-form.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { NoteEntry } from '../kit/ui/texts/NoteEntry.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/states/States.tsx'
import styles from './notes-panel.module.css'
import { personName } from '../kit/session/people.ts'

const page_size = 50

/** Whether the viewer may read the staff notes on accounts; account users never may. */
export function seesNotes(me: Actor): boolean {
  return isStaff(me) && hasPermission(me, 'INLINE_see_account_notes') && mayCall(me, accountsApi.notes)
}

/** Staff notes on an account, newest first. `refresh`: other lists that show the notes. */
export function NotesPanel({
  account_id,
  refresh = [],
}: {
  account_id: number
  refresh?: readonly Endpoint[]
}) {
  const changed = [accountsApi.notes, ...refresh]
  const me = useMe()
  const [isAdding, setAdding] = useState(false)
  const [shown, setVisible] = useState(page_size)
  const query = useQuery(endpointQuery(accountsApi.notes, { account_id, limit: shown }))
  const notes = query.data?.account_notes
  const isMore = (query.data?.count ?? 0) > shown
  return (
    <Card
      title="Notes"
      note={query.data && query.data.count > 0 ? query.data.count : 'For staff only'}
      flush
      ruled={false}
      actions={
        mayCall(me, accountsApi.addNote) &&
        !isAdding && (
          <Button size="sm" icon={IconPlus} onClick={() => setAdding(true)}>
            Add note
          </Button>
        )
      }
    >
      {isAdding && <AddNote account_id={account_id} changed={changed} onClose={() => setAdding(false)} />}
      {query.error && !notes && (
        <RegionError thrown={query.error} what="The notes" onRetry={() => void query.refetch()} />
      )}
      {!notes && !query.error && <Loading lines={3} />}
      {notes?.map((note) => (
        <Note key={note.id} note={note} changed={changed} />
      ))}
      {notes?.length === 0 && !isAdding && (
        <EmptyState title="No notes yet">
          Write here what colleagues should know about this customer.
        </EmptyState>
      )}
      {isMore && (
        <Button variant="link" onClick={() => setVisible(shown + page_size)}>
          Show older notes
        </Button>
      )}
    </Card>
  )
}

function Note({ note, changed }: { note: AccountNote; changed: readonly Endpoint[] }) {
  const me = useMe()
  const remove = useEndpointMutation(accountsApi.removeNote, { refresh: changed })
  const mayRemove = mayCall(me, accountsApi.removeNote) && note.created_by === me.username
  return (
    <NoteEntry
      author={personName(note.created_by)}
      at={note.time_created}
      marks={
        note.follow_up_day !== null && <span>Follow up on {formatDate(startOfDay(note.follow_up_day))}</span>
      }
      text={note.message}
      removing={
        mayRemove
          ? {
              warning: 'The note is removed for all colleagues.',
              remove: () => remove.mutate({ id: note.id }),
            }
          : null
      }
    />
  )
}

function AddNote({
  account_id,
  changed,
  onClose,
}: {
  account_id: number
  changed: readonly Endpoint[]
  onClose: () => void
}) {
  const send = useEndpointMutation(accountsApi.addNote, { refresh: changed, done: onClose, inForm: true })
  const box = useScrollIntoView<HTMLDivElement>()
  const form = useForm({
    initial: { message: '', follow_up_day: null as string | null },
    check: ({ message }) =>
      message.trim() === '' ? [{ field: 'message', message: 'Write the note first.' }] : true,
  })
  return (
    <div ref={box} className={styles.noteForm}>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Add note"
        onCancel={onClose}
        onSubmit={({ message, follow_up_day }) =>
          send.mutate({ account_id, message, follow_up_day: follow_up_day ?? undefined })
        }
      >
        <TextArea {...form.field('message')} label="Note" maxLength={5000} rows={4} />
        <DateField
          {...form.field('follow_up_day')}
          label="Follow up on"
          hint="You get a message in your inbox on that day."
          optional
          from={dayOf(new Date())}
        />
      </FormPanel>
    </div>
  )
}
