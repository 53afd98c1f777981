import { textOfWeek, weekOf } from '@waybill/domain/pickup-points/opening'
import { useState } from 'react'
import { RadioGroup } from '../kit/form/choices/Choices.tsx'
import { TimeWindow } from '../kit/form/dates/TimeWindow.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { WeekdayRows } from '../maps/index.ts'
import styles from './hours-fields.module.css'

type Form = 'always' | 'days' | 'text'

const always = '24/7'
const office_hours = 'Mon-Fri 08:00-17:00'

/** Whether a text of hours can be edited in a form. */
function suits(form: Form, text: string): boolean {
  if (form === 'days') return text !== always && weekOf(text) !== null
  return form === 'text' || text === always
}

function formOf(text: string): Form {
  const forms = ['always', 'days'] as const
  return forms.find((form) => suits(form, text)) ?? 'text'
}

/** A field for the hours of a point: always, one opening for each weekday, or a text for days with breaks. */
export function TradingHoursField({ binding, label }: { binding: FieldBinding<string>; label: string }) {
  const { value, onChange, error } = binding
  const [chosen, setChosen] = useState(() => formOf(value))
  const form = suits(chosen, value) ? chosen : formOf(value)
  const week = weekOf(value)
  const choose = (next: Form): void => {
    setChosen(next)
    if (!suits(next, value)) onChange(next === 'always' ? always : office_hours)
  }
  return (
    <div className={styles.hours}>
      <RadioGroup<Form>
        {...standaloneField(`${binding.name}.form`, form, choose)}
        label={label}
        choices={[
          { value: 'always', label: 'Day and night, every day' },
          { value: 'days', label: 'Hours for each weekday' },
          { value: 'text', label: 'As text, for days with a break' },
        ]}
      />
      {form === 'days' && week && (
        <WeekdayRows value={week} onChange={(changed) => onChange(textOfWeek(changed))} />
      )}
      {form === 'text' ? (
        <TextField
          {...binding}
          label="Hours as text"
          hint="Such as Mon-Fri 08:00-12:00, Mon-Fri 13:00-17:00, Sat 08:00-13:00."
          maxLength={300}
          autoComplete="off"
        />
      ) : (
        error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )
      )}
    </div>
  )
}

type HolidayForm = 'closed' | 'usual' | 'hours'

/** A field for the hours on public holidays: closed, as on other days, or one opening. */
export function HolidayHoursField({ binding, label }: { binding: FieldBinding<string>; label: string }) {
  const { name, value, onChange, error } = binding
  const form: HolidayForm = value === 'closed' || value === 'usual' ? value : 'hours'
  const [from = '', to = ''] = form === 'hours' ? value.split('-') : []
  return (
    <div className={styles.hours}>
      <RadioGroup<HolidayForm>
        {...standaloneField(name, form, (next) => onChange(next === 'hours' ? '09:00-13:00' : next))}
        label={label}
        choices={[
          { value: 'closed', label: 'Closed' },
          { value: 'usual', label: 'As on other days' },
          { value: 'hours', label: 'Other hours' },
        ]}
      />
      {form === 'hours' && (
        <TimeWindow
          {...standaloneField(`${name}.window`, { from, to }, (open) => onChange(`${open.from}-${open.to}`))}
          error={error}
          label="Hours on public holidays"
          width={240}
        />
      )}
    </div>
  )
}
