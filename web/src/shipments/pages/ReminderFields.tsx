import { useQuery } from '@tanstack/react-query'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'

/** Stale time of the names of colleagues, in ms. */
const quiet_ms = 10 * 60_000

/** The day of a reminder, and the colleague who finds it in the inbox on that day; the author by default. */
export function ReminderFields({
  day,
  assignee,
}: {
  day: FieldBinding<string | null>
  assignee: FieldBinding<string | null>
}) {
  const me = useMe()
  const staff = useQuery({ ...endpointQuery(startupApi.names, {}), staleTime: quiet_ms })
  return (
    <>
      <DateField
        {...day}
        label="Remind on"
        hint="The reminder is in the inbox on that day."
        optional
        from={dayOf(new Date())}
      />
      {day.value !== null && (
        <SelectField
          {...assignee}
          label="Who is reminded"
          optional
          clearable
          placeholder={`You, ${me.name}`}
          options={(staff.data?.people ?? []).map(({ username, name }) => ({
            value: username,
            label: name || username,
          }))}
        />
      )}
    </>
  )
}
