import { IconChevronRight, IconHistory, IconPlus } from '../../kit/icons/icons.ts'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { isStaff } from '@waybill/domain/kit/actor'
import { allowedPointTypes } from '@waybill/domain/pickup-points/address-types'
import {
  enable_bob_box,
  enable_ram_counters,
  enable_tcg_locker,
  enable_third_party_bob_box,
} from '@waybill/domain/pickup-points/settings'
import { max_note_files, note_folder, type NoteReader } from '@waybill/domain/shipments/notes-and-tags/note'
import { noteKindsFor, default_note_type } from '@waybill/domain/shipments/notes-and-tags/note-rules'
import { email_note_recipients, note_types } from '@waybill/domain/shipments/settings'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import type { ShipmentNote } from '@waybill/domain/shipments/model'
import { useState } from 'react'
import { AttachedFiles, stillSending, UploadsField, type Uploaded } from '../../files/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useScrollIntoView } from '../../kit/form/use-scroll-into-view.ts'
import { useForm, type FieldBinding } from '../../kit/form/use-form.ts'
import { mayCall, useMe, useSetting, useSettingReader } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { NoteEntry } from '../../kit/ui/texts/NoteEntry.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { ReminderFields } from '../pages/ReminderFields.tsx'
import shared from '../detail.module.css'
import styles from './notes-card.module.css'
import { personName } from '../../kit/session/people.ts'

const changed = [shipmentsApi.detail, shipmentsApi.files, shipmentsApi.rows]

/**
 * The notes, newest first, and a button for the audit trail. Customers can read external notes, only staff can read
 * internal ones.
 */
export function NotesCard({
  detail,
  people,
  onAudit,
}: {
  detail: ShipmentDetail
  people: ReadonlyMap<string, string>
  /** Opens the audit trail; absent if the user may not view it. */
  onAudit?: (() => void) | undefined
}) {
  const me = useMe()
  const [isAdding, setAdding] = useState(false)
  const { notes, shipment } = detail
  return (
    <Card
      title="Notes"
      note={notes.length > 0 ? notes.length : undefined}
      flush
      ruled={false}
      actions={
        mayCall(me, shipmentsApi.addNote) &&
        !isAdding && (
          <Button size="xs" icon={IconPlus} onClick={() => setAdding(true)}>
            Add note
          </Button>
        )
      }
    >
      {isAdding && <AddNote shipment_id={shipment.id} onClose={() => setAdding(false)} />}
      {notes.map((note) => (
        <Note key={note.id} note={note} author={people.get(note.created_by) ?? personName(note.created_by)} />
      ))}
      {notes.length === 0 && !isAdding && <p className={`${styles.note} ${shared.quiet}`}>No notes yet.</p>}
      {onAudit && (
        <button type="button" className={styles.foot} onClick={onAudit}>
          <Icon className={styles.footIcon} of={IconHistory} size={16} />
          <b className={styles.footStrong}>Audit trail</b>
          <span className={shared.quiet}>
            {detail.audit_count} {detail.audit_count === 1 ? 'change' : 'changes'}
          </span>
          <Icon className={styles.footIcon} of={IconChevronRight} size={16} />
        </button>
      )}
    </Card>
  )
}

function Note({ note, author }: { note: ShipmentNote; author: string }) {
  const me = useMe()
  const remove = useEndpointMutation(shipmentsApi.removeNote, { refresh: changed })
  const mayRemove = mayCall(me, shipmentsApi.removeNote) && (note.created_by === me.username || isStaff(me))
  const finish = useEndpointMutation(shipmentsApi.finishNote, { refresh: changed })
  const mayFinish =
    isStaff(me) && mayCall(me, shipmentsApi.finishNote) && (note.requires_action || Boolean(note.due_day))
  const kind = useSetting(note_types).find(({ key }) => key === note.note_type && key !== default_note_type)
  const marks = isStaff(me) && (
    <>
      <Tag>{note.type === 'internal' ? 'Internal' : 'Customer'}</Tag>
      {kind && <Tag>{kind.label}</Tag>}
      {note.requires_action && !note.time_done && (
        <StatusBadge family="yellow" label="Needs action" size="compact" />
      )}
      {note.time_done ? (
        <span>{`Done by ${personName(note.done_by ?? '')}`}</span>
      ) : (
        note.due_day && (
          <span>{`Reminds ${personName(note.assignee ?? '')} on ${formatDate(startOfDay(note.due_day))}`}</span>
        )
      )}
    </>
  )
  return (
    <NoteEntry
      author={author}
      at={note.time_created}
      marks={marks}
      text={note.message}
      removing={
        mayRemove
          ? {
              warning:
                note.attachments.uploads.length > 0
                  ? 'The note and its files are removed for everyone who can read it.'
                  : 'The note is removed for everyone who can read it.',
              remove: () => remove.mutate({ id: note.id }),
            }
          : null
      }
    >
      <AttachedFiles files={note.attachments.uploads} />
      {mayFinish && (
        <div>
          <Button
            size="xs"
            busy={finish.isPending}
            onClick={() => finish.mutate({ id: note.id, is_done: !note.time_done })}
          >
            {note.time_done ? 'Open again' : 'Mark as done'}
          </Button>
        </div>
      )}
    </NoteEntry>
  )
}

