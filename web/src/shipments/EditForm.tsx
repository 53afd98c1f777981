import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import { editableFields } from '@waybill/domain/shipments/who-may'
import { useRef, useState, type ReactNode } from 'react'
import { call, Refusal, refresh } from '../kit/api/index.ts'
import { newKey } from '../kit/api/new-key.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm, type Form } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe, useSetting } from '../kit/session/me.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import styles from './detail.module.css'
import {
  changedKeys,
  edit_fields,
  editPatch,
  editValues,
  mergeEdits,
  withFieldOf,
  type EditConflict,
  type EditKey,
  type EditValues,
} from './route-edit.ts'

/** Which fields this person may change now: a function from field to the reason why not. */
export function useEditable(shipment: Shipment): { isAny: boolean; offFor: (key: EditKey) => string | null } {
  const me = useMe()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const fields = editableFields(me, shipment, allowed)
  return {
    isAny: fields === 'all' || fields.size > 0,
    offFor: (key) =>
      fields === 'all' || fields.has(edit_fields[key].field)
        ? null
        : 'This can no longer be changed. Please contact us.',
  }
}

interface Undecided {
  conflicts: readonly EditConflict[]
  mine: EditValues
  theirs: EditValues
}

/**
 * A card as a form. Saving names the version it is based on; when somebody else saved meanwhile nothing is overwritten:
 * their other changes are taken over, and for every field changed by both the person chooses.
 */
export function EditForm({
  shipment,
  onClose,
  children,
}: {
  shipment: Shipment
  onClose: () => void
  children: (form: Form<EditValues>, offFor: (key: EditKey) => string | null) => ReactNode
}) {
  const client = useQueryClient()
  const { offFor } = useEditable(shipment)
  const [base, setBase] = useState(shipment)
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const [chosen, setChosen] = useState<Readonly<Partial<Record<EditKey, 'mine' | 'theirs'>>>>({})
  const intention = useRef(newKey())
  const form = useForm<EditValues>({
    initial: editValues(shipment),
    check: (values) => [
      ...(undecided?.conflicts ?? [])
        .filter(({ key }) => !chosen[key])
        .map(({ key, label }) => ({ field: key, message: `Choose which ${label.toLowerCase()} counts.` })),
      ...(['collection', 'delivery'] as const).flatMap((side) => [
        ...(values[`${side}_date`]
          ? []
          : [{ field: `${side}_date`, message: `Choose the day of the ${side}.` }]),
        ...(values[`${side}_window`].from < values[`${side}_window`].to
          ? []
          : [{ field: `${side}_window`, message: 'The window must end after it begins.' }]),
      ]),
    ],
  })

  /** Takes over what somebody else saved; answers the patch when nothing is left to decide. */
  const takeOver = async (values: EditValues): Promise<ReturnType<typeof editPatch> | null> => {
    const { shipment: fresh } = await call(shipmentsApi.detail, { id: shipment.id })
    const theirs = editValues(fresh)
    const { merged, conflicts } = mergeEdits(editValues(base), values, theirs)
    setBase(fresh)
    form.fill(merged)
    setChosen({})
    setUndecided(conflicts.length > 0 ? { conflicts, mine: values, theirs } : null)
    return conflicts.length > 0 ? null : editPatch(fresh, merged)
  }
  const save = useMutation<boolean, Error, EditValues>({
    mutationFn: async (values) => {
      const send = (patch: ReturnType<typeof editPatch>) =>
        call(shipmentsApi.change, patch, { idempotency_key: intention.current })
      if (changedKeys(editValues(base), values).length === 0) return true
      try {
        await send(editPatch(base, values))
      } catch (thrown) {
        intention.current = newKey()
        if (!(thrown instanceof Refusal) || thrown.status !== 409) throw thrown
        const again = await takeOver(values)
        if (!again) return false
        await send(again)
      }
      await refresh(client, [shipmentsApi.detail, shipmentsApi.rows])
      return true
    },
    onSuccess: (isSaved) => {
      intention.current = newKey()
      if (!isSaved) return
      toast.success('Changes saved')
      onClose()
    },
  })
  const choose = (key: EditKey, whose: 'mine' | 'theirs'): void => {
    if (!undecided) return
    setChosen({ ...chosen, [key]: whose })
    form.fill(withFieldOf(form.values, key, undecided[whose]))
  }
  return (
    <FormPanel
      form={form}
      saving={save.isPending}
      error={save.error}
      submit="Save changes"
      onCancel={onClose}
      onSubmit={(values) => save.mutate(values)}
    >
      {undecided && (
        <>
          <Notice variant="warning" title={`${base.modified_by} changed this shipment meanwhile.`} live>
            Choose for each field which value counts, then save again.
          </Notice>
          {undecided.conflicts.map((conflict) => (
            <Conflict
              key={conflict.key}
              conflict={conflict}
              chosen={chosen[conflict.key]}
              onChoose={(whose) => choose(conflict.key, whose)}
            />
          ))}
        </>
      )}
      {children(form, offFor)}
    </FormPanel>
  )
}

function Conflict({
  conflict,
  chosen,
  onChoose,
}: {
  conflict: EditConflict
  chosen: 'mine' | 'theirs' | undefined
  onChoose: (whose: 'mine' | 'theirs') => void
}) {
  return (
    <section className={styles.conflict} aria-label={conflict.label}>
      <h4>{conflict.label}</h4>
      {(['mine', 'theirs'] as const).map((whose) => (
        <div key={whose}>
          <p className={styles.quiet}>{whose === 'mine' ? 'Yours' : 'Saved now'}</p>
          <p>{conflict[whose]}</p>
          <Button
            size="sm"
            variant={chosen === whose ? 'primary' : 'secondary'}
            aria-pressed={chosen === whose}
            onClick={() => onChoose(whose)}
          >
            {whose === 'mine' ? 'Keep mine' : 'Take theirs'}
          </Button>
        </div>
      ))}
    </section>
  )
}
