import { cashApi } from '@waybill/domain/cash/api'
import { countingProblems } from '@waybill/domain/cash/cash-up'
import { count_texts, type CountTexts } from '@waybill/domain/cash/count-texts'
import { denominations, valueOf, type Count } from '@waybill/domain/cash/denominations'
import type { Drawer } from '@waybill/domain/cash/model'
import { numbersText } from '@waybill/domain/cash/receipt-numbers'
import { formatRand } from '@waybill/domain/kit/money'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Notice } from '../kit/ui/states/Notice.tsx'
import styles from './count-form.module.css'

interface CountValues {
  pieces: (number | null)[]
  denominations: null
  difference_reason: string
  unused_reason: string
}

const countOf = (pieces: readonly (number | null)[]): Count =>
  Object.fromEntries(
    denominations.flatMap((value, at) => (pieces[at] ? [[String(value), pieces[at]] as const] : [])),
  )

/** Counts the cash of a driver or till by notes and coins, and sends it for confirmation by another person. */
export function CountForm({
  drawer,
  texts = count_texts,
  onDone,
  onCancel,
}: {
  drawer: Drawer
  /** In another language than English. */
  texts?: CountTexts
  onDone: () => void
  onCancel?: () => void
}) {
  const form = useForm<CountValues>({
    initial: {
      pieces: denominations.map(() => null),
      denominations: null,
      difference_reason: '',
      unused_reason: '',
    },
    check: ({ pieces, difference_reason, unused_reason }) =>
      countingProblems(
        drawer.held,
        drawer.unused_numbers,
        { denominations: countOf(pieces), difference_reason, unused_reason },
        texts.problems,
      ),
  })
  const counted = valueOf(countOf(form.values.pieces))
  const send = useEndpointMutation(cashApi.cashUp, {
    inForm: true,
    refresh: [cashApi.drawer, cashApi.holders, cashApi.cashUps, cashApi.receipts],
    done: () => {
      toast.success(texts.done(formatRand(counted)))
      onDone()
    },
  })
  const difference = counted - drawer.held
  return (
    <FormPanel
      form={form}
      saving={send.isPending}
      error={send.error}
      submit={texts.submit}
      {...(onCancel ? { onCancel } : {})}
      onSubmit={({ pieces, difference_reason, unused_reason }) =>
        send.mutate({
          kind: drawer.kind,
          username: drawer.username,
          expected: drawer.held,
          denominations: countOf(pieces),
          difference_reason: difference === 0 ? undefined : difference_reason,
          unused_reason: unused_reason || undefined,
        })
      }
    >
      <Notice variant="info" title={texts.expected(formatRand(drawer.held))}>
        {texts.how}
      </Notice>
      <div className={styles.pieces}>
        {denominations.map((value, at) => (
          <NumberField
            key={value}
            {...form.field(`pieces.${at}`)}
            label={formatRand(value)}
            places={0}
            size="sm"
            optional
          />
        ))}
      </div>
      <p role="status" className={styles.sum}>
        <b>{texts.counted(formatRand(counted))}</b>
        {difference !== 0 && `, ${texts.shortOrOver(formatRand(Math.abs(difference)), difference < 0)}`}
      </p>
      {form.errors.denominations && <Notice variant="error">{form.errors.denominations}</Notice>}
      {difference !== 0 && (
        <TextField {...form.field('difference_reason')} label={texts.reason} maxLength={500} />
      )}
      {drawer.unused_numbers.length > 0 && (
        <TextField
          {...form.field('unused_reason')}
          label={texts.unused}
          hint={numbersText(drawer.unused_numbers)}
          maxLength={500}
        />
      )}
    </FormPanel>
  )
}