interface NewNote {
  message: string
  type: 'internal' | 'external'
  note_type: string
  requires_action: boolean
  email_to: NoteReader[]
  files: readonly Uploaded[]
  due_day: string | null
  assignee: string | null
}

const reader_words: Readonly<Record<NoteReader, string>> = {
  'collection-contact': 'Email the collection contact',
  'delivery-contact': 'Email the delivery contact',
  'account-holder': 'Email the account holder',
}

/** Checkboxes for the contacts who also receive the note by email. */
function EmailTo({
  chosen,
  readers,
}: {
  chosen: FieldBinding<NoteReader[]>
  readers: readonly NoteReader[]
}) {
  return readers.map((reader) => (
    <Checkbox
      key={reader}
      {...standaloneField(`email-${reader}`, chosen.value.includes(reader), (yes) =>
        chosen.onChange(yes ? [...chosen.value, reader] : chosen.value.filter((one) => one !== reader)),
      )}
      label={reader_words[reader]}
    />
  ))
}

/** Returns the kinds of note that the current user may choose. */
function useNoteKinds() {
  const me = useMe()
  const valueOf = useSettingReader()
  const networks = {
    enable_bob_box: valueOf(enable_bob_box),
    enable_third_party_bob_box: valueOf(enable_third_party_bob_box),
    enable_tcg_locker: valueOf(enable_tcg_locker),
    enable_ram_counters: valueOf(enable_ram_counters),
  }
  return noteKindsFor(me, valueOf(note_types), allowedPointTypes(networks).includes('locker'))
}

function AddNote({ shipment_id, onClose }: { shipment_id: number; onClose: () => void }) {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const send = useEndpointMutation(shipmentsApi.addNote, { refresh: changed, done: onClose, inForm: true })
  const kinds = useNoteKinds()
  const readers = useSetting(email_note_recipients)
  const initial: NewNote = {
    message: '',
    type: viewerIsStaff ? 'internal' : 'external',
    note_type: default_note_type,
    requires_action: false,
    email_to: [],
    files: [],
    due_day: null,
    assignee: null,
  }
  const [sending, setSending] = useState(0)
  const box = useScrollIntoView<HTMLDivElement>()
  const form = useForm({
    initial,
    check: ({ message }) => [
      ...(message.trim() === '' ? [{ field: 'message', message: 'Write the note first.' }] : []),
      ...stillSending(sending),
    ],
  })
  return (
    <div ref={box} className={styles.form}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Add note"
        onCancel={onClose}
        onSubmit={({ email_to, files, due_day, assignee, ...note }) =>
          send.mutate({
            shipment_id,
            ...note,
            ...(due_day ? { due_day, assignee: assignee ?? undefined } : {}),
            attachments: { uploads: [...files] },
            ...(note.type === 'external' ? { email_to } : {}),
          })
        }
      >
        <TextArea {...form.field('message')} label="Note" maxLength={5000} rows={4} />
        <UploadsField
          {...form.field('files')}
          label="Files"
          optional
          folder={note_folder}
          max={max_note_files}
          onSending={setSending}
        />
        {kinds.length > 1 && (
          <SelectField
            {...form.field('note_type')}
            label="Kind of note"
            options={kinds.map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        {viewerIsStaff && (
          <>
            <RadioGroup
              {...form.field('type')}
              label="Who may read it"
              choices={[
                { value: 'internal', label: 'Only staff' },
                { value: 'external', label: 'The customer too' },
              ]}
            />
            {form.values.type === 'external' && readers.length > 0 && (
              <EmailTo chosen={form.field('email_to')} readers={readers} />
            )}
            <Checkbox {...form.field('requires_action')} label="This needs action" />
            <ReminderFields day={form.field('due_day')} assignee={form.field('assignee')} />
          </>
        )}
      </FormPanel>
    </div>
  )
}
