import { z } from 'zod'
import type { DeliveryText, ReminderFacts } from '../billing/delivery-texts.ts'
import { text } from '../kit/calls/wire.ts'
import { formatRand } from '../kit/money.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { formatDate } from '../kit/texts/format.ts'
import { filledText, templateProblem } from './message-template.ts'

const fields = ['account', 'amount', 'company', 'reference', 'invoices'] as const
const max_length = 2_000

const template = text(max_length, { lines: true }).superRefine((typed, issue) => {
  const problem = typed === '' ? null : templateProblem(typed, fields, [])
  if (problem) issue.addIssue({ code: 'custom', message: problem })
})

const section = settingsSection('notifications', 'message texts')
const reminderText = (key: string, title: string, standard: string) =>
  section.custom<string>(
    key,
    title,
    template as z.ZodType<string>,
    standard,
    { kind: 'lines', max: max_length },
    {
      description: `The fields are ${fields.map((field) => `{{${field}}}`).join(', ')}.`,
    },
  )

/** The texts of the steps of the reminder ladder; the invoices are listed below them. */
export const reminder_texts = [
  reminderText(
    'reminder_text_1',
    'First payment reminder',
    '{{amount}} on your account is overdue. Perhaps it has been forgotten. Please pay with the reference {{reference}}.',
  ),
  reminderText(
    'reminder_text_2',
    'Second payment reminder',
    '{{amount}} is still overdue. Please pay now with the reference {{reference}}, or tell us when you will.',
  ),
  reminderText(
    'reminder_text_3',
    'Third payment reminder',
    '{{amount}} is long overdue. Please pay within 7 days with the reference {{reference}}. Your account may go on hold.',
  ),
  reminderText(
    'reminder_text_final',
    'Final payment reminder',
    'This is our final reminder. {{amount}} is overdue. If we do not receive it within 7 days, we may hand the debt over for collection.',
  ),
] as const

/** Returns the words of a reminder: the company's text of the step, and the overdue invoices. */
export function reminderMailText(company: string, written: string, facts: ReminderFacts): DeliveryText {
  const { step, account_name, account_code, invoices } = facts
  const amount = formatRand(invoices.reduce((sum, { open }) => sum + open, 0))
  const listed = invoices.map(
    ({ number, due_day, open }) => `${number}: ${formatRand(open)}, due ${formatDate(due_day)}`,
  )
  const title = step === reminder_texts.length ? 'Final reminder' : 'Payment reminder'
  const values = {
    account: account_name,
    amount,
    company,
    reference: account_code,
    invoices: listed.join('; '),
  }
  return {
    subject: `${title} from ${company}: ${amount} is overdue`,
    headline: `${amount} is overdue`,
    lines: [filledText(written, values), ...listed],
  }
}
