import { IconPencil } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { useState, type ReactNode } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { changedKeys } from '../../kit/form/merging/merge-edits.ts'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { publishSettingsSaved } from '../../kit/session/settings-saved.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import styles from '../account.module.css'

export type AccountChanges = Omit<Input<typeof accountsApi.change>, 'id' | 'version'>

interface SectionProps<Values extends object> {
  account: ListedAccount
  title: string
  note?: ReactNode
  /** Displayed while the section is not being edited. */
  facts: readonly (readonly [string, ReactNode])[]
  /** Whether the viewer may edit the section; the account must also be open. */
  mayEdit: boolean
  initial: Values
  check?: (values: Values) => readonly FieldProblem[]
  /** Returns the fields to send: only those that the user changed. */
  changesOf: (values: Values, changed: ReadonlySet<string>) => AccountChanges
  children: (form: Form<Values>) => ReactNode
}

/** Card with one section of an account: its facts, and a form to edit them in place. Only changed fields are sent. */
export function AccountSection<Values extends object>(props: SectionProps<Values>) {
  const { account, title, note, facts, mayEdit } = props
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const isOffered = mayEdit && mayCall(me, accountsApi.change) && account.status === 'open'
  return (
    <Card
      title={isEditing ? `Edit ${title.toLowerCase()}` : title}
      className={isEditing ? undefined : styles.dense}
      note={note}
      actions={
        isOffered &&
        !isEditing && (
          <Button
            size="sm"
            icon={IconPencil}
            aria-label={`Edit ${title.toLowerCase()}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {isEditing ? <SectionForm {...props} onClose={() => setEditing(false)} /> : <Facts split of={facts} />}
    </Card>
  )
}

function SectionForm<Values extends object>({
  account,
  initial,
  check,
  changesOf,
  children,
  onClose,
}: SectionProps<Values> & { onClose: () => void }) {
  const form = useForm<Values>({ initial, ...(check ? { check } : {}) })
  const save = useEndpointMutation(accountsApi.change, {
    inForm: true,
    refresh: [accountsApi.list, accountsApi.choices],
    done: (_account, sent) => {
      // Which settings are displayed depends on this field.
      if (sent.is_third_party !== undefined) publishSettingsSaved()
      toast.success('Changes saved')
      onClose()
    },
  })
  return (
    <FormPanel
      form={form}
      saving={save.isPending || save.isSuccess}
      error={save.error}
      submit="Save changes"
      onCancel={onClose}
      onSubmit={(values) => {
        const changed = new Set<string>(changedKeys(initial, values))
        if (changed.size === 0) onClose()
        else save.mutate({ id: account.id, ...changesOf(values, changed) })
      }}
    >
      {children(form)}
    </FormPanel>
  )
}
