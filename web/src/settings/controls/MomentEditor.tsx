import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { Row } from '../../kit/ui/page-layout/Layout.tsx'
import type { ControlProps } from './control.ts'
import { fieldOf } from './field-of.ts'

/** Editor for a day and time (South African time). Without a day the value is `null`. */
export function MomentEditor(props: ControlProps<'moment'>) {
  const moment = props.value instanceof Date ? props.value : null
  const set = (day: string | null, clock: string): void => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    props.onChange(day && new Date(startOfDay(day).getTime() + (hours * 60 + minutes) * 60_000))
  }
  const clock = moment ? clockOf(moment) : '00:00'
  return (
    <Row>
      <DateField
        {...fieldOf<string | null>({ ...props, onChange: (day) => set(day as string | null, clock) })}
        value={moment && dayOf(moment)}
        width={160}
      />
      {moment && (
        <ClockField
          {...fieldOf<string>({
            ...props,
            name: `${props.name}.clock`,
            label: `${props.label}: time`,
            onChange: (at) => set(dayOf(moment), String(at)),
          })}
          value={clock}
        />
      )}
    </Row>
  )
}
