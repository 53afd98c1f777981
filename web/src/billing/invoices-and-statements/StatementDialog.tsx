import { billingApi } from '@waybill/domain/billing/api'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { useDocument } from './open-document.ts'
import { periodOf, periods } from './period.ts'

interface Days {
  from: string | null
  until: string | null
}

/** Dialog that selects the days of a statement and opens it as a PDF. */
export function StatementDialog({ account_id, onClose }: { account_id: number; onClose: () => void }) {
  const document = useDocument('The statement')
  const today = dayOf(new Date())
  const form = useForm<Days>({
    initial: periodOf('month', new Date()),
    check: ({ from, until }) => [
      ...(from ? [] : [{ field: 'from', message: 'Choose the first day.' }]),
      ...(until ? [] : [{ field: 'until', message: 'Choose the last day.' }]),
      ...(from && until && from > until
        ? [{ field: 'until', message: 'The last day must not be before the first.' }]
        : []),
    ],
  })
  const download = async ({ from, until }: Days): Promise<void> => {
    if (!from || !until) return
    const isOpen = await document.open(billingApi.statement, {
      account_id,
      start_date: startOfDay(from),
      end_date: startOfDay(until),
      pdf: true,
    })
    if (isOpen) onClose()
  }
  return (
    <Modal title="Statement of account" onClose={onClose}>
      <FormPanel
        form={form}
        saving={document.isBusy}
        error={null}
        submit="Download PDF"
        onCancel={onClose}
        onSubmit={(days) => download(days)}
      >
        <Stack>
          <Row>
            {periods.map(([key, label]) => (
              <Button key={key} size="sm" onClick={() => form.reset(periodOf(key, new Date()))}>
                {label}
              </Button>
            ))}
          </Row>
          <FieldRow>
            <DateField {...form.field('from')} label="From" until={today} />
            <DateField {...form.field('until')} label="To" until={today} />
          </FieldRow>
        </Stack>
      </FormPanel>
    </Modal>
  )
}
