import { costsApi } from '@waybill/domain/costs/api'
import { checkBill, readBillLines, type BillLine } from '@waybill/domain/costs/partner-bill'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../kit/api/index.ts'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { FileField } from '../kit/form/FileField.tsx'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { fileText, spreadsheet_types } from '../kit/import/file-text.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { useGo } from '../kit/url/use-go.ts'

interface BillValues {
  partner: string
  bill_number: string
  bill_date: string | null
  lines: readonly BillLine[]
}

const max_problems = 5

/** Imports the bill of a partner from a CSV or Excel file; says which lines cannot be read before anything is sent. */
export function ImportBillDialog({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const [problems, setProblems] = useState<readonly string[]>([])
  const form = useForm<BillValues>({
    initial: { partner: '', bill_number: '', bill_date: null, lines: [] },
    check: (values) =>
      problems.length > 0
        ? [{ field: 'lines', message: 'Correct the lines of the file.' }]
        : checkBill(values),
  })
  const send = useEndpointMutation(costsApi.importBill, {
    inForm: true,
    refresh: [costsApi.bills, costsApi.billLines],
    done: ({ id, line_count, unassigned_count }) => {
      toast.success(
        unassigned_count === 0
          ? `${line_count} lines imported`
          : `${line_count} lines imported, ${unassigned_count} without a shipment`,
      )
      return go(`/costs/partner-bills/${id}`)
    },
  })
  const read = async (file: File): Promise<void> => {
    try {
      const found = readBillLines(await fileText(file))
      setProblems(found.problems)
      form.set('lines', found.lines)
    } catch (thrown) {
      setProblems([sentenceOf(thrown) ?? 'The file cannot be read.'])
      form.set('lines', [])
    }
  }
  const { lines } = form.values
  const lineError = form.field('lines').error
  return (
    <Modal title="Import a partner’s bill" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Import"
        onCancel={onClose}
        onSubmit={({ partner, bill_number, bill_date, lines: billed }) =>
          bill_date !== null && send.mutate({ partner, bill_number, bill_date, lines: [...billed] })
        }
      >
        <FieldRow>
          <TextField {...form.field('partner')} label="Partner" maxLength={120} autoComplete="off" />
          <TextField {...form.field('bill_number')} label="Bill number" maxLength={80} autoComplete="off" />
        </FieldRow>
        <DateField {...form.field('bill_date')} label="Bill date" />
        <p>
          CSV or Excel with the columns reference, amount (without VAT) and, if you like, leg: collection,
          line-haul, delivery, partner or locker.
        </p>
        <FileField
          label="File"
          accept={`.csv,.txt,text/csv,${spreadsheet_types}`}
          isCleared
          onChoose={(file) => void read(file)}
        />
        {lines.length > 0 && (
          <Notice variant="info" live>
            {`${lines.length === 1 ? '1 line' : `${lines.length} lines`}, ${formatRand(lines.reduce((sum, { amount }) => sum + amount, 0))} without VAT.`}
          </Notice>
        )}
        {problems.length > 0 && (
          <Notice variant="error" title="Some lines cannot be read." live>
            {problems.slice(0, max_problems).join(' ')}
            {problems.length > max_problems && ` And ${problems.length - max_problems} more.`}
          </Notice>
        )}
        {lineError && problems.length === 0 && <Notice variant="error">{lineError}</Notice>}
      </FormPanel>
    </Modal>
  )
}
