import { download_formats, type DownloadFormat } from '@waybill/domain/kit/lists/download'
import { splitList } from '@waybill/domain/kit/contacts/email'
import { invalid } from '@waybill/domain/kit/problem'
import type { Question } from '@waybill/domain/reports/question'
import { reportApi, type SavedReport } from '@waybill/domain/reports/report-api'
import {
  checkSchedule,
  frequencies,
  weekdayName,
  type Frequency,
  type Schedule,
} from '@waybill/domain/reports/schedule'
import { Problem } from '@waybill/domain/kit/problem'
import { useEndpointMutation } from '../kit/api/index.ts'
import { Toggle } from '../kit/form/choices/Choices.tsx'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe } from '../kit/session/me.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

const frequency_labels: Record<Frequency, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
}
const format_labels: Record<DownloadFormat, string> = { csv: 'CSV', xlsx: 'Excel workbook' }

interface Values {
  name: string
  is_sent: boolean
  frequency: Frequency
  weekday: number
  day_of_month: number
  hour: number
  emails: string
  format: DownloadFormat
}

const scheduleOf = ({
  is_sent,
  frequency,
  weekday,
  day_of_month,
  hour,
  emails,
  format,
}: Values): Schedule | null =>
  is_sent ? { frequency, weekday, day_of_month, hour, emails: splitList(emails), format } : null

/** Saves a report under a name, optionally with a schedule, or changes a saved one. */
export function SaveReportDialog({
  question,
  title,
  saved,
  isSent = false,
  onClose,
}: {
  question: Question
  /** Title of the report, used as the initial name. */
  title: string
  saved?: SavedReport
  /** Opens with the schedule switched on. */
  isSent?: boolean
  onClose: () => void
}) {
  const me = useMe()
  const done = ({ name, schedule }: SavedReport): void => {
    toast.success(schedule ? `${name} saved and scheduled` : `${name} saved`)
    onClose()
  }
  const options = { refresh: [reportApi.list], inForm: true, done }
  const create = useEndpointMutation(reportApi.save, options)
  const change = useEndpointMutation(reportApi.change, options)
  const schedule = saved?.schedule
  const form = useForm<Values>({
    initial: {
      name: saved?.name ?? title,
      is_sent: isSent || Boolean(schedule),
      frequency: schedule?.frequency ?? 'weekly',
      weekday: schedule?.weekday ?? 1,
      day_of_month: schedule?.day_of_month ?? 1,
      hour: schedule?.hour ?? 6,
      emails: schedule?.emails.join(', ') ?? me.email,
      format: schedule?.format ?? 'xlsx',
    },
    check: (values) => checked(values),
  })
  const { is_sent, frequency } = form.values
  const submit = (values: Values): void => {
    const next = scheduleOf(values)
    if (saved)
      change.mutate({ id: saved.id, version: saved.version, name: values.name, question, schedule: next })
    else create.mutate({ name: values.name, question, schedule: next })
  }
  return (
    <Modal title={saved ? `Change ${saved.name}` : 'Save this report'} onClose={onClose}>
      <FormPanel
        form={form}
        saving={create.isPending || change.isPending}
        error={create.error ?? change.error}
        submit={saved ? 'Save changes' : 'Save report'}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={80}
          hint="Days, grouping and filters are saved with it."
        />
        <Toggle {...form.field('is_sent')} label="Send it by e-mail" />
        {is_sent && (
          <>
            <SelectField
              {...form.field('frequency')}
              label="How often"
              options={frequencies.map((value) => ({ value, label: frequency_labels[value] }))}
            />
            {frequency === 'weekly' && (
              <SelectField
                {...form.field('weekday')}
                label="Day of the week"
                options={[1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: weekdayName(value) }))}
              />
            )}
            {frequency === 'monthly' && (
              <SelectField
                {...form.field('day_of_month')}
                label="Day of the month"
                hint="In shorter months, the last day."
                options={Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))}
              />
            )}
            <SelectField
              {...form.field('hour')}
              label="At"
              options={Array.from({ length: 24 }, (_, hour) => ({
                value: hour,
                label: `${String(hour).padStart(2, '0')}:00`,
              }))}
            />
            <TextArea
              {...form.field('emails')}
              label="To"
              hint="E-mail addresses, separated by commas. They get a link that works for 7 days."
              rows={2}
            />
            <SelectField
              {...form.field('format')}
              label="As"
              options={download_formats.map((value) => ({ value, label: format_labels[value] }))}
            />
          </>
        )}
      </FormPanel>
    </Modal>
  )
}

/** Finds the errors that the server would reject, by field. */
function checked(values: Values) {
  const schedule = scheduleOf(values)
  if (values.name.trim() === '') return [{ field: 'name', message: 'Give it a name.' }]
  if (!schedule) return []
  try {
    checkSchedule(schedule)
    return []
  } catch (thrown) {
    return [
      { field: 'emails', message: (thrown instanceof Problem ? thrown : invalid(String(thrown))).message },
    ]
  }
}
