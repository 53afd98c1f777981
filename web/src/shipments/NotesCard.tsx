import { IconChevronRight, IconHistory, IconPlus } from '@tabler/icons-react'
import { isStaff } from '@waybill/domain/kit/actor'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import type { ShipmentNote } from '@waybill/domain/shipments/model'
import { useState } from 'react'
import { useSend } from '../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../kit/form/Choices.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { Icon } from '../kit/ui/Icon.tsx'
import { NoteEntry } from '../kit/ui/NoteEntry.tsx'
import { StatusBadge } from '../kit/ui/StatusBadge.tsx'
import { Tag } from '../kit/ui/Value.tsx'
import styles from './detail.module.css'

const changed = [shipmentsApi.detail, shipmentsApi.rows]

/** Notes newest first: external ones the customer reads, internal ones only staff; and the way to the audit trail. */
export function NotesCard({
  detail,
  people,
  onAudit,
}: {
  detail: ShipmentDetail
  people: ReadonlyMap<string, string>
  /** Opens the audit trail; absent for who may not see it. */
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
        <Note key={note.id} note={note} author={people.get(note.created_by) ?? note.created_by} />
      ))}
      {notes.length === 0 && !isAdding && <p className={`${styles.note} ${styles.quiet}`}>No notes yet.</p>}
      {onAudit && (
        <button type="button" className={styles.foot} onClick={onAudit}>
          <Icon of={IconHistory} size={16} />
          <b>Audit trail</b>
          <span className={styles.quiet}>
            {detail.audit_count} {detail.audit_count === 1 ? 'change' : 'changes'}
          </span>
          <Icon of={IconChevronRight} size={16} />
        </button>
      )}
    </Card>
  )
}

function Note({ note, author }: { note: ShipmentNote; author: string }) {
  const me = useMe()
  const remove = useSend(shipmentsApi.removeNote, { refresh: changed })
  const mayRemove = mayCall(me, shipmentsApi.removeNote) && (note.created_by === me.username || isStaff(me))
  const marks = isStaff(me) && (
    <>
      <Tag>{note.type === 'internal' ? 'Internal' : 'Customer'}</Tag>
      {note.requires_action && <StatusBadge family="yellow" label="Needs action" size="compact" />}
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
              warning: 'It disappears for everybody who could read it.',
              remove: () => remove.mutate({ id: note.id }),
            }
          : null
      }
    />
  )
}

function AddNote({ shipment_id, onClose }: { shipment_id: number; onClose: () => void }) {
  const me = useMe()
  const is_staff = isStaff(me)
  const send = useSend(shipmentsApi.addNote, { refresh: changed, done: onClose, inForm: true })
  const initial: { message: string; type: 'internal' | 'external'; requires_action: boolean } = {
    message: '',
    type: is_staff ? 'internal' : 'external',
    requires_action: false,
  }
  const form = useForm({
    initial,
    check: ({ message }) =>
      message.trim() === '' ? [{ field: 'message', message: 'Write the note first.' }] : true,
  })
  return (
    <div className={styles.form}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Add note"
        onCancel={onClose}
        onSubmit={({ message, type, requires_action }) =>
          send.mutate({ shipment_id, message, type, requires_action })
        }
      >
        <TextArea {...form.field('message')} label="Note" maxLength={5000} rows={4} />
        {is_staff && (
          <>
            <RadioGroup
              {...form.field('type')}
              label="Who may read it"
              choices={[
                { value: 'internal', label: 'Only staff' },
                { value: 'external', label: 'The customer too' },
              ]}
            />
            <Checkbox {...form.field('requires_action')} label="Somebody must act on it" />
          </>
        )}
      </FormPanel>
    </div>
  )
}
