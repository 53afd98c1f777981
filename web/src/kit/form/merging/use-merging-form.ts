import type { FieldProblem } from '@waybill/domain/kit/problem'
import { useRef, useState } from 'react'
import { newKey } from '../../api/new-key.ts'
import { ApiError } from '../../api/api-error.ts'
import { useChange, type Change } from '../../api/use-change.ts'
import { toast } from '../../layers/toasts.ts'
import { changedKeys, type KeyOf } from './merge-edits.ts'
import { useForm, type Form, type FormOptions } from '../use-form.ts'

type Side = 'mine' | 'theirs'

/** What a form needs to save a record that others can save too. */
export interface MergingForm<Subject, Values extends object, Patch, Conflict> {
  subject: Subject
  valuesOf: (subject: Subject) => Values
  /** Builds the request: only the changed fields, and the version they are based on. */
  patchOf: (subject: Subject, values: Values) => Patch
  merge: (base: Values, mine: Values, theirs: Values) => { merged: Values; conflicts: Conflict[] }
  /** Reads the record again after a 409 and after a save. */
  readAgain: (base: Subject) => Promise<Subject>
  send: (patch: Patch, idempotency_key: string) => Promise<unknown>
  /** Refetches the queries that display the record; runs after every successful save. */
  refresh: () => Promise<unknown>
  onSaved: () => void
  /** Returns the label of a field. */
  labelOf: (key: KeyOf<Values>) => string
  format?: NonNullable<FormOptions<Values>['format']>
  problemsOf: (values: Values) => readonly FieldProblem[]
}

/** A merging form and its open conflicts. */
export interface Merging<Subject, Values extends object, Conflict> {
  form: Form<Values>
  /** The record as it was last read. */
  base: Subject
  save: Change<boolean, Values>
  /** Fields that both users changed differently, with their labels; empty when there is nothing to decide. */
  conflicts: readonly (Conflict & { label: string })[]
  chosen: Readonly<Record<string, Side | undefined>>
  choose: (key: KeyOf<Values>, whose: Side) => void
}

/**
 * Manages a form that sends the version its edits are based on. When another user has saved in the meantime, nothing
 * is overwritten: their other changes are accepted and mine are sent again; for every field that both changed, the
 * user chooses first.
 */
export function useMergingForm<
  Subject,
  Values extends object,
  Patch,
  Conflict extends { key: KeyOf<Values> },
>(about: MergingForm<Subject, Values, Patch, Conflict>): Merging<Subject, Values, Conflict> {
  const { valuesOf, patchOf } = about
  const [base, setBase] = useState(about.subject)
  const [undecided, setUndecided] = useState<{
    conflicts: readonly Conflict[]
    mine: Values
    theirs: Values
  } | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side | undefined>>>({})
  const intention = useRef(newKey())
  const form = useForm<Values>({
    initial: valuesOf(about.subject),
    ...(about.format ? { format: about.format } : {}),
    check: (values) => [
      ...(undecided?.conflicts ?? [])
        .filter(({ key }) => !chosen[key])
        .map(({ key }) => ({
          field: key,
          message: `Choose which ${about.labelOf(key).toLowerCase()} to keep.`,
        })),
      ...about.problemsOf(values),
    ],
  })

  /**
   * Merges what another user has saved. Returns the patch that is left to send, or `null` when the user must resolve
   * conflicts first.
   */
  const takeOver = async (values: Values): Promise<Patch | null> => {
    const fresh = await about.readAgain(base)
    const theirs = valuesOf(fresh)
    const { merged, conflicts } = about.merge(valuesOf(base), values, theirs)
    setBase(fresh)
    form.fill(merged)
    setChosen({})
    setUndecided(conflicts.length > 0 ? { conflicts, mine: values, theirs } : null)
    return conflicts.length > 0 ? null : patchOf(fresh, merged)
  }
  const save = useChange<boolean, Values>({
    act: async (values) => {
      const send = (patch: Patch) => about.send(patch, intention.current)
      if (changedKeys(valuesOf(base), values).length === 0) return true
      try {
        await send(patchOf(base, values))
      } catch (thrown) {
        intention.current = newKey()
        if (!(thrown instanceof ApiError) || thrown.status !== 409) throw thrown
        const again = await takeOver(values)
        if (!again) return false
        await send(again)
      }
      await about.refresh()
      const saved = await about.readAgain(base)
      setBase(saved)
      form.reset(valuesOf(saved))
      return true
    },
    done: (isSaved, _, isLeft) => {
      intention.current = newKey()
      if (!isSaved || isLeft) return
      toast.success('Changes saved')
      about.onSaved()
    },
  })
  const choose = (key: KeyOf<Values>, whose: Side): void => {
    if (!undecided) return
    setChosen({ ...chosen, [key]: whose })
    const { values, fill } = form
    fill({ ...values, [key]: undecided[whose][key] })
  }
  const conflicts = (undecided?.conflicts ?? []).map((one) => ({ ...one, label: about.labelOf(one.key) }))
  return { form, base, save, conflicts, chosen, choose }
}
