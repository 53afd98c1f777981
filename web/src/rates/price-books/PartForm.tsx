import { IconTrash } from '../../kit/icons/icons.ts'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { checkEdit } from '@waybill/domain/rates/price-books/price-book-edits'
import { decimal } from '@waybill/domain/rates/price-books/price-book'
import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { useState, type ReactNode } from 'react'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { ActionButton } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'

/**
 * Form for one item of a price book. The fields are read-only when the user may not change them; otherwise the form
 * stores one edit. Entered values stay when the server rejects them.
 */
export function PartForm<Values extends object>({
  book,
  initial,
  editOf,
  takeOut,
  decimals = () => [],
  name,
  back,
  children,
}: {
  book: RateBook
  initial: Values
  editOf: (values: Values) => RateEdit
  /** The edit that removes the item from the book; `null` for a new item. */
  takeOut: RateEdit | null
  /** Fields that hold a decimal as text; an empty value is invalid. */
  decimals?: (values: Values) => readonly (readonly [field: string, value: string])[]
  /** Display name of the item: 'this surcharge'. */
  name: string
  /** The page to open after saving or removing. */
  back: string
  children: (form: Form<Values>) => ReactNode
}) {
  const go = useGo()
  const [sent, setSent] = useState<{ busy: boolean; error: Error | null }>({ busy: false, error: null })
  const check = (values: Values): readonly FieldProblem[] => {
    const wrong = decimals(values)
      .filter(([, value]) => !decimal.safeParse(value).success)
      .map(([field]) => ({ field, message: 'This is not a number. Type it like 12.5.' }))
    if (wrong.length > 0) return wrong
    const verdict = checkEdit(book.detail.book, editOf(values), book.detail.book)
    return verdict === true ? [] : verdict.fields
  }
  const form = useForm<Values>({ initial, check })
  const verdict = book.may(editOf(initial).part)
  const reason = reasonOf(verdict)
  const store = (edit: RateEdit, summary: string): void => {
    setSent({ busy: true, error: null })
    book.change([edit]).then(
      () => {
        form.reset(form.values)
        toast.success(summary)
        void go(back)
      },
      (error: Error) => setSent({ busy: false, error }),
    )
  }
  const remove = async (edit: RateEdit): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ${name}?`,
      body: 'It will no longer be in the draft. Published prices keep it.',
      confirm: 'Remove',
      cancel: 'Keep it',
      danger: true,
    })
    if (!isSure) return
    try {
      await book.change([edit])
      toast.success('Removed')
      void go(back)
    } catch (thrown) {
      showError(thrown)
    }
  }
  return (
    <div className={styles.part}>
      <FormPanel
        form={form}
        saving={sent.busy}
        error={sent.error}
        submit="Save"
        hideButtons={reason !== null}
        onCancel={() => go(back)}
        onSubmit={(values) => store(editOf(values), 'Saved in the draft')}
        note={
          takeOut && (
            <ActionButton variant="danger" icon={IconTrash} verdict={verdict} onClick={() => remove(takeOut)}>
              Remove
            </ActionButton>
          )
        }
      >
        {reason !== null && <Notice variant="info">{reason}</Notice>}
        <fieldset className={styles.group} disabled={reason !== null}>
          <div className={styles.stack}>{children(form)}</div>
        </fieldset>
      </FormPanel>
    </div>
  )
}
