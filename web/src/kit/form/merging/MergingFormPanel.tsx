import type { ReactNode } from 'react'
import { FormPanel } from '../FormPanel.tsx'
import { MergeConflicts, type ConflictRow } from './MergeConflicts.tsx'
import type { Merging } from './use-merging-form.ts'
import type { KeyOf } from './merge-edits.ts'

/** The form of a record that others can save too: its fields, with the open conflicts above them. */
export function MergingFormPanel<Subject, Values extends object>({
  of: { form, save, conflicts, chosen, choose },
  title,
  onCancel,
  children,
}: {
  of: Merging<Subject, Values, Omit<ConflictRow<KeyOf<Values>>, 'label'>>
  /** States who changed what in the meantime. */
  title: string
  onCancel?: () => void
  children: ReactNode
}) {
  return (
    <FormPanel
      form={form}
      saving={save.isPending}
      error={save.error}
      submit="Save changes"
      onSubmit={(values) => save.mutate(values)}
      {...(onCancel ? { onCancel } : {})}
    >
      <MergeConflicts title={title} conflicts={conflicts} chosen={chosen} onChoose={choose} />
      {children}
    </FormPanel>
  )
}
